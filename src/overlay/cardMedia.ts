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

/** Loads and decodes a picture. Rejects if it can’t be shown. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.alt = '';
  image.src = url;
  await image.decode();
  return image;
}

export type LoadedMedium = {
  readonly element: HTMLElement;
  /** Pixels; equal when unknown. */
  readonly width: number;
  readonly height: number;
};

/** Loads a medium and decodes its first frame. A video repeats unless others follow it. Rejects if the medium can’t be shown. */
export async function loadMedium(medium: OverlayMedia, hasOthers: boolean): Promise<LoadedMedium> {
  const url = pictureUrlOf(medium);
  if (url === null) throw new Error('nothing to show yet');
  const isVideo = medium.mediaType.startsWith('video/');
  // A video is shown without its poster if that can’t be loaded.
  const loadPoster = () => (medium.posterUrl === null ? null : loadImage(medium.posterUrl).catch(() => null));
  const picture = await (isVideo ? loadPoster() : loadImage(url));
  const element = document.createElement('span');
  element.className = 'medium';
  if (picture !== null) element.appendChild(picture);
  if (isVideo) element.appendChild(await loadVideo(medium.url, picture !== null, !hasOthers));
  const width = medium.width || picture?.naturalWidth || 1;
  const height = medium.height || picture?.naturalHeight || 1;
  return { element, width, height };
}

/** Creates a muted video. Waits for its first frame unless a poster is shown until then. */
async function loadVideo(url: string, hasPoster: boolean, isRepeated: boolean): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.loop = isRepeated;
  video.preload = 'auto';
  video.src = url;
  if (!hasPoster) {
    await new Promise<void>((resolve, reject) => {
      video.onloadeddata = () => resolve();
      video.onerror = () => reject(new Error('the video cannot be played'));
    });
  }
  return video;
}
