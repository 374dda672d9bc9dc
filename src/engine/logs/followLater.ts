/**
 * Follows the store for logs, which may be a moment late. Changes wait in batches, and each turn of the event loop does little of their work, so
 * that neither readers of the feed nor the answer to a command wait for the logs.
 */
import { runInBackground } from '../../disk/turns.ts';
import type { Clock, Ports } from '../ports.ts';
import type { Change, Store } from '../store.ts';
import type { ClockReading } from './clockSteps.ts';

export type Follower = {
  /** Does this log's waiting work now, before its entries are read or it stops. */
  readonly catchUp: () => void;
  /** Catches up and unsubscribes. */
  readonly stop: () => void;
};

/** How long a change waits for its batch. Together with the write it stays below 250 ms, the most that a crash may cost a log. */
const batchMs = 100;

/** Short pieces of work share a turn for this long, so that each log writes their records together. */
const turnMs = 2;

/** With more work waiting, changes arrive faster than turns come, and it is done without them. */
const maxWaiting = 200;

/** All logs of a store share one queue, because turns of their own would run in the same pass of the event loop. */
const queues = new WeakMap<Store, Queue>();

export function followLater(
  store: Store,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  listener: (change: Change, announcedAt: ClockReading) => void,
): Follower {
  const queue = queues.get(store) ?? createQueue(clock);
  queues.set(store, queue);
  const owner = {};
  const unsubscribe = store.subscribe((change) => {
    // Without steps the show did not change, and a log has nothing to write.
    if (change.steps.length === 0) return;
    const announcedAt = { wallMs: clock.now(), monotonicMs: clock.monotonicMs() };
    queue.add(owner, () => {
      try {
        listener(change, announcedAt);
      } catch (error) {
        log('error', 'ENGINE_FAULT', { where: 'log', error: String(error) });
      }
    });
  });
  return {
    catchUp: () => queue.runAll(owner),
    stop: () => {
      unsubscribe();
      queue.runAll(owner);
    },
  };
}

type Queue = {
  readonly add: (owner: object, work: () => void) => void;
  readonly runAll: (owner: object) => void;
};

function createQueue(clock: Clock): Queue {
  let waiting: { readonly owner: object; readonly work: () => void }[] = [];
  let isScheduled = false;

  const runNext = (): void => {
    const startedMs = clock.monotonicMs();
    do waiting.shift()?.work();
    while (waiting.length > maxWaiting || (waiting.length > 0 && clock.monotonicMs() - startedMs < turnMs));
    isScheduled = waiting.length > 0;
    if (isScheduled) runInBackground(runNext);
  };
  return {
    add: (owner, work) => {
      waiting.push({ owner, work });
      if (!isScheduled) clock.after(batchMs, () => runInBackground(runNext));
      isScheduled = true;
    },
    runAll: (owner) => {
      const own = waiting.filter((entry) => entry.owner === owner);
      waiting = waiting.filter((entry) => entry.owner !== owner);
      for (const { work } of own) work();
    },
  };
}
