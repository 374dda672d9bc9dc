/** The media types a post may have, and detecting the type of a URL. */

const mimeTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
};

export const acceptedTypes = [...new Set(Object.values(mimeTypes))].join(',');
export const acceptedPictures = [...new Set(Object.values(mimeTypes))]
  .filter((type) => type.startsWith('image/'))
  .join(',');

/** `JPEG`, `MP4`; the MIME type itself for an unknown one. */
export function typeLabel(mediaType: string): string {
  if (!Object.values(mimeTypes).includes(mediaType)) return mediaType;
  return mediaType === 'image/webp' ? 'WebP' : (mediaType.split('/')[1] ?? mediaType).toUpperCase();
}

/** Returns why this text can't be added, judged before any request, or `null`. */
export function findUrlProblem(text: string, isPictureOnly: boolean): string | null {
  const accepted = isPictureOnly ? 'JPEG, PNG, GIF or WebP' : 'JPEG, PNG, GIF, WebP or MP4';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Not added: not a URL. Use https://…';
  const extension = extensionOf(url);
  if (extension === null) return null;
  const type = mimeTypes[extension];
  if (type === undefined) return `Not added: ${extension.toUpperCase()}. Use ${accepted}`;
  return isPictureOnly && type.startsWith('video/') ? `Not added: video. Use ${accepted}` : null;
}

/**
 * Returns the MIME type of the media at a URL, or `null` when the browser can't show it. A picture without a known extension counts as JPEG,
 * because a page can load another site's picture but not read its headers.
 */
export async function detectMediaType(url: string): Promise<string | null> {
  const extension = extensionOf(new URL(url));
  const expected = extension === null ? null : (mimeTypes[extension] ?? null);
  if (expected !== 'video/mp4' && (await canShow('img', url))) return expected ?? 'image/jpeg';
  if (expected === null || expected === 'video/mp4') return (await canShow('video', url)) ? 'video/mp4' : null;
  return null;
}

function extensionOf(url: URL): string | null {
  return /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? null;
}

const timeoutMs = 8000;

function canShow(tag: 'img' | 'video', url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const element = document.createElement(tag);
    const done = (isShown: boolean) => {
      clearTimeout(timer);
      element.removeAttribute('src');
      resolve(isShown);
    };
    const timer = setTimeout(() => done(false), timeoutMs);
    element.onerror = () => done(false);
    if (element instanceof HTMLVideoElement) {
      element.preload = 'metadata';
      element.onloadedmetadata = () => done(true);
    } else {
      element.onload = () => done(true);
    }
    element.src = url;
  });
}
