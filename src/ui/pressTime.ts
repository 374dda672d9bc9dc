/** When a key or a button was pressed: a page that hangs handles the press later. */

let pressedAtMs: number | null = null;

function record({ timeStamp }: Event): void {
  pressedAtMs = timeStamp;
  setTimeout(() => {
    pressedAtMs = null;
  });
}

/** Records the time of each press for its handlers; returns the function that ends that. */
export function watchPresses(): () => void {
  for (const type of ['keydown', 'click']) window.addEventListener(type, record, true);
  return () => {
    for (const type of ['keydown', 'click']) window.removeEventListener(type, record, true);
  };
}

/** The time of the press that is being handled, else now; as `performance.now()` returns it. Read it before anything is awaited. */
export function pressTimeMs(): number {
  const nowMs = performance.now();
  return Math.min(pressedAtMs ?? nowMs, nowMs);
}
