/**
 * Gives each piece of long work a turn of the event loop of its own. `setImmediate` alone would run the pieces of several lists in one turn,
 * and readers of a feed would wait for their sum.
 */

/** Work that somebody on air waits for, and work for logs, desks and exports. */
const urgent: (() => void)[] = [];
const background: (() => void)[] = [];
let isScheduled = false;
let turn = 0;

/** While urgent work waits, one turn in this many is for other work, so that logs and desks go on too. */
const backgroundEvery = 4;

/** Runs the work in a later turn, in which no other such work runs. */
export function runInOwnTurn(work: () => void): void {
  urgent.push(work);
  schedule();
}

/** The same, but urgent work goes first. */
export function runInBackground(work: () => void): void {
  background.push(work);
  schedule();
}

/** Resolves in a turn of its own. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => runInOwnTurn(resolve));
}

/** The same, but urgent work goes first. */
export function nextBackgroundTurn(): Promise<void> {
  return new Promise((resolve) => runInBackground(resolve));
}

/** Takes each step of the work in a turn of its own, and resolves with its result. Rejects if a step throws. */
export async function runInTurns<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    await nextTurn();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(runNext);
}

function runNext(): void {
  turn += 1;
  const isForBackground = urgent.length === 0 || (background.length > 0 && turn % backgroundEvery === 0);
  const work = (isForBackground ? background : urgent).shift();
  isScheduled = false;
  // Before the work, because it may throw.
  if (urgent.length > 0 || background.length > 0) schedule();
  work?.();
}
