/** Keeps each collection's ETag beside the very version that it stands for, so that a 304 is believed only when it was earned. */
import { createHash } from 'node:crypto';
import type { Collection } from '../../core/collection.ts';

type Kept = { readonly scope: string; readonly etag: string; readonly collection: Collection };

export type Validators = {
  /** The ETag to send, byte for byte; null when none stands for the version that is held now. */
  readonly etagFor: (scope: string, id: string, held: Collection | null) => string | null;
  readonly keep: (scope: string, id: string, etag: string | null, collection: Collection) => void;
  readonly forget: (id: string) => void;
};

/** What an ETag is worth depends on who asked whom: the base and the key. The key itself is not kept. */
export function scopeOf(origin: string, path: string, key: string): string {
  return createHash('sha256').update(`${origin}\n${path}\n${key}`).digest('hex');
}

export function createValidators(): Validators {
  const kept = new Map<string, Kept>();
  return {
    etagFor: (scope, id, held) => {
      const known = kept.get(id);
      return known !== undefined && known.scope === scope && known.collection === held ? known.etag : null;
    },
    keep: (scope, id, etag, collection) => {
      if (etag === null || !isSendable(etag)) kept.delete(id);
      else kept.set(id, { scope, etag, collection });
    },
    forget: (id) => {
      kept.delete(id);
    },
  };
}

/** Whether two ETags name the same thing by weak comparison (RFC 9110 §8.8.3.2). */
export function isSameEtag(a: string, b: string): boolean {
  return opaque(a) === opaque(b);
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}

/** An ETag goes back as it came, unless it could not stand in a header. */
function isSendable(etag: string): boolean {
  return etag.length > 0 && etag.length <= 1024 && /^[\x21-\x7e\x80-\xff ]+$/.test(etag);
}
