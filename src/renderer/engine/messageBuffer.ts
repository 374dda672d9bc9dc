/** Buffers messages until a listener is attached, and reports the end of the connection once. */

export type MessageBuffer<In> = {
  readonly put: (message: In) => void;
  readonly end: () => void;
  readonly onMessage: (listener: (message: In) => void) => void;
  readonly onClose: (listener: () => void) => void;
};

export function createMessageBuffer<In>(): MessageBuffer<In> {
  let buffered: In[] = [];
  let listener: ((message: In) => void) | null = null;
  let closeListener: (() => void) | null = null;
  let isEnded = false;
  return {
    put: (message) => {
      if (listener === null) buffered.push(message);
      else listener(message);
    },
    end: () => {
      if (isEnded) return;
      isEnded = true;
      closeListener?.();
    },
    onMessage: (next) => {
      listener = next;
      const pending = buffered;
      buffered = [];
      for (const message of pending) next(message);
    },
    onClose: (next) => {
      closeListener = next;
      if (isEnded) next();
    },
  };
}
