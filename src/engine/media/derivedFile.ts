/** Names the files that Greenroom makes itself from a cached one: its smaller sizes, and the poster of a video. */

import { type FileKey, ownKey } from './fileKey.ts';

/** A width in pixels, or the poster. */
export type Variant = '320' | '640' | '1080' | 'poster';

export const variants: readonly Variant[] = ['320', '640', '1080', 'poster'];

const prefix = 'derived:';

/** Its key in the index, where a fetched file has its address. */
export function derivedKey(originalName: string, variant: Variant): FileKey {
  return ownKey(`${prefix}${variant}:${originalName}`);
}

/** Name of the file that it was made from; `null` for a file that was fetched. */
export function originalOf({ url, isOwn }: FileKey): string | null {
  return isOwn && url.startsWith(prefix) ? (url.split(':')[2] ?? null) : null;
}

export function isPoster({ url, isOwn }: FileKey): boolean {
  return isOwn && url.startsWith(derivedKey('', 'poster').url);
}
