/** Keeps what a wire hears until somebody listens, and tells of its end once. */

export type Inbox<In> = {
  readonly put: (message: In) => void;
  readonly end: () => void;
  readonly onMessage: (listener: (message: In) => void) => void;
  readonly onClose: (listener: () => void) => void;
};

export function createInbox<In>(): Inbox<In> {
  let kept: In[] = [];
  let listener: ((message: In) => void) | null = null;
  let closed: (() => void) | null = null;
  let isEnded = false;
  return {
    put: (message) => {
      if (listener === null) kept.push(message);
      else listener(message);
    },
    end: () => {
      if (isEnded) return;
      isEnded = true;
      closed?.();
    },
    onMessage: (next) => {
      listener = next;
      const waiting = kept;
      kept = [];
      for (const message of waiting) next(message);
    },
    onClose: (next) => {
      closed = next;
      if (isEnded) next();
    },
  };
}
