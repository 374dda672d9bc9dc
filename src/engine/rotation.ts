/** Moves rotating play heads: one timer for each feed, restarted whenever its play head changes. */
import type { FeedState } from '../core/feedState.ts';
import { dwellMs, type PlayHead } from '../core/playHead.ts';
import { shiftTime } from '../core/time.ts';
import { followClockSet } from './followClockSet.ts';
import type { Cancel, Ports } from './ports.ts';
import type { Store } from './store.ts';

export type RotationTimers = { readonly start: () => void; readonly stop: () => void };

type RunningTimer = { readonly head: PlayHead; readonly cancel: Cancel };

export function createRotationTimers(store: Store, ports: Pick<Ports, 'clock'>): RotationTimers {
  const running = new Map<string, RunningTimer>();
  let unsubscribe = (): void => {};

  const updateTimer = (feed: FeedState): void => {
    const head = feed.playHead;
    const known = running.get(feed.slug);
    if (known !== undefined && hasSameTimer(known.head, head)) return;
    known?.cancel();
    running.delete(feed.slug);
    const item = head.index === null ? undefined : feed.onAir.items[head.index];
    if (head.rotation === null || head.isPinned || item === undefined) return;
    const cancel = ports.clock.after(dwellMs(head.rotation, item), () => {
      running.delete(feed.slug);
      const at = new Date(ports.clock.now()).toISOString();
      void store.apply({ type: 'rotationElapsed', feed: feed.slug, itemId: item.id, by: null, at }).then(() => {
        // At the end of a list without looping the play head stays, and moves on when a post is added.
        const current = store.state().feeds.find((other) => other.slug === feed.slug);
        if (current !== undefined) updateTimer(current);
      });
    });
    running.set(feed.slug, { head, cancel });
  };

  /** A timer goes on when only the clock was set. */
  const shiftHeads = (byMs: number): void => {
    for (const [slug, { head, cancel }] of running)
      running.set(slug, { head: { ...head, since: shiftTime(head.since, byMs) }, cancel });
  };

  return {
    start: () => {
      for (const feed of store.state().feeds) updateTimer(feed);
      const unsubscribeClock = followClockSet(store, shiftHeads);
      const unsubscribeStore = store.subscribe(({ kind, state }) => {
        if (kind === 'transient') return;
        for (const feed of state.feeds) updateTimer(feed);
        for (const [slug, { cancel }] of running) {
          if (state.feeds.some((feed) => feed.slug === slug)) continue;
          cancel();
          running.delete(slug);
        }
      });
      unsubscribe = () => {
        unsubscribeClock();
        unsubscribeStore();
      };
    },
    stop: () => {
      unsubscribe();
      for (const { cancel } of running.values()) cancel();
      running.clear();
    },
  };
}

/** Whether the post and its rotation are unchanged, so that the timer keeps running. */
function hasSameTimer(a: PlayHead, b: PlayHead): boolean {
  return (
    a.itemId === b.itemId &&
    a.since === b.since &&
    a.isPinned === b.isPinned &&
    a.rotation?.seconds === b.rotation?.seconds &&
    a.rotation?.isByLength === b.rotation?.isByLength
  );
}
