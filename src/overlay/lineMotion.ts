/** Moves the line of the ticker at a steady speed. The browser’s compositor does it, without a script for each frame. */

/** Pixels a second: about four words. */
const speed = 150;

export type LineMotion = {
  /** Pixels from the start of the view to the start of the line. Negative once the line has begun to leave. */
  readonly offset: () => number;
  /** Moves from one offset to another, and stays there. Continues a motion before it without a hitch. Returns its milliseconds. */
  readonly move: (from: number, to: number) => number;
  /** Keeps the line at an offset. */
  readonly hold: (at: number) => void;
};

export function createLineMotion(line: HTMLElement): LineMotion {
  let animation: Animation | null = null;
  let start = 0;
  let end = 0;
  const translate = (offset: number): string => `translate3d(${offset}px, 0, 0)`;
  const replace = (next: Animation | null): void => {
    if (animation !== null) animation.cancel();
    animation = next;
  };
  return {
    offset: () =>
      animation === null ? start : Math.max(end, start - (speed * Number(animation.currentTime || 0)) / 1000),
    move: (from, to) => {
      const milliseconds = (Math.max(0, from - to) * 1000) / speed;
      const next = line.animate(
        { transform: [translate(from), translate(to)] },
        { duration: milliseconds, fill: 'forwards' },
      );
      // Without a start of its own, a new animation begins a frame or two later, and the line would halt.
      if (animation !== null && animation.playState === 'running' && animation.startTime !== null)
        next.startTime = Number(animation.startTime) + Number(animation.currentTime || 0);
      replace(next);
      start = from;
      end = to;
      return milliseconds;
    },
    hold: (at) => {
      replace(null);
      start = at;
      line.style.transform = translate(at);
    },
  };
}
