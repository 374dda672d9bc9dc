/** Shows the posts that a template selects and skips outdated ones. A post that leaves air is removed in the next frame. */
import type { FeedPost, FeedState } from '../kit/publicTypes.ts';
import { type OverlayItem, toOverlayItem } from './overlayItem.ts';

export type OverlayView<Picture> = {
  /** Draws the posts, loaded and measured but not visible. Resolves in bounded time; never rejects. */
  readonly prepare: (items: readonly OverlayItem[]) => Promise<Picture>;
  /** Cross-fades to the picture. */
  readonly show: (picture: Picture) => void;
  /** Removes a prepared picture that is no longer needed. */
  readonly discard: (picture: Picture) => void;
  /** Removes every other post from what is shown or fading out, in the next frame. */
  readonly keepOnly: (ids: ReadonlySet<string>) => void;
  /** Whether a video of this post is on screen. Its poster would restart it. */
  readonly isShowingVideo: (id: string) => boolean;
  /** Empties the screen with a fade. */
  readonly fadeOut: () => void;
};

export type OverlayController = {
  readonly update: (state: FeedState) => void;
  readonly play: () => void;
  readonly stop: () => void;
  /** Selects again, because the template turns a page. */
  readonly turn: () => void;
  /** Draws the posts again, because the appearance changed. */
  readonly redraw: () => void;
};

/** `select` returns the posts to show; none empties the screen. `onShown` gets the revision each time the view shows its selection. */
export function createOverlayController<Picture>(
  isPlayingInitially: boolean,
  select: (state: FeedState) => readonly FeedPost[],
  view: OverlayView<Picture>,
  onShown: (revision: number) => void,
): OverlayController {
  let isPlaying = isPlayingInitially;
  let latest: FeedState | null = null;
  /** The selection on screen; empty when there is none. */
  let shown: readonly OverlayItem[] = [];
  /** The selection being prepared. Only the newest may reach the screen. */
  let pending: readonly OverlayItem[] | null = null;
  /** Whether what is on screen must be drawn again: the appearance changed, or a drawing failed. */
  let isStale = false;

  const cutPostsThatLeft = ({ list }: FeedState): void => {
    const onAir = new Set(list.map(({ id }) => id));
    view.keepOnly(onAir);
    shown = shown.filter(({ id }) => onAir.has(id));
  };

  const looksSame = (selection: readonly OverlayItem[]): boolean =>
    shown.length === selection.length &&
    shown.every((item, index) => {
      const next = selection[index];
      if (next === undefined) return false;
      if (isSame(item, next)) return true;
      return isSame(withoutPosters(item), withoutPosters(next)) && view.isShowingVideo(item.id);
    });

  /** Nothing is shown or confirmed until a later drawing succeeds. */
  const noteFailure = (): void => {
    pending = null;
    isStale = true;
  };

  const guard = (draw: () => void): void => {
    try {
      draw();
    } catch (error) {
      noteFailure();
      throw error;
    }
  };

  const render = (): void => guard(draw);

  const draw = (): void => {
    if (latest === null) return;
    const { revision } = latest;
    cutPostsThatLeft(latest);
    const selection = isPlaying ? select(latest).map(toOverlayItem) : [];
    if (selection.length === 0) {
      pending = null;
      if (isPlaying) view.keepOnly(new Set());
      else if (shown.length > 0) view.fadeOut();
      shown = [];
      onShown(revision);
      return;
    }
    if (!isStale && looksSame(selection)) {
      pending = null;
      shown = selection;
      onShown(revision);
      return;
    }
    if (!isStale && pending !== null && isSame(pending, selection)) return;
    isStale = false;
    pending = selection;
    const showPrepared = (picture: Picture): void => {
      if (pending !== selection) {
        view.discard(picture);
        return;
      }
      pending = null;
      guard(() => view.show(picture));
      shown = selection;
      if (latest !== null) onShown(latest.revision);
    };
    void view.prepare(selection).then(showPrepared, (error: unknown) => {
      if (pending === selection) noteFailure();
      console.error(error);
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
    turn: render,
    redraw: () => {
      isStale = true;
      render();
    },
  };
}

/** Whether two posts, or two selections, look the same on screen. */
function isSame(a: OverlayItem | readonly OverlayItem[], b: OverlayItem | readonly OverlayItem[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function withoutPosters(item: OverlayItem): OverlayItem {
  const media = item.media.map((medium) =>
    medium.mediaType.startsWith('video/') ? { ...medium, posterUrl: null } : medium,
  );
  return { ...item, media };
}
