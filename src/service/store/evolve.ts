/** The next version of a collection: a strictly later date, and what takes the change back. Pure. */
import { applyPatch, diffContents, type Patch } from './patch.ts';
import type { ChangeKind, Contents, StoredCollection } from './stored.ts';

/** Changes that can be taken back, a collection. */
const undoLimit = 100;

export type VersionFacts = {
  readonly version: number;
  readonly at: string;
  readonly kind: ChangeKind;
  readonly itemId: string | null;
  readonly isUndo: boolean;
  readonly patch: Patch;
};

/** The contents before there is a collection: what a first patch is made from. */
export const nothing: Contents = { name: '', contentType: '', isDeleted: false, staging: [], live: [] };

/** `before` null: the collection is made. Throws when the patch was not made from `before`. */
export function evolve(
  identity: { readonly id: string; readonly organisation: string },
  before: StoredCollection | null,
  facts: VersionFacts,
): StoredCollection {
  const { version, at, kind, itemId, isUndo, patch } = facts;
  const after = applyPatch(before ?? nothing, patch);
  return {
    ...after,
    id: identity.id,
    organisation: identity.organisation,
    version,
    createdDate: before?.createdDate ?? at,
    lastModifiedDate: at,
    lastChange: { kind, itemId, at },
    undo: undoAfter(before, after, kind, isUndo),
  };
}

function undoAfter(before: StoredCollection | null, after: Contents, kind: ChangeKind, isUndo: boolean) {
  if (before === null) return [];
  if (isUndo) return before.undo.slice(1);
  return [{ kind, patch: diffContents(after, before) }, ...before.undo].slice(0, undoLimit);
}

/** Now, or a millisecond after `previous` when the clock has not passed it. ISO 8601, milliseconds, UTC. */
export function laterThan(previous: string | null, nowMs: number): string {
  const earliestMs = previous === null ? nowMs : Date.parse(previous) + 1;
  return new Date(Math.max(nowMs, earliestMs)).toISOString();
}
