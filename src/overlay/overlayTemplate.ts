/** A template draws states on the stage, and plays when the program that shows the page says so. */
import type { FeedState } from '../kit/publicTypes.ts';
import type { Appearance } from './appearance.ts';
import type { StageElement } from './stageElement.ts';

export type OverlayTemplate = {
  /** Draws a state. A post that is no longer in it leaves the screen in the next frame. */
  readonly update: (state: FeedState) => void;
  readonly play: () => void;
  readonly stop: () => void;
  /** Draws what is shown again, because its colours, fonts or sizes changed. */
  readonly redraw: () => void;
};

export type TemplateDeps = {
  readonly stage: StageElement;
  readonly appearance: () => Appearance;
  /** Whether it plays before `play` is called. */
  readonly isPlaying: boolean;
  /** Call with the revision each time the stage shows a state. */
  readonly onShown: (revision: number) => void;
};
