/** Shows the play head’s current item and skips outdated ones. An item that leaves air is removed in the next frame. */
import type { FeedState } from '../kit/publicTypes.ts';
import { type OverlayItem, toOverlayItem } from './overlayItem.ts';

export type OverlayView<Card> = {
  /** Creates a card, loaded and measured but not visible. Resolves in bounded time; never rejects. */
  readonly prepare: (item: OverlayItem) => Promise<Card>;
  /** Cross-fades to the card. */
  readonly show: (card: Card) => void;
  /** Removes a prepared card that is no longer needed. */
  readonly discard: (card: Card) => void;
  /** Empties the screen in the next frame. */
  readonly cut: () => void;
  /** Removes the cards that are fading out, in the next frame. */
  readonly cutPrevious: () => void;
  /** Empties the screen with a fade. */
  readonly fadeOut: () => void;
};

export type OverlayController = {
  readonly update: (state: FeedState) => void;
  readonly play: () => void;
  readonly stop: () => void;
};

/** `onShown` is called with the revision each time the view shows its current item. */
export function createOverlayController<Card>(
  isPlayingInitially: boolean,
  view: OverlayView<Card>,
  onShown: (revision: number) => void,
): OverlayController {
  let isPlaying = isPlayingInitially;
  let latest: FeedState | null = null;
  let shown: OverlayItem | null = null;
  /** Shown before, and perhaps still fading out. */
  let previousIds: readonly string[] = [];
  /** The item being prepared. Only the newest may reach the screen. */
  let pending: OverlayItem | null = null;

  const render = (): void => {
    if (latest === null) return;
    const { list, now, revision } = latest;
    const hasLeft = (id: string): boolean => !list.some((post) => post.id === id);
    if (previousIds.some(hasLeft)) {
      view.cutPrevious();
      previousIds = [];
    }
    const current = isPlaying && now !== null ? toOverlayItem(now) : null;
    if (current === null) {
      pending = null;
      if (shown !== null) (isPlaying ? view.cut : view.fadeOut)();
      shown = null;
      onShown(revision);
      return;
    }
    if (shown !== null && hasLeft(shown.id)) {
      view.cut();
      shown = null;
    }
    if (shown !== null && isSame(shown, current)) {
      pending = null;
      onShown(revision);
      return;
    }
    if (pending !== null && isSame(pending, current)) return;
    pending = current;
    void view.prepare(current).then((card) => {
      if (pending !== current) {
        view.discard(card);
        return;
      }
      pending = null;
      previousIds = shown === null ? [] : [shown.id];
      shown = current;
      view.show(card);
      if (latest !== null) onShown(latest.revision);
    });
  };

  return {
    update: (state) => {
      latest = state;
      render();
    },
    play: () => {
      isPlaying = true;
      render();
    },
    stop: () => {
      isPlaying = false;
      render();
    },
  };
}

/** True if two items look the same on screen. Overlays import only types of the core, so not its JSON equality; the engine writes both alike. */
function isSame(a: OverlayItem, b: OverlayItem): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
