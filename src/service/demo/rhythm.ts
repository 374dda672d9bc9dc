/** The demo's rhythm: now and then one post goes from staging to live, or back when live is long, so that a newcomer sees the desk move. */

import { demote, promote } from '../store/edits.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Store } from '../store.ts';

export type Move =
  | { readonly move: 'promote'; readonly itemId: string }
  | { readonly move: 'demote'; readonly itemId: string };

/** Staging's first post goes live; when live holds `longestLive` posts, or staging is empty, live's first goes back. Null: nothing to move. */
export function decideMove(
  lists: { readonly staging: readonly { readonly id: string }[]; readonly live: readonly { readonly id: string }[] },
  longestLive: number,
): Move | null {
  const [nextUp] = lists.staging;
  const [oldest] = lists.live;
  if (nextUp !== undefined && lists.live.length < longestLive) return { move: 'promote', itemId: nextUp.id };
  if (oldest !== undefined && lists.live.length > 1) return { move: 'demote', itemId: oldest.id };
  return null;
}

export type RhythmSettings = {
  readonly organisation: string;
  readonly collectionId: string;
  readonly firstAfterMs: number;
  readonly everyMs: number;
  /** How long it stays still after somebody else changed the collection, counted from when it saw that. */
  readonly restMs: number;
  readonly longestLive: number;
};

/** The pace of the shipped demo. */
export const usualPace = { firstAfterMs: 10_000, everyMs: 20_000, restMs: 120_000, longestLive: 9 } as const;

/** Time, as the rhythm needs it. `after` must not keep the process alive by itself. */
export type RhythmClock = {
  readonly monotonicMs: () => number;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type RhythmPorts = {
  readonly clock: RhythmClock;
  readonly store: Pick<Store, 'read' | 'change'>;
  /** Told when a move could not be written; the rhythm goes on at its next beat. */
  readonly onFailed: (error: unknown) => void;
};

export type Rhythm = { readonly start: () => void; readonly stop: () => Promise<void> };

export function createRhythm(settings: RhythmSettings, ports: RhythmPorts): Rhythm {
  const { organisation, collectionId, firstAfterMs, everyMs, restMs, longestLive } = settings;
  const { clock, store, onFailed } = ports;
  let cancel: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** The version that the rhythm itself left behind; any other one was made by a person. */
  let knownVersion: number | null = null;
  let restsUntilMs = 0;

  async function beat(): Promise<void> {
    const collection = await store.read(organisation, collectionId);
    if (collection === null) return;
    if (knownVersion !== null && collection.version !== knownVersion) restsUntilMs = clock.monotonicMs() + restMs;
    knownVersion = collection.version;
    if (isStopped || clock.monotonicMs() < restsUntilMs) return;
    const move = decideMove(collection, longestLive);
    if (move === null) return;
    const edit = move.move === 'promote' ? promote(move.itemId, null) : demote(move.itemId, null);
    const isSame = (present: StoredCollection) => present.version === collection.version;
    const change = await store.change(organisation, collectionId, isSame, edit);
    if (change.outcome === 'done') knownVersion = change.collection.version;
  }

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    cancel = clock.after(milliseconds, () => {
      running = beat()
        .catch(onFailed)
        .then(() => schedule(everyMs));
    });
  }

  async function noteWhereItBegins(): Promise<void> {
    const collection = await store.read(organisation, collectionId);
    knownVersion ??= collection?.version ?? null;
  }

  return {
    start: () => {
      running = noteWhereItBegins().catch(onFailed);
      schedule(firstAfterMs);
    },
    stop: async () => {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
}
