/** Computes a collection’s next version: a strictly later date and the patch that undoes the change. */

import type { ChangeKind, UndoneChange } from '../../core/serviceDocument.ts';
import { applyPatch, type Contents, diffContents, type Patch } from './patch.ts';
import type { StoredCollection } from './stored.ts';

/** Undo steps kept per collection. */
const undoLimit = 100;

export type VersionChange = {
  readonly version: number;
  readonly at: string;
  readonly kind: ChangeKind;
  readonly itemId: string | null;
  readonly isUndo: boolean;
  readonly patch: Patch;
};

/** A new collection’s first patch applies to this. */
export const emptyContents: Contents = { name: '', contentType: '', isDeleted: false, staging: [], live: [] };

/** `before` is `null` for a new collection. Throws if the patch names a post that `before` does not have. */
export function computeNextVersion(
  identity: { readonly id: string; readonly organisation: string },
  before: StoredCollection | null,
  change: VersionChange,
): StoredCollection {
  const { version, at, kind, itemId, isUndo, patch } = change;
  const after = applyPatch(before ?? emptyContents, patch);
  return {
    ...after,
    id: identity.id,
    organisation: identity.organisation,
    version,
    createdDate: before?.createdDate ?? at,
    lastModifiedDate: at,
    lastChange: { kind, itemId, at, undone: isUndo ? findUndone(before) : null },
    undo: computeUndo(before, after, change),
  };
}

function findUndone(before: StoredCollection | null): UndoneChange | null {
  const [last] = before?.undo ?? [];
  return last === undefined ? null : { kind: last.kind, itemId: last.itemId, version: last.version };
}

function computeUndo(
  before: StoredCollection | null,
  after: Contents,
  { kind, itemId, version, isUndo }: VersionChange,
): StoredCollection['undo'] {
  if (before === null) return [];
  if (isUndo) return before.undo.slice(1);
  return [{ kind, itemId, version, patch: diffContents(after, before) }, ...before.undo].slice(0, undoLimit);
}

/** Returns the current time, but at least 1 ms after `previous`; ISO 8601 with milliseconds, UTC. */
export function computeNextTimestamp(previous: string | null, nowMs: number): string {
  const earliestMs = previous === null ? nowMs : Date.parse(previous) + 1;
  return new Date(Math.max(nowMs, earliestMs)).toISOString();
}
