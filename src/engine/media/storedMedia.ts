/** Measures the stored media by use, and deletes what is on no list. */
import { statfs } from 'node:fs/promises';
import type { StoredMedia } from '../../contract/queries.ts';
import { isHeldKey } from '../../core/heldMedia.ts';
import type { Store } from '../store.ts';
import type { FileKey } from './fileKey.ts';
import type { Files } from './files.ts';
import { findWantedMedia } from './wantedMedia.ts';

export async function measureStoredMedia(
  files: Pick<Files, 'measure'> | null,
  store: Pick<Store, 'state'>,
  dataDir: string,
): Promise<StoredMedia> {
  const wanted = findWantedMedia(store.state());
  const measure = (isCounted: (key: FileKey) => boolean) => files?.measure(isCounted) ?? { files: 0, bytes: 0 };
  const all = measure(() => true);
  // A file of several addresses is in use if one of them is.
  const used = measure(({ url, isOwn }) => (isOwn ? isHeldKey(url) : wanted.has(url)));
  const space = await statfs(dataDir).catch(() => null);
  return {
    all,
    onAir: measure(({ url, isOwn }) => (isOwn ? isHeldKey(url) : wanted.get(url)?.urgency === 'onAir')),
    unused: { files: all.files - used.files, bytes: all.bytes - used.bytes },
    freeBytes: space === null ? null : space.bavail * space.bsize,
  };
}

/** Resolves with the number of deleted files. */
export async function deleteUnusedMedia(
  files: Pick<Files, 'measure' | 'forgetKeys' | 'keys'>,
  store: Pick<Store, 'state'>,
): Promise<number> {
  const wanted = findWantedMedia(store.state());
  const count = (): number => files.measure(() => true).files;
  const before = count();
  const isUnused = ({ url, isOwn }: FileKey): boolean => (isOwn ? !isHeldKey(url) : !wanted.has(url));
  // Earlier files of an address have keys of their own.
  await files.forgetKeys(files.keys().filter(isUnused));
  return before - count();
}
