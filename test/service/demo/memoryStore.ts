/** An in-memory store for the demo’s tests: real edits and versions, no files. */

import { createHash } from 'node:crypto';
import { diffLists } from '../../../src/core/splices.ts';
import { type StoredCollection, summaryOf } from '../../../src/service/store/stored.ts';
import type { ChangeOutcome, Store } from '../../../src/service/store.ts';

export type MemoryStore = Pick<Store, 'summaries' | 'create' | 'addMedia' | 'read' | 'change'> & {
  readonly media: ReadonlyMap<string, Uint8Array>;
};

export function createMemoryStore(): MemoryStore {
  const collections = new Map<string, StoredCollection>();
  const media = new Map<string, Uint8Array>();
  const dateOf = (version: number) => new Date(Date.UTC(2026, 10, 20, 18, 0, version)).toISOString();

  return {
    media,
    summaries: (organisation) =>
      [...collections.values()].filter((collection) => collection.organisation === organisation).map(summaryOf),
    create: async (organisation, draft) => {
      const id = `col_${collections.size + 1}`;
      const created: StoredCollection = {
        ...draft,
        id,
        organisation,
        isDeleted: false,
        version: 1,
        createdDate: dateOf(1),
        lastModifiedDate: dateOf(1),
        lastChange: { kind: 'collectionCreated', itemId: null, at: dateOf(1), undone: null },
        undo: [],
      };
      collections.set(id, created);
      return created;
    },
    addMedia: async (bytes) => {
      const mediaType = detectType(bytes);
      if (mediaType === null) return null;
      const mediaUrl = `/media/${createHash('sha256').update(bytes).digest('hex')}`;
      media.set(mediaUrl, bytes);
      return { mediaUrl, mediaType };
    },
    read: async (_organisation, collectionId) => collections.get(collectionId) ?? null,
    change: async (_organisation, collectionId, precondition, edit): Promise<ChangeOutcome> => {
      const before = collections.get(collectionId);
      if (before === undefined) return { outcome: 'unknown' };
      if (precondition !== null && !precondition(before)) return { outcome: 'conflict', collection: before };
      const after = edit.apply(before);
      if ('refused' in after) return { outcome: 'refused', ...after };
      const version = before.version + 1;
      const lastChange = { kind: edit.kind, itemId: edit.itemId, at: dateOf(version), undone: null };
      const collection = { ...before, ...after, version, lastModifiedDate: dateOf(version), lastChange };
      collections.set(collectionId, collection);
      return { outcome: 'done', collection, splices: diffLists(before, after) };
    },
  };
}

/** Detects the MIME type from the first bytes. */
export function detectType(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG')) return 'image/png';
  if (text.startsWith('GIF8')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return text.slice(4, 8) === 'ftyp' ? 'video/mp4' : null;
}
