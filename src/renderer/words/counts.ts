/** Counts as the desk says them. */
import type { Difference } from '../../core/compare.ts';

export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
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
