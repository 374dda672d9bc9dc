/** The picture or film beside the words: loaded and decoded before anybody sees it. */
import type { OverlayMedia } from './readFrame.ts';

export type Shape = 'landscape' | 'portrait' | 'square';

/** Pictures that are nearly square are shown square. */
export function shapeOf(width: number, height: number): Shape {
  const ratio = width / height;
  if (ratio > 1.15) return 'landscape';
  return ratio < 0.87 ? 'portrait' : 'square';
}

/** What is drawn of a medium; null while it is not on this machine, or is of a kind that has no picture. */
export function pictureAddress(medium: OverlayMedia): string | null {
  if (!medium.ready) return null;
  if (medium.mediaType.startsWith('image/')) return medium.url;
  return medium.mediaType.startsWith('video/') ? (medium.posterUrl ?? medium.url) : medium.posterUrl;
}

/** Loads and decodes a picture. Rejects when it cannot be shown. */
export async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.alt = '';
  image.src = address;
  await image.decode();
  return image;
}

/** The element for a medium, ready to be seen. Rejects when it cannot be shown. */
export async function loadMedium(medium: OverlayMedia): Promise<HTMLElement> {
  const address = pictureAddress(medium);
  if (address === null) throw new Error('nothing to show yet');
  const isFilm = medium.mediaType.startsWith('video/');
  const picture = isFilm && medium.posterUrl === null ? null : await loadImage(address);
  const size = picture === null ? null : { width: picture.naturalWidth, height: picture.naturalHeight };
  const frame = document.createElement('span');
  const shape = shapeOf(medium.width ?? size?.width ?? 1, medium.height ?? size?.height ?? 1);
  frame.className = `card-media is-${shape}`;
  if (picture !== null) frame.appendChild(picture);
  if (isFilm) frame.appendChild(await loadFilm(medium.url, picture === null));
  return frame;
}

/** A film that plays silently, over and over. With a poster under it there is nothing to wait for. */
async function loadFilm(address: string, isWaitedFor: boolean): Promise<HTMLVideoElement> {
  const film = document.createElement('video');
  film.muted = true;
  film.loop = true;
  film.autoplay = true;
  film.src = address;
  if (isWaitedFor) {
    await new Promise<void>((resolve, reject) => {
      film.onloadeddata = () => resolve();
      film.onerror = () => reject(new Error('the film cannot be played'));
    });
  }
  return film;
}
