/** Where two versions of a post's words differ, cut to what can be read at a glance. */

export type Cut = { readonly lead: string; readonly removed: string; readonly inserted: string; readonly tail: string };

const aroundWords = 3;

/** The stretch of words that changed with a few words around it; null when the words are the same. */
export function changedWords(before: string, after: string): Cut | null {
  if (before === after) return null;
  const old = before.split(/(?<=\s)/);
  const now = after.split(/(?<=\s)/);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const lead = now.slice(Math.max(0, start - aroundWords), start).join('');
  const after0 = now.slice(now.length - end);
  const tail = after0.slice(0, aroundWords).join('').trimEnd();
  const removed = old.slice(start, old.length - end).join('');
  const inserted = now.slice(start, now.length - end).join('');
  return {
    lead: `${start > aroundWords ? '…' : ''}${lead}`,
    removed: removed.trimEnd(),
    inserted: inserted.trimEnd(),
    tail: tail === '' ? '' : `${/\s$/.test(inserted || removed) ? ' ' : ''}${tail}${end > aroundWords ? '…' : ''}`,
  };
}
