/** The changed part of a post's text, with a few words around it. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { findChangedWords, type WordChange } from '../model/words/changedWords.ts';

export function TextChange({
  before,
  after,
}: {
  readonly before: DeskItem | undefined;
  readonly after: DeskItem | undefined;
}) {
  if (before === undefined || after === undefined) return null;
  const change: WordChange | null = findChangedWords(before.message, after.message);
  if (change === null) return <>name, picture or date changed</>;
  return (
    <>
      {change.lead}
      {change.removed !== '' && <del>{change.removed}</del>} {change.inserted !== '' && <ins>{change.inserted}</ins>}
      {change.tail}
    </>
  );
}
