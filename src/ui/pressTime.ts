/** When a key or a button was pressed: a page that hangs handles the press later, and a finger can rest on a button. */

/** A touch is a click only a little later than its end. Milliseconds. */
const clickFollowsWithinMs = 500;

let pressedAtMs: number | null = null;
/** When the pointer or key went down that may end in a click. */
let downAtMs: number | null = null;
let forgetTimer = 0;

function begin({ timeStamp }: Event): void {
  clearTimeout(forgetTimer);
  downAtMs = timeStamp;
}

/** Space is a click only once it is released. */
function beginByKey(event: Event): void {
  const { key, repeat } = event as KeyboardEvent;
  if ((key === ' ' || key === 'Enter') && !repeat) begin(event);
}

/** Another key says nothing about a press of the mouse. */
function endByKey(event: Event): void {
  const { key } = event as KeyboardEvent;
  if (key === ' ' || key === 'Enter') end(event);
}

function end({ type, target }: Event): void {
  // The press itself takes the focus from another element.
  if (type === 'blur' && target !== null && 'nodeType' in target) return;
  clearTimeout(forgetTimer);
  forgetTimer = window.setTimeout(() => {
    downAtMs = null;
  }, clickFollowsWithinMs);
}

/** A screen reader clicks without a pointer or key. */
function record({ type, timeStamp }: Event): void {
  pressedAtMs = type === 'click' ? (downAtMs ?? timeStamp) : timeStamp;
  if (type === 'click') downAtMs = null;
  setTimeout(() => {
    pressedAtMs = null;
  });
}

const handlers: readonly (readonly [type: string, handler: (event: Event) => void])[] = [
  ['pointerdown', begin],
  ['pointerup', end],
  ['pointercancel', end],
  ['keydown', beginByKey],
  ['keyup', endByKey],
  ['blur', end],
  ['keydown', record],
  ['click', record],
];

/** Records the time of each press for its handlers; returns the function that ends that. */
export function watchPresses(): () => void {
  for (const [type, handler] of handlers) window.addEventListener(type, handler, true);
  return () => {
    for (const [type, handler] of handlers) window.removeEventListener(type, handler, true);
  };
}

/** The time at which the press that is being handled began, else now; as `performance.now()` returns it. Read it before anything is awaited. */
export function pressTimeMs(): number {
  const nowMs = performance.now();
  return Math.min(pressedAtMs ?? nowMs, nowMs);
}
