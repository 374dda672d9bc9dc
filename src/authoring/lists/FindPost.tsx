/** The field that finds posts in both lists. */

import type { KeyboardEvent } from 'react';
import { say } from '../../core/language/say.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { findNext } from '../state/search.ts';
import { usePage, usePageState } from '../ui/usePage.ts';
import { focusRow, scrollToRow } from './focusRow.ts';

export const findPostId = 'find-post';

/** `matches` are the ids of the posts that the search finds, in order. */
export function FindPost({ matches }: { readonly matches: readonly string[] }) {
  const { store, selectPost } = usePage();
  const search = usePageState((state) => state.search);
  const selectedId = usePageState((state) => state.selectedId);
  const matchNumber = selectedId === null ? 0 : matches.indexOf(selectedId) + 1;
  const count =
    matches.length === 0
      ? say('No match')
      : say('{match} of {count}', { match: matchNumber === 0 ? '–' : matchNumber, count: matches.length });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      store.setState({ search: '' });
      const { selectedId: found } = store.getState();
      if (found !== null) focusRow(found);
      return;
    }
    const next = findNext(matches, selectedId, event.shiftKey ? -1 : 1);
    if (next === null) return;
    selectPost(next);
    scrollToRow(next);
  };
  return (
    <SearchField
      className="find-post"
      id={findPostId}
      value={search}
      placeholder={say('Find')}
      label={say('Find a post by text, author or source')}
      end={search.trim() === '' ? <kbd>F</kbd> : <output>{count}</output>}
      onKeyDown={onKeyDown}
      onChange={(next) => store.setState({ search: next })}
    />
  );
}
