/** Converts stored collections to the JSON that readers, webhooks and authors receive. */
import type { CollectionChange } from '../core/authoringDocument.ts';
import type { ContentItem } from '../core/serviceDocument.ts';
import type { Splice } from '../core/splices.ts';
import { mediaPath } from './store/mediaStore.ts';
import type { StoredCollection, StoredSummary } from './store/stored.ts';
import type { Changed } from './store.ts';

const bodies = new WeakMap<StoredCollection, { readonly base: string; readonly body: Buffer }>();

/** Returns the response body for one collection, cached per version and base address. */
export function encodeCollection(collection: StoredCollection, base: string): Buffer {
  const known = bodies.get(collection);
  if (known?.base === base) return known.body;
  const body = Buffer.from(JSON.stringify(presentCollection(collection, base)));
  bodies.set(collection, { base, body });
  return body;
}

export function presentCollection(collection: StoredCollection, base: string) {
  const totalItems = collection.staging.length + collection.live.length;
  return { ...presentForWebhook(collection, base), meta: { totalItems, page: 0 as const, pageSize: totalItems } };
}

export function presentForWebhook(collection: StoredCollection, base: string) {
  return {
    ...presentHeader(collection, collection.staging.length, collection.live.length),
    stagingContents: collection.staging.map((item) => presentItem(item, base)),
    liveContents: collection.live.map((item) => presentItem(item, base)),
  };
}

export function presentSummary(summary: StoredSummary, base: string) {
  return {
    ...presentHeader(summary, summary.stagingCount, summary.liveCount),
    url: `${base}/v1/collections/${encodeURIComponent(summary.id)}`,
  };
}

/** The reader’s collection plus its version and the change that undo would reverse. */
export function presentForAuthor(collection: StoredCollection, base: string) {
  return { ...presentCollection(collection, base), ...presentVersion(collection) };
}

/** The bytes of `presentForAuthor`; the reader’s part is cached. */
export function encodeForAuthor(collection: StoredCollection, base: string): Buffer {
  const version = JSON.stringify(presentVersion(collection));
  return Buffer.concat([encodeCollection(collection, base).subarray(0, -1), Buffer.from(`,${version.slice(1)}`)]);
}

/** More posts than this are read from the collection itself. */
const maxInserted = 200;

/** The new version without the posts that did not change. */
export function presentCollectionChange({ collection, splices }: Changed, base: string): CollectionChange {
  const inserted = splices.reduce((sum, splice) => sum + splice.inserted.length, 0);
  return {
    ...presentHeader(collection, collection.staging.length, collection.live.length),
    ...presentVersion(collection),
    splices: inserted > maxInserted ? null : splices.map((splice) => presentSplice(splice, base)),
  };
}

function presentSplice({ inserted, ...range }: Splice, base: string): Splice {
  return { ...range, inserted: inserted.map((post) => (typeof post === 'string' ? post : presentItem(post, base))) };
}

function presentVersion({ version, lastChange, undo }: StoredCollection) {
  return { version, lastChange, undoes: undo[0]?.kind ?? null, undoesVersion: undo[0]?.version ?? null };
}

function presentHeader(
  header: Pick<StoredCollection, 'id' | 'name' | 'contentType' | 'createdDate' | 'lastModifiedDate'>,
  stagingContentCount: number,
  liveContentCount: number,
) {
  const { id, name, contentType, createdDate, lastModifiedDate } = header;
  return { id, name, contentType, stagingContentCount, liveContentCount, createdDate, lastModifiedDate };
}

function presentItem(item: ContentItem, base: string) {
  return {
    ...item,
    profileImageUrl: item.profileImageUrl === null ? null : presentAddress(item.profileImageUrl, base),
    media: item.media.map((medium) => ({ ...medium, mediaUrl: presentAddress(medium.mediaUrl, base) })),
  };
}

function presentAddress(address: string, base: string): string {
  return address.startsWith(mediaPath) ? `${base}${address}` : address;
}

/** Returns the stored path of our own media, under any host name; other addresses unchanged. */
export function toStoredAddress(address: string, ownPort: number): string {
  const found = /^http:\/\/[^/]*?(?::(\d+))?(\/media\/[0-9a-f]{64}\.[a-z0-9]{3,4})$/.exec(address);
  return found !== null && Number(found[1] ?? 80) === ownPort ? (found[2] ?? address) : address;
}
