/**
 * Gives each piece of long work a turn of the event loop of its own. `setImmediate` alone would run the pieces of several lists in one turn,
 * and readers of a feed would wait for their sum.
 */

const waiting: (() => void)[] = [];

/** Runs the work in a later turn, in which no other such work runs. */
export function runInOwnTurn(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) setImmediate(runNext);
}

/** Resolves in a turn of its own. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => runInOwnTurn(resolve));
}

function runNext(): void {
  const [work] = waiting;
  // Scheduled before the work runs, because it may throw.
  if (waiting.length > 1) setImmediate(runNext);
  waiting.shift();
  work?.();
}
