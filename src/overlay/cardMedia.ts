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

/** Returns an element that is ready to show. Rejects if the medium can’t be shown. */
export async function loadMedium(medium: OverlayMedia): Promise<HTMLElement> {
  const url = pictureUrlOf(medium);
  if (url === null) throw new Error('nothing to show yet');
  const isVideo = medium.mediaType.startsWith('video/');
  const picture = isVideo && medium.posterUrl === null ? null : await loadImage(url);
  const size = picture === null ? null : { width: picture.naturalWidth, height: picture.naturalHeight };
  const frame = document.createElement('span');
  const shape = shapeOf(medium.width ?? size?.width ?? 1, medium.height ?? size?.height ?? 1);
  frame.className = `card-media is-${shape}`;
  if (picture !== null) frame.appendChild(picture);
  if (isVideo) frame.appendChild(await loadVideo(medium.url, picture !== null));
  return frame;
}

/** Creates a muted, looping video. Waits for its first frame unless a poster is shown until then. */
async function loadVideo(url: string, hasPoster: boolean): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.loop = true;
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
