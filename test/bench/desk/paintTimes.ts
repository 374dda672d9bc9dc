/** Runs in a page: measures the time from a change or a key to the paint that shows it, and the longest task. */

/** All in milliseconds. Each change has the number in its text. */
export type PaintTimes = {
  /** When the page received each change, as epoch milliseconds. */
  readonly receivedAtMs: Record<number, number>;
  /** When it was painted. */
  readonly paintedAtMs: Record<number, number>;
  /** From each key to the next paint. */
  keysMs: number[];
  /** Tasks of more than 50 ms. */
  longTasksMs: number[];
  /** Between each frame and the one before, while `isTimingFrames`; a frame callback costs time of its own. */
  framesMs: number[];
  isTimingFrames: boolean;
};

declare global {
  interface Window {
    paintTimes: PaintTimes;
  }
}

/** Passed to the page as text, so everything that it uses is inside. */
export function measurePaints(): void {
  const times: PaintTimes = {
    receivedAtMs: {},
    paintedAtMs: {},
    keysMs: [],
    longTasksMs: [],
    framesMs: [],
    isTimingFrames: false,
  };
  window.paintTimes = times;
  const epochMs = (): number => performance.timeOrigin + performance.now();
  const findChange = (text: string): number | null => {
    const found = /Change (\d+)\./.exec(text);
    return found === null ? null : Number(found[1]);
  };
  /** A message that is sent while a frame is prepared arrives after it is painted. */
  const afterPaint = (callback: () => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = callback;
      port2.postMessage(null);
    });
  };
  window.WebSocket = class extends WebSocket {
    constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
      super(...parameters);
      this.addEventListener('message', ({ data }) => {
        const change = findChange(data);
        if (change !== null) times.receivedAtMs[change] ??= epochMs();
      });
    }
  };
  const observer = new MutationObserver((mutations) => {
    for (const { target, addedNodes } of mutations) {
      const text = target.nodeType === Node.TEXT_NODE ? target.textContent : addedNodes[0]?.textContent;
      const change = findChange(text ?? '');
      if (change !== null && times.paintedAtMs[change] === undefined)
        afterPaint(() => {
          times.paintedAtMs[change] ??= epochMs();
        });
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  const onKey = ({ timeStamp }: KeyboardEvent): void =>
    afterPaint(() => void times.keysMs.push(performance.now() - timeStamp));
  window.addEventListener('keydown', onKey, { capture: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.longTasksMs.push(duration);
  }).observe({ type: 'longtask' });
}
