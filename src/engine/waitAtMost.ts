/** Waits for work that a hung disk or service can delay. */
import type { Clock } from './ports.ts';

/** Settles as the work does, or resolves with the result of `onLate` if the work takes longer; it then goes on. */
export function waitAtMost<Result, Late>(
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
  work: Promise<Result>,
  onLate: () => Late,
): Promise<Result | Late> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => resolve(onLate()));
    work.finally(cancel).then(resolve, reject);
  });
}
