/** Which kinds of picture and film a post may have, and what an address or a file is of them. */

const kinds: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
};

export const acceptedTypes = [...new Set(Object.values(kinds))].join(',');
export const acceptedPictures = [...new Set(Object.values(kinds))]
  .filter((type) => type.startsWith('image/'))
  .join(',');

/** `JPEG`, `MP4`; the MIME type itself for any other. */
export function kindWord(mediaType: string): string {
  const known = Object.values(kinds).includes(mediaType);
  if (!known) return mediaType;
  return mediaType === 'image/webp' ? 'WebP' : (mediaType.split('/')[1] ?? mediaType).toUpperCase();
}

/** What is wrong with an address before anything is asked of it, or null. */
export function typeFault(address: string, isForPictureOnly: boolean): string | null {
  const right = isForPictureOnly ? 'JPEG, PNG, GIF, WebP' : 'JPEG, PNG, GIF, WebP, MP4';
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Not added: not an address. Right: https://…';
  const ending = endingOf(url);
  if (ending === null) return null;
  const type = kinds[ending];
  if (type === undefined) return `Not added: ${ending.toUpperCase()}. Right: ${right}`;
  return isForPictureOnly && type.startsWith('video/') ? `Not added: a film. Right: ${right}` : null;
}

/**
 * The MIME type of what is at the address, or null when it cannot be shown. By its ending; without one, a picture is taken for a JPEG,
 * because a page may look at a picture from elsewhere and not at its headers.
 */
export async function mediaTypeOf(address: string): Promise<string | null> {
  const ending = endingOf(new URL(address));
  const named = ending === null ? null : (kinds[ending] ?? null);
  if (named !== 'video/mp4' && (await canShow('img', address))) return named ?? 'image/jpeg';
  if (named === null || named === 'video/mp4') return (await canShow('video', address)) ? 'video/mp4' : null;
  return null;
}

function endingOf(url: URL): string | null {
  return /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? null;
}

const patienceMs = 8000;

function canShow(tag: 'img' | 'video', address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const element = document.createElement(tag);
    const done = (isShown: boolean) => {
      clearTimeout(timer);
      element.removeAttribute('src');
      resolve(isShown);
    };
    const timer = setTimeout(() => done(false), patienceMs);
    element.onerror = () => done(false);
    if (element instanceof HTMLVideoElement) {
      element.preload = 'metadata';
      element.onloadedmetadata = () => done(true);
    } else {
      element.onload = () => done(true);
    }
    element.src = address;
  });
}
