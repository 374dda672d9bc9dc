/** Sends one client the newest state without queueing, and disconnects a stalled client. */

export type Transport = {
  /** Calls back when the bytes have left the process, or with an error. */
  readonly send: (bytes: Buffer, flushed: (error?: Error | null) => void) => void;
  readonly end: () => void;
};

export type StateSender = {
  /** Sends the newest state now, or when the current frame has been sent. */
  readonly push: () => void;
  /** Sends a small frame only if nothing is being sent; returns true if it was sent. */
  readonly sendIfIdle: (bytes: Buffer) => boolean;
  /** Call at each heartbeat; disconnects when one frame has been sending for more than `maxBeats` heartbeats. */
  readonly beat: (maxBeats: number) => void;
};

/** At most one frame is being sent, so a client that reads nothing costs one frame of memory. */
export function createStateSender(
  transport: Transport,
  newest: () => { readonly bytes: Buffer; readonly flushed: () => void },
): StateSender {
  let isSending = false;
  let isStatePending = false;
  let beatsSending = 0;

  const send = (bytes: Buffer, onSent: (() => void) | null): void => {
    isSending = true;
    beatsSending = 0;
    transport.send(bytes, (error) => {
      isSending = false;
      if (error) return;
      onSent?.();
      if (isStatePending) push();
    });
  };
  const push = (): void => {
    isStatePending = isSending;
    if (isSending) return;
    const { bytes, flushed } = newest();
    send(bytes, flushed);
  };

  return {
    push,
    sendIfIdle: (bytes) => {
      if (isSending) return false;
      send(bytes, null);
      return true;
    },
    beat: (maxBeats) => {
      if (!isSending) return;
      beatsSending += 1;
      if (beatsSending > maxBeats) transport.end();
    },
  };
}
