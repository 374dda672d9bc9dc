/** The media types that a post accepts, and detection of a URL's type. */
import { say } from '../../core/language/say.ts';
import { mediaTypes } from '../../core/mediaKind.ts';
import { ownValue } from '../../core/ownValue.ts';
import type { MediaItem } from '../../core/serviceDocument.ts';
import type { TileMedia } from '../../ui/MediaTile.tsx';

const mimeTypes: Readonly<Record<string, string>> = { ...mediaTypes, jpeg: mediaTypes.jpg };

export const acceptedMediaTypes = Object.values(mediaTypes).join(',');
export const acceptedPictureTypes = Object.values(mediaTypes)
  .filter((type) => type.startsWith('image/'))
  .join(',');

/** Returns a picture, or a video’s first frame, for a tile. */
export function toTileMedia({ mediaUrl, mediaType }: MediaItem): TileMedia {
  const url = mediaType.startsWith('video/') ? `${mediaUrl}#t=0.1` : mediaUrl;
  return { mediaType, url, posterUrl: null, thumbnailUrl: null, durationMs: null, progress: 1, isBroken: false };
}

/** Returns why this text can't be added, without requesting it; `null` if it may be valid. */
export function findUrlProblem(text: string, isPictureOnly: boolean): string | null {
  const accepted = isPictureOnly ? say('JPEG, PNG, GIF or WebP') : say('JPEG, PNG, GIF, WebP or MP4');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return say('Not added: not a URL. Use https://…');
  const extension = getExtension(url);
  if (extension === null) return null;
  const type = ownValue(mimeTypes, extension);
  if (type === undefined) return say('Not added: {type}. Use {accepted}', { type: extension.toUpperCase(), accepted });
  return isPictureOnly && type.startsWith('video/') ? say('Not added: video. Use {accepted}', { accepted }) : null;
}

/**
 * Returns the MIME type of the media at a URL, or `null` when the browser can't show it.
 * Without a known extension a picture counts as JPEG, because a page can't read another site's headers.
 */
export async function detectMediaType(url: string): Promise<string | null> {
  const extension = getExtension(new URL(url));
  const expected = extension === null ? null : (ownValue(mimeTypes, extension) ?? null);
  if (expected !== 'video/mp4' && (await canShow('img', url))) return expected ?? 'image/jpeg';
  if (expected === null || expected === 'video/mp4') return (await canShow('video', url)) ? 'video/mp4' : null;
  return null;
}

function getExtension(url: URL): string | null {
  return /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? null;
}

const timeoutMs = 8000;

function canShow(tag: 'img' | 'video', url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const element = document.createElement(tag);
    const finish = (isLoaded: boolean) => {
      clearTimeout(timer);
      element.removeAttribute('src');
      resolve(isLoaded);
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    element.onerror = () => finish(false);
    if (element instanceof HTMLVideoElement) {
      element.preload = 'metadata';
      element.onloadedmetadata = () => finish(true);
    } else {
      element.onload = () => finish(true);
    }
    element.src = url;
  });
}
