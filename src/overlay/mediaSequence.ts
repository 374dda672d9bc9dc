/** The pictures and videos of one post in one frame, shown in turn. */
import { type LoadedMedium, loadMedium, shapeOf } from './cardMedia.ts';
import type { OverlayMedia } from './overlayItem.ts';

/** How long a picture stays. A video stays until its end, at most `maxVideoMs`. */
const pictureMs = 6000;
const maxVideoMs = 60_000;
/** After this wait for one of several media, the next one is tried. */
const maxLoadMs = 8000;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** An empty frame for a medium of this size in px. */
export function createMediaFrame(width: number, height: number): HTMLElement {
  const frame = document.createElement('span');
  frame.className = `post-media is-${shapeOf(width, height)}`;
  return frame;
}

/** Resolves with a frame that shows the first medium that can be shown, ready to be painted. Rejects if there is none. */
export async function loadMediaSequence(media: readonly OverlayMedia[]): Promise<HTMLElement> {
  const { loaded, index } = await loadFirst(media);
  const frame = createMediaFrame(loaded.width, loaded.height);
  frame.appendChild(loaded.element);
  if (media.length > 1) playInTurn(frame, loaded.element, media, index);
  return frame;
}

/** Loads the media one after the other. A slow medium is still shown if no other arrives before it. */
function loadFirst(media: readonly OverlayMedia[]): Promise<{ readonly loaded: LoadedMedium; readonly index: number }> {
  return new Promise((resolve, reject) => {
    const downloads = new Set<AbortController>();
    let tried = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tryNext = (): void => {
      clearTimeout(timer);
      const index = tried;
      const medium = media[index];
      if (medium === undefined) {
        if (downloads.size === 0) reject(new Error('no medium can be shown'));
        return;
      }
      tried += 1;
      const download = new AbortController();
      downloads.add(download);
      timer = setTimeout(tryNext, maxLoadMs);
      const isNewest = (): boolean => tried === index + 1;
      loadMedium(medium, media.length > 1, download.signal).then(
        (loaded) => {
          clearTimeout(timer);
          tried = media.length;
          downloads.delete(download);
          for (const other of downloads) other.abort();
          resolve({ loaded, index });
        },
        () => {
          downloads.delete(download);
          if (isNewest() || downloads.size === 0) tryNext();
        },
      );
    };
    tryNext();
  });
}

/** Resolves with `null` if the medium can’t be shown or takes too long; its download is then ended. */
async function loadInTime(medium: OverlayMedia): Promise<LoadedMedium | null> {
  const download = new AbortController();
  const timer = setTimeout(() => download.abort(), maxLoadMs);
  const loaded = await loadMedium(medium, true, download.signal).catch(() => null);
  clearTimeout(timer);
  return loaded;
}

/** Resolves when the medium has been shown long enough. A video that does not play is shown as long as a picture, by its poster. */
function waitForEnd(element: HTMLElement): Promise<void> {
  const video = element.querySelector('video');
  if (video === null) return wait(pictureMs);
  return new Promise((resolve) => {
    video.addEventListener('ended', () => resolve());
    setTimeout(() => {
      if (video.error !== null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
    }, pictureMs);
    setTimeout(resolve, maxVideoMs);
  });
}

/** Replaces the medium while the frame is in the page. The next one is decoded before it is shown. */
function playInTurn(frame: HTMLElement, first: HTMLElement, media: readonly OverlayMedia[], firstIndex: number): void {
  let shown = first;
  let index = firstIndex;
  const isInPage = (): boolean => document.documentElement.contains(frame);
  const play = async (): Promise<void> => {
    await waitForEnd(shown);
    while (isInPage()) {
      index = (index + 1) % media.length;
      const next = media[index];
      const loaded = next === undefined ? null : await loadInTime(next);
      if (loaded === null) {
        await wait(pictureMs);
        continue;
      }
      if (!isInPage()) return;
      frame.appendChild(loaded.element);
      frame.dispatchEvent(new CustomEvent('medium-shown', { bubbles: true }));
      shown.remove();
      shown = loaded.element;
      await waitForEnd(shown);
    }
  };
  void play();
}
