/** Names the files that Greenroom makes itself from a cached one: its smaller sizes, and the poster of a video. */

/** A width in pixels, or the poster. */
export type Variant = '320' | '640' | '1080' | 'poster';

export const variants: readonly Variant[] = ['320', '640', '1080', 'poster'];

const prefix = 'derived:';

/** Its key in the index, where a fetched file has its address. No post can have it as an address. */
export function derivedUrl(originalName: string, variant: Variant): string {
  return `${prefix}${variant}:${originalName}`;
}

/** Name of the file that it was made from; `null` for a file that was fetched. */
export function originalOf(url: string): string | null {
  return url.startsWith(prefix) ? (url.split(':')[2] ?? null) : null;
}

export function isPoster(url: string): boolean {
  return url.startsWith(derivedUrl('', 'poster'));
}
