/** Which collections are looked at: those that a feed reads, followed as feeds are pointed elsewhere. */

import type { Ending } from './contact.ts';
import type { Seen } from './look.ts';
import { createLoop, type Loop, type LoopDeps } from './loop.ts';

export type Watch = {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  readonly has: (id: string) => boolean;
  readonly ids: () => readonly string[];
  /** Looks at that collection now (null: at all). */
  readonly wake: (id: string | null, isFull: boolean) => void;
  /** Looks at that collection now, unconditionally; resolves with how that ended. Null: it is not watched. */
  readonly ask: (id: string) => Promise<Ending | null>;
  readonly replan: () => void;
  /** The next look at each counts as its first: what it finds happened before anybody listened. */
  readonly beginAnew: () => void;
};

export type WatchDeps = Omit<LoopDeps, 'seen'> & {
  /** Other collections are watched than before. */
  readonly followed: () => void;
  readonly seen: (id: string, seen: Seen, isFirst: boolean) => void;
};

export function createWatch(deps: WatchDeps): Watch {
  const loops = new Map<string, Loop>();
  const looked = new Set<string>();
  const closing = new Set<Promise<void>>();
  let stopListening = (): void => undefined;
  let isStarted = false;

  const follow = (): void => {
    const ids = new Set(
      deps.store.state().feeds.flatMap((feed) => (feed.collectionId === null ? [] : [feed.collectionId])),
    );
    const isSame = ids.size === loops.size && [...ids].every((id) => loops.has(id));
    if (isSame) return;
    deps.contact.watching([...ids]);
    for (const [id, loop] of loops) {
      if (ids.has(id)) continue;
      loops.delete(id);
      looked.delete(id);
      const stopped = loop.stop().finally(() => closing.delete(stopped));
      closing.add(stopped);
    }
    for (const id of ids) {
      if (loops.has(id)) continue;
      const loop = createLoop({ ...deps, seen }, id);
      loops.set(id, loop);
      loop.wake(false);
    }
    deps.followed();
  };
  const seen = (id: string, one: Seen): void => {
    const isFirst = !looked.has(id);
    if (one.ending.kind === 'confirmed') looked.add(id);
    deps.seen(id, one, isFirst);
  };

  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      stopListening = deps.store.subscribe(({ state, previous }) => {
        if (state.feeds !== previous.feeds) follow();
      });
      follow();
    },
    stop: async () => {
      stopListening();
      const all = [...loops.values()];
      loops.clear();
      await Promise.all([...all.map((loop) => loop.stop()), ...closing]);
    },
    has: (id) => loops.has(id),
    ids: () => [...loops.keys()],
    wake: (id, isFull) => {
      if (id === null) for (const loop of loops.values()) loop.wake(isFull);
      else loops.get(id)?.wake(isFull);
    },
    ask: async (id) => (await loops.get(id)?.ask()) ?? null,
    replan: () => {
      for (const loop of loops.values()) loop.replan();
    },
    beginAnew: () => looked.clear(),
  };
}
