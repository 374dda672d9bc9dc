/** Finds posts that are there twice: the same text by the same author, for example imported again under another id. */
import { normaliseText } from '../../core/guard.ts';
import type { ContentItem } from '../../core/serviceDocument.ts';
import type { Lists, Position } from './position.ts';

export type Duplicate = Position & { readonly itemId: string };

/** For each post that has duplicates, the next one; the last one has the first. Posts without text are never duplicates. */
export function findDuplicates(lists: Lists): ReadonlyMap<string, Duplicate> {
  const groups = new Map<string, Duplicate[]>();
  for (const list of ['staging', 'live'] as const) {
    for (const [index, item] of lists[list].entries()) {
      const key = keyOf(item);
      if (key === null) continue;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ itemId: item.id, list, index }]);
      else group.push({ itemId: item.id, list, index });
    }
  }
  const next = new Map<string, Duplicate>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const [index, { itemId }] of group.entries()) {
      const other = group[(index + 1) % group.length];
      if (other !== undefined) next.set(itemId, other);
    }
  }
  return next;
}

function keyOf({ fullName, username, message }: ContentItem): string | null {
  const text = normaliseText(message.trim());
  const author = normaliseText((fullName ?? username ?? '').trim());
  return text === '' ? null : JSON.stringify([author, text]);
}
