/** Keeps each collection's ETag with the version it belongs to, so that a 304 can only confirm that version. */
import { createHash } from 'node:crypto';
import type { Collection } from '../../core/collection.ts';

type StoredEtag = { readonly scope: string; readonly etag: string; readonly collection: Collection };

export type EtagCache = {
  /** The ETag to send, byte for byte; `null` if none belongs to the current version. */
  readonly etagFor: (scope: string, id: string, current: Collection | null) => string | null;
  readonly store: (scope: string, id: string, etag: string | null, collection: Collection) => void;
  readonly forget: (id: string) => void;
};

/** Hash of the address and key, because an ETag is valid only for both. The key itself is not stored. */
export function createEtagScope(origin: string, path: string, key: string): string {
  return createHash('sha256').update(`${origin}\n${path}\n${key}`).digest('hex');
}

export function createEtagCache(): EtagCache {
  const stored = new Map<string, StoredEtag>();
  return {
    etagFor: (scope, id, current) => {
      const entry = stored.get(id);
      return entry !== undefined && entry.scope === scope && entry.collection === current ? entry.etag : null;
    },
    store: (scope, id, etag, collection) => {
      if (etag === null || !isSendable(etag)) stored.delete(id);
      else stored.set(id, { scope, etag, collection });
    },
    forget: (id) => {
      stored.delete(id);
    },
  };
}

/** Weak comparison (RFC 9110 §8.8.3.2). */
export function isSameEtag(a: string, b: string): boolean {
  return stripWeakPrefix(a) === stripWeakPrefix(b);
}

function stripWeakPrefix(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}

/** Whether the ETag can be sent in a header unchanged. */
function isSendable(etag: string): boolean {
  return etag.length > 0 && etag.length <= 1024 && /^[\x21-\x7e\x80-\xff ]+$/.test(etag);
}
