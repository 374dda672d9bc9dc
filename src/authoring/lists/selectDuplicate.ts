/** Goes from a post to the next one with the same text and author. */
import { say } from '../../core/language/say.ts';
import { findDuplicates } from '../state/duplicates.ts';
import type { Page } from '../state/page.ts';
import { currentCollection } from '../state/serviceData.ts';
import { focusRow } from './focusRow.ts';

export function selectDuplicate({ context, store, selectPost, explainDisabled }: Page): void {
  const { selectedId } = store.getState();
  const collection = currentCollection(context);
  const next = selectedId === null || collection === null ? undefined : findDuplicates(collection).get(selectedId);
  if (next === undefined) {
    explainDisabled(selectedId === null ? say('No post is selected.') : say('This post has no duplicate.'));
    return;
  }
  selectPost(next.itemId);
  focusRow(next.itemId);
}
