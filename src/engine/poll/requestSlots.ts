/** Limits concurrent requests over all collections. */

export type RequestSlots = {
  /** Runs the work when a slot is free. Rejects only if the work does. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
};

export function createRequestSlots(limit: number): RequestSlots {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    run: async (work) => {
      if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The slot passes directly to the next in the queue.
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
