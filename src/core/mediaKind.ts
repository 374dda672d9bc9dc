/** The kinds of pictures and videos that posts may have, and how to detect them from the first bytes. */

/** The MIME type of each kind. Files are stored with the kind as their extension. */
export const mediaTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
} as const;

export type MediaKind = keyof typeof mediaTypes;

export function isMediaKind(extension: string): extension is MediaKind {
  return Object.hasOwn(mediaTypes, extension);
}

/** `JPEG`, `WebP`, `MP4`; the MIME type itself for an unknown one. */
export function formatMediaType(mediaType: string): string {
  const type: string = mediaType.toLowerCase();
  if (!Object.values<string>(mediaTypes).includes(type)) return mediaType;
  return type === mediaTypes.webp ? 'WebP' : type.slice(type.indexOf('/') + 1).toUpperCase();
}

/** Number of bytes needed to detect the kind. */
export const magicLength = 64;

/** ISO media brands that every browser engine plays; AVIF, HEIC and QuickTime are not among them. */
const videoBrands = new Set([
  'isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'iso7', 'iso8', 'iso9',
  'mp41', 'mp42', 'mp71', 'avc1', 'dash', 'cmfc', 'cmff', 'MSNV', 'M4V ', 'f4v ',
]); // biome-ignore format: a table

/** Returns `null` for anything that is not served, such as SVG, HTML, AVIF, HEIC or PDF. */
export function readKind(bytes: Uint8Array): MediaKind | null {
  const text = String.fromCharCode(...bytes.subarray(0, magicLength));
  if (text.startsWith('\xff\xd8\xff')) return 'jpg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) !== 'ftyp') return null;
  if (/^(?:avi[fs]|he[iv][cmsx]|mif1|msf1|qt {2})/.test(text.slice(8, 12))) return null;
  if (videoBrands.has(text.slice(8, 12))) return 'mp4';
  for (let offset = 16; offset + 4 <= text.length; offset += 4) {
    if (videoBrands.has(text.slice(offset, offset + 4))) return 'mp4';
  }
  return null;
}
