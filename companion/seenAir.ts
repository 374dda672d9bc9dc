/** Knows which gate and revision the operator pressed for, so that Greenroom refuses a press that somebody else has overtaken. */
import type { Panel } from '../src/contract/panel.ts';

export type SeenAir = Pick<Panel, 'gate' | 'revision'>;

export type SeenAirOf = {
  /** Returns `null` if nothing can be checked: nothing is known, or another press of this panel is on its way, as in a key with several actions. */
  readonly read: (panel: Panel | null) => SeenAir | null;
  /** Called when a press is sent. Returns a function for its answer, with the panel object in it, or `null`. */
  readonly count: () => (answer: Panel | null) => void;
  readonly forget: () => void;
};

export function createSeenAir(): SeenAirOf {
  let unanswered = 0;
  let newestAnswer: Panel | null = null;
  return {
    read: (panel) => {
      if (panel === null || unanswered > 0) return null;
      // The answer to a press can arrive before the stream has shown its result.
      return newestAnswer !== null && newestAnswer.revision > panel.revision ? newestAnswer : panel;
    },
    count: () => {
      unanswered += 1;
      return (answer) => {
        unanswered -= 1;
        if (answer !== null) newestAnswer = answer;
      };
    },
    forget: () => {
      newestAnswer = null;
    },
  };
}
