/** Moves demo posts between staging and live from time to time, so that a new user sees the desk change. */
import { demote, promote } from '../store/edits.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Store } from '../store.ts';

export type Move = { readonly kind: 'promote' | 'demote'; readonly itemId: string };

/**
 * Chooses staging’s first post to promote. If live is full or staging is empty, chooses live’s first post to demote,
 * unless it is the only one. `null` if there is no move.
 */
export function decideMove(
  lists: { readonly staging: readonly { readonly id: string }[]; readonly live: readonly { readonly id: string }[] },
  maxLive: number,
): Move | null {
  const [nextUp] = lists.staging;
  const [oldest] = lists.live;
  if (nextUp !== undefined && lists.live.length < maxLive) return { kind: 'promote', itemId: nextUp.id };
  if (oldest !== undefined && lists.live.length > 1) return { kind: 'demote', itemId: oldest.id };
  return null;
}

export type DemoActivitySettings = {
  readonly organisation: string;
  readonly collectionId: string;
  readonly firstDelayMs: number;
  readonly intervalMs: number;
  /** Pause after someone else’s change, counted from the step that notices it. */
  readonly pauseMs: number;
  readonly maxLive: number;
};

/** The pace of the shipped demo. */
export const defaultPace = { firstDelayMs: 10_000, intervalMs: 20_000, pauseMs: 120_000, maxLive: 9 } as const;

/** `after` must not keep the process alive. */
export type DemoActivityClock = {
  readonly monotonicMs: () => number;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type DemoActivityPorts = {
  readonly clock: DemoActivityClock;
  readonly store: Pick<Store, 'read' | 'change'>;
  /** Called when a move failed; the next step tries again. */
  readonly onFailed: (error: unknown) => void;
};

export type DemoActivity = { readonly start: () => void; readonly stop: () => Promise<void> };

export function createDemoActivity(settings: DemoActivitySettings, ports: DemoActivityPorts): DemoActivity {
  const { organisation, collectionId, firstDelayMs, intervalMs, pauseMs, maxLive } = settings;
  const { clock, store, onFailed } = ports;
  let cancel: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** The version after our last change; any other version is someone else’s change. */
  let knownVersion: number | null = null;
  let pausedUntilMs = 0;

  async function step(): Promise<void> {
    const collection = await store.read(organisation, collectionId);
    if (collection === null) return;
    if (knownVersion !== null && collection.version !== knownVersion) pausedUntilMs = clock.monotonicMs() + pauseMs;
    knownVersion = collection.version;
    if (isStopped || clock.monotonicMs() < pausedUntilMs) return;
    const move = decideMove(collection, maxLive);
    if (move === null) return;
    const edit = move.kind === 'promote' ? promote(move.itemId, null) : demote(move.itemId, null);
    const isSame = (current: StoredCollection) => current.version === collection.version;
    const change = await store.change(organisation, collectionId, isSame, edit);
    if (change.outcome === 'done') knownVersion = change.collection.version;
  }

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    cancel = clock.after(milliseconds, () => {
      running = step()
        .catch(onFailed)
        .then(() => schedule(intervalMs));
    });
  }

  async function recordStartVersion(): Promise<void> {
    const collection = await store.read(organisation, collectionId);
    knownVersion ??= collection?.version ?? null;
  }

  return {
    start: () => {
      running = recordStartVersion().catch(onFailed);
      schedule(firstDelayMs);
    },
    stop: async () => {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
}
