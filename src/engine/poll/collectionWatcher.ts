/** Runs a poll loop for each collection that a feed uses; starts and stops loops as feeds change collection. */

import type { Problem } from '../../core/problem.ts';
import { sourceWide } from '../sourceProblems.ts';
import { longestCachedMs } from './answerTime.ts';
import { createPollLoop, type PollLoop, type PollLoopDeps } from './pollLoop.ts';
import type { AwaitedPoll, PollReport } from './pollState.ts';
import { refreshList } from './refreshList.ts';

export type CollectionWatcher = {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  readonly has: (id: string) => boolean;
  /** Whether no feed has used it for so long that no cache can still have a response from then. */
  readonly isLongUnused: (id: string) => boolean;
  readonly ids: () => readonly string[];
  /** Polls this collection now; `null` polls all. */
  readonly pollNow: (id: string | null, isFull: boolean) => void;
  /** Sends a full poll now and resolves with its result; `null` if the collection is not watched. */
  readonly pollAndWait: (id: string) => Promise<AwaitedPoll | null>;
  /**
   * Polls a collection in use now, unless the service confirmed its list in the last seconds. Resolves with why it is not confirmed now; after
   * a few seconds even without a response. `null` too if nothing can be polled.
   */
  readonly refresh: (id: string) => Promise<Problem | null>;
  readonly reschedule: () => void;
  /** Call when a pause has begun. */
  readonly holdBack: () => void;
  /** Treats the next poll of each collection as its first, because its changes can predate the listener. */
  readonly treatNextPollsAsFirst: () => void;
};

export type CollectionWatcherDeps = Omit<PollLoopDeps, 'onPolled'> & {
  readonly onWatchedChanged: () => void;
  readonly onPolled: (id: string, report: PollReport, isFirst: boolean) => void;
};

export function createCollectionWatcher(deps: CollectionWatcherDeps): CollectionWatcher {
  const loops = new Map<string, PollLoop>();
  const { clock } = deps.ports;
  /** Of collections that feeds used before. The run before could have used any other. */
  const unusedSinceMs = new Map<string, number>();
  const createdMs = clock.monotonicMs();
  const confirmedOnce = new Set<string>();
  /** Their last poll found the whole service failing. */
  const failing = new Set<string>();
  const closing = new Set<Promise<void>>();
  let stopListening = (): void => undefined;
  let isStarted = false;

  const updateWatched = (): void => {
    const ids = new Set(
      deps.store.state().feeds.flatMap((feed) => (feed.collectionId === null ? [] : [feed.collectionId])),
    );
    const isSame = ids.size === loops.size && [...ids].every((id) => loops.has(id));
    if (isSame) return;
    deps.sourceStatus.setWatched([...ids]);
    for (const [id, loop] of loops) {
      if (ids.has(id)) continue;
      loops.delete(id);
      unusedSinceMs.set(id, clock.monotonicMs());
      confirmedOnce.delete(id);
      failing.delete(id);
      const stopped = loop.stop().finally(() => closing.delete(stopped));
      closing.add(stopped);
    }
    for (const id of ids) {
      if (loops.has(id)) continue;
      const loop = createPollLoop({ ...deps, onPolled: handlePolled }, id);
      loops.set(id, loop);
      loop.pollNow(false);
    }
    deps.onWatchedChanged();
  };
  const handlePolled = (id: string, report: PollReport): void => {
    const isFirst = !confirmedOnce.has(id);
    const { result } = report;
    if (result.kind === 'confirmed') confirmedOnce.add(id);
    if (result.kind === 'failed' && sourceWide.has(result.failure.code)) failing.add(id);
    // The service is back, so the others need not wait for their next try.
    else if (result.kind === 'confirmed' && failing.delete(id)) {
      const others = [...failing];
      failing.clear();
      for (const each of others) loops.get(each)?.pollNow(false);
    }
    deps.onPolled(id, report, isFirst);
  };

  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      stopListening = deps.store.subscribe(({ kind }) => {
        if (kind === 'durable') updateWatched();
      });
      updateWatched();
    },
    stop: async () => {
      stopListening();
      const all = [...loops.values()];
      loops.clear();
      await Promise.all([...all.map((loop) => loop.stop()), ...closing]);
    },
    has: (id) => loops.has(id),
    isLongUnused: (id) =>
      !loops.has(id) && clock.monotonicMs() - (unusedSinceMs.get(id) ?? createdMs) > longestCachedMs,
    ids: () => [...loops.keys()],
    pollNow: (id, isFull) => {
      if (id === null) for (const loop of loops.values()) loop.pollNow(isFull);
      else loops.get(id)?.pollNow(isFull);
    },
    pollAndWait: async (id) => (await loops.get(id)?.pollAndWait()) ?? null,
    refresh: (id) => refreshList({ ...deps, loopOf: (each) => loops.get(each) }, id),
    reschedule: () => {
      for (const loop of loops.values()) loop.reschedule();
    },
    holdBack: () => {
      for (const loop of loops.values()) loop.holdBack();
    },
    treatNextPollsAsFirst: () => confirmedOnce.clear(),
  };
}
