/** Decides what the screen shows: the play head's item, the newest one only, and what left air gone at once. */
import type { OverlayDocument, OverlayItem } from './readFrame.ts';

/** A picture of one item, ready to be shown. */
export type Stage<Picture> = {
  /** Makes the picture, loaded and measured but not seen. Bounded in time; never rejects. */
  readonly prepare: (item: OverlayItem) => Promise<Picture>;
  /** Cross-fades to it. */
  readonly show: (picture: Picture) => void;
  /** Throws away a picture that is no longer wanted. */
  readonly discard: (picture: Picture) => void;
  /** Nothing on screen, from the next frame on. */
  readonly cut: () => void;
  /** Nothing on screen, fading. */
  readonly fadeOut: () => void;
};

export type Director = {
  readonly hear: (document: OverlayDocument) => void;
  readonly play: () => void;
  readonly stop: () => void;
};

/** Makes the director. `settled` is told the revision each time the stage shows what that revision says. */
export function createDirector<Picture>(
  isPlayingAtFirst: boolean,
  stage: Stage<Picture>,
  settled: (revision: number) => void,
): Director {
  let isPlaying = isPlayingAtFirst;
  let heard: OverlayDocument | null = null;
  let shown: OverlayItem | null = null;
  /** What is being made ready; only the newest may reach the screen. */
  let coming: OverlayItem | null = null;

  const settle = (): void => {
    if (heard === null) return;
    const { items, currentId, revision } = heard;
    const wanted = isPlaying ? items.find((item) => item.id === currentId) : undefined;
    if (wanted === undefined) {
      coming = null;
      if (shown !== null) (isPlaying ? stage.cut : stage.fadeOut)();
      shown = null;
      settled(revision);
      return;
    }
    const isOff = shown !== null && !items.some((item) => item.id === shown?.id);
    if (isOff) {
      stage.cut();
      shown = null;
    }
    if (shown !== null && isSame(shown, wanted)) {
      coming = null;
      settled(revision);
      return;
    }
    if (coming !== null && isSame(coming, wanted)) return;
    coming = wanted;
    void stage.prepare(wanted).then((picture) => {
      if (coming !== wanted) {
        stage.discard(picture);
        return;
      }
      coming = null;
      shown = wanted;
      stage.show(picture);
      if (heard !== null) settled(heard.revision);
    });
  };

  return {
    hear: (document) => {
      heard = document;
      settle();
    },
    play: () => {
      isPlaying = true;
      settle();
    },
    stop: () => {
      isPlaying = false;
      settle();
    },
  };
}

/** Whether two items are drawn alike. */
function isSame(a: OverlayItem, b: OverlayItem): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
