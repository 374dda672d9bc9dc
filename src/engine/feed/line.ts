/** One client that is sent whole states: the newest wins, nothing queues, and a stalled one is let go. */

/** What carries the bytes to the client. */
export type Carrier = {
  /** Sends, and calls back when the bytes left this program (with an error when they did not). */
  readonly send: (bytes: Buffer, flushed: (error?: Error | null) => void) => void;
  readonly end: () => void;
};

export type Line = {
  /** Sends the newest state now, or as soon as what is under way has left. */
  readonly push: () => void;
  /** Sends small bytes only where nothing waits; says whether it did. */
  readonly tryAside: (bytes: Buffer) => boolean;
  /** Called at each beat: ends the line when the same bytes have been under way for more beats than that. */
  readonly beat: (mostBeats: number) => void;
};

/**
 * `newest` gives the bytes of the present state and what to do once they have left. At most one frame is ever under way, so
 * a client that reads nothing costs one frame of memory.
 */
export function createLine(
  carrier: Carrier,
  newest: () => { readonly bytes: Buffer; readonly flushed: () => void },
): Line {
  let isUnderWay = false;
  let owesState = false;
  let beatsUnderWay = 0;

  const send = (bytes: Buffer, left: (() => void) | null): void => {
    isUnderWay = true;
    beatsUnderWay = 0;
    carrier.send(bytes, (error) => {
      isUnderWay = false;
      if (error) return;
      left?.();
      if (owesState) push();
    });
  };
  const push = (): void => {
    owesState = isUnderWay;
    if (isUnderWay) return;
    const { bytes, flushed } = newest();
    send(bytes, flushed);
  };

  return {
    push,
    tryAside: (bytes) => {
      if (isUnderWay) return false;
      send(bytes, null);
      return true;
    },
    beat: (mostBeats) => {
      if (!isUnderWay) return;
      beatsUnderWay += 1;
      if (beatsUnderWay > mostBeats) carrier.end();
    },
  };
}
