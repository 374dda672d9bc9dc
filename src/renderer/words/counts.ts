/** Counts as the desk says them. */
import type { DeskFeed } from '../../contract/deskState.ts';
import type { Difference } from '../../core/compare.ts';

export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/**
 * What a take would change on air: what waits, less the posts of live that a guard holds. One that is on air and was
 * reworded so that a guard holds it now goes off.
 */
export function takeOf({ pending, guarded }: Pick<DeskFeed, 'pending' | 'guarded'>): Difference {
  if (guarded.length === 0) return pending;
  const held = new Set(guarded.map(({ itemId }) => itemId));
  const isFree = (id: string): boolean => !held.has(id);
  const caught = new Set([...pending.edited.map(({ id }) => id), ...pending.moved].filter((id) => held.has(id)));
  return {
    added: pending.added.filter(isFree),
    removed: [...pending.removed, ...caught],
    edited: pending.edited.filter(({ id }) => isFree(id)),
    moved: pending.moved.filter(isFree),
  };
}

/** +2 −1 ±1, an order that only moved as ↕2. */
export function figures({ added, removed, edited, moved }: Difference): string {
  const parts = [
    added.length > 0 ? `+${added.length}` : '',
    removed.length > 0 ? `−${removed.length}` : '',
    edited.length > 0 ? `±${edited.length}` : '',
    moved.length > 0 ? `↕${moved.length}` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** 2 added, 1 removed, 1 edited */
export function spelled({ added, removed, edited, moved }: Difference): string {
  const parts = [
    added.length > 0 ? `${added.length} added` : '',
    removed.length > 0 ? `${removed.length} removed` : '',
    edited.length > 0 ? `${edited.length} edited` : '',
    moved.length > 0 ? `${moved.length} moved` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A post's author where a name has to stand. */
export function nameOf(item: { readonly fullName: string | null } | null | undefined): string {
  return item?.fullName ?? 'No name given';
}
