/** Finds where two versions of a post's text differ, shortened to a few words around the change. */

export type WordChange = {
  readonly lead: string;
  readonly removed: string;
  readonly inserted: string;
  readonly tail: string;
};

const contextWords = 3;

/** The changed words with up to three words on each side; `null` when the texts are equal. */
export function findChangedWords(before: string, after: string): WordChange | null {
  if (before === after) return null;
  const oldWords = before.split(/(?<=\s)/);
  const newWords = after.split(/(?<=\s)/);
  let start = 0;
  while (start < oldWords.length && start < newWords.length && oldWords[start] === newWords[start]) start += 1;
  let end = 0;
  while (
    end < oldWords.length - start &&
    end < newWords.length - start &&
    oldWords.at(-1 - end) === newWords.at(-1 - end)
  )
    end += 1;
  const lead = newWords.slice(Math.max(0, start - contextWords), start).join('');
  const wordsAfter = newWords.slice(newWords.length - end);
  const tail = wordsAfter.slice(0, contextWords).join('').trimEnd();
  const removed = oldWords.slice(start, oldWords.length - end).join('');
  const inserted = newWords.slice(start, newWords.length - end).join('');
  return {
    lead: `${start > contextWords ? '…' : ''}${lead}`,
    removed: removed.trimEnd(),
    inserted: inserted.trimEnd(),
    tail: tail === '' ? '' : `${/\s$/.test(inserted || removed) ? ' ' : ''}${tail}${end > contextWords ? '…' : ''}`,
  };
}
