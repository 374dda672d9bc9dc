/** The pictures and videos of one post in one frame, shown in turn. */
import { loadMedium, shapeOf } from './cardMedia.ts';
import type { OverlayMedia } from './overlayItem.ts';

/** How long a picture stays. A video stays until its end, at most `maxVideoMs`. */
const pictureMs = 6000;
const maxVideoMs = 60_000;

/** Resolves with a frame that shows the first medium that can be shown, ready to be painted. Rejects if there is none. */
export async function loadMediaSequence(media: readonly OverlayMedia[]): Promise<HTMLElement> {
  for (const [index, medium] of media.entries()) {
    const loaded = await loadMedium(medium, media.length > 1).catch(() => null);
    if (loaded === null) continue;
    const frame = document.createElement('span');
    frame.className = `post-media is-${shapeOf(loaded.width, loaded.height)}`;
    frame.appendChild(loaded.element);
    if (media.length > 1) playInTurn(frame, loaded.element, media, index);
    return frame;
  }
  throw new Error('no medium can be shown');
}

/** Replaces the medium while the frame is in the page. The next one is decoded before it is shown. */
function playInTurn(frame: HTMLElement, first: HTMLElement, media: readonly OverlayMedia[], firstIndex: number): void {
  let shown = first;
  let index = firstIndex;
  const waitForEnd = (): Promise<void> =>
    new Promise((resolve) => {
      const video = shown.querySelector('video');
      if (video === null) {
        setTimeout(resolve, pictureMs);
        return;
      }
      video.addEventListener('ended', () => resolve());
      setTimeout(resolve, maxVideoMs);
    });
  const play = async (): Promise<void> => {
    await waitForEnd();
    while (document.documentElement.contains(frame)) {
      index = (index + 1) % media.length;
      const next = media[index];
      const loaded = next === undefined ? null : await loadMedium(next, true).catch(() => null);
      if (loaded === null) {
        await new Promise((resolve) => setTimeout(resolve, pictureMs));
        continue;
      }
      if (!document.documentElement.contains(frame)) return;
      frame.appendChild(loaded.element);
      frame.dispatchEvent(new CustomEvent('medium-shown', { bubbles: true }));
      shown.remove();
      shown = loaded.element;
      await waitForEnd();
    }
  };
  void play();
}
