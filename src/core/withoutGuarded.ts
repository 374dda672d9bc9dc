/** The difference that a take would make while guards keep posts off air. */
import type { Difference } from './compare.ts';

/** Guarded posts stay off; a post on air goes off if its waiting edit is guarded. */
export function withoutGuarded(pending: Difference, guarded: readonly { readonly itemId: string }[]): Difference {
  if (guarded.length === 0) return pending;
  const guardedIds = new Set(guarded.map(({ itemId }) => itemId));
  const isUnguarded = (id: string): boolean => !guardedIds.has(id);
  const nowGuarded = new Set(
    [...pending.edited.map(({ id }) => id), ...pending.moved].filter((id) => guardedIds.has(id)),
  );
  return {
    added: pending.added.filter(isUnguarded),
    removed: [...pending.removed, ...nowGuarded],
    edited: pending.edited.filter(({ id }) => isUnguarded(id)),
    moved: pending.moved.filter(isUnguarded),
  };
}
