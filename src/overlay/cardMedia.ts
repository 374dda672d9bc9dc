/** The picture or video of a card, loaded and decoded before it is shown. */
import type { OverlayMedia } from './overlayItem.ts';

export type Shape = 'landscape' | 'portrait' | 'square';

/** Nearly square pictures count as square. */
export function shapeOf(width: number, height: number): Shape {
  const ratio = width / height;
  if (ratio > 1.15) return 'landscape';
  return ratio < 0.87 ? 'portrait' : 'square';
}

/** Returns the URL of the picture or video; `null` if it is not stored yet or cannot be shown. */
export function pictureUrlOf(medium: OverlayMedia): string | null {
  if (!medium.ready) return null;
  if (medium.mediaType.startsWith('image/')) return medium.url;
  return medium.mediaType.startsWith('video/') ? (medium.posterUrl ?? medium.url) : medium.posterUrl;
}

/** Loads and decodes a picture. Rejects if it can’t be shown, or once the signal ends the download; `null` for no such end. */
export async function loadImage(url: string, signal: AbortSignal | null): Promise<HTMLImageElement> {
  const image = new Image();
  image.alt = '';
  image.src = url;
  await Promise.race([image.decode(), endDownload(image, signal)]);
  return image;
}

/** Rejects once the signal ends the download of the element. */
function endDownload(element: HTMLImageElement | HTMLVideoElement, signal: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => {
      element.removeAttribute('src');
      if (element instanceof HTMLVideoElement) element.load();
      reject(new Error('the download was ended'));
    });
  });
}

export type LoadedMedium = {
  readonly element: HTMLElement;
  /** Pixels; equal when unknown. */
  readonly width: number;
  readonly height: number;
};

/** Loads a medium and decodes its first frame. A video repeats unless others follow it. Rejects as `loadImage` does. */
export async function loadMedium(
  medium: OverlayMedia,
  hasOthers: boolean,
  signal: AbortSignal | null,
): Promise<LoadedMedium> {
  const url = pictureUrlOf(medium);
  if (url === null) throw new Error('nothing to show yet');
  const isVideo = medium.mediaType.startsWith('video/');
  // A video is shown without its poster if that can’t be loaded.
  const loadPoster = () => (medium.posterUrl === null ? null : loadImage(medium.posterUrl, signal).catch(() => null));
  const picture = await (isVideo ? loadPoster() : loadImage(url, signal));
  const element = document.createElement('span');
  element.className = 'medium';
  if (picture !== null) element.appendChild(picture);
  if (isVideo) element.appendChild(await loadVideo(medium.url, picture !== null, !hasOthers, signal));
  const width = medium.width || picture?.naturalWidth || 1;
  const height = medium.height || picture?.naturalHeight || 1;
  return { element, width, height };
}

/** Creates a muted video. Waits for its first frame unless a poster is shown until then. */
async function loadVideo(
  url: string,
  hasPoster: boolean,
  isRepeated: boolean,
  signal: AbortSignal | null,
): Promise<HTMLVideoElement> {
  if (signal?.aborted === true) throw new Error('the download was ended');
  const video = document.createElement('video');
  video.muted = true;
  video.loop = isRepeated;
  video.preload = 'auto';
  video.src = url;
  if (!hasPoster) {
    const ready = new Promise<void>((resolve, reject) => {
      video.onloadeddata = () => resolve();
      video.onerror = () => reject(new Error('the video cannot be played'));
    });
    await Promise.race([ready, endDownload(video, signal)]);
  }
  return video;
}
