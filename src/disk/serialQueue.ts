/** Runs jobs one at a time, in the order of the calls. A failed job does not stop the next one. */

export type SerialQueue = <Value>(job: () => Value | Promise<Value>) => Promise<Value>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const done = last.then(job);
    last = done.catch(() => undefined);
    return done;
  };
}
