/** Sends one client the newest state without queueing, and disconnects a stalled client. */

export type Transport = {
  /** Calls back when the bytes have left the process, or with an error. */
  readonly send: (bytes: Buffer, onFlushed: (error?: Error | null) => void) => void;
  readonly end: () => void;
};

export type StateSender = {
  /** Sends the newest state now, or when the current frame has been sent. Returns the number of bytes sent now. */
  readonly push: () => number;
  /** Sends a small frame only if nothing is being sent; returns true if it was sent. */
  readonly sendIfIdle: (bytes: Buffer) => boolean;
  /** Call at each heartbeat. Disconnects the client if one frame takes more than `maxBeats` heartbeats to send. */
  readonly checkStall: (maxBeats: number) => void;
};

/** At most one frame is being sent, so a client that reads nothing costs one frame of memory. */
export function createStateSender(
  transport: Transport,
  newest: () => { readonly bytes: Buffer; readonly onFlushed: () => void },
): StateSender {
  let isSending = false;
  let isStatePending = false;
  let beatsSending = 0;

  const send = (bytes: Buffer, onFlushed: (() => void) | null): void => {
    isSending = true;
    beatsSending = 0;
    transport.send(bytes, (error) => {
      isSending = false;
      if (error) return;
      onFlushed?.();
      if (isStatePending) push();
    });
  };
  const push = (): number => {
    isStatePending = isSending;
    if (isSending) return 0;
    const { bytes, onFlushed } = newest();
    send(bytes, onFlushed);
    return bytes.length;
  };

  return {
    push,
    sendIfIdle: (bytes) => {
      if (isSending) return false;
      send(bytes, null);
      return true;
    },
    checkStall: (maxBeats) => {
      if (!isSending) return;
      beatsSending += 1;
      if (beatsSending > maxBeats) transport.end();
    },
  };
}
