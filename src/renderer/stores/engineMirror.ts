/** Mirrors the engine's last state exactly as received; parts equal to the state before it keep their identity. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { create } from 'zustand';
import type { DeskFeed, DeskState, DeskView, FeedLists } from '../../contract/deskState.ts';
import type { LinkRefusal } from '../../contract/wire.ts';
import { type JsonDifference, readDifference } from '../../core/jsonDifference.ts';
import { ownValue } from '../../core/ownValue.ts';
import { type AirChange, compareOnAir, joinAirChanges } from '../model/airChange.ts';
import { findChangedIds, keepUnchanged } from '../model/listChanges.ts';
import { restartTimeOf } from '../model/words/stripFacts.ts';
import { useSpokenLanguage } from './spokenLanguage.ts';

/**
 * `silent` means the connection is open but nothing arrives. `broken` means the desk failed to take what arrived. Keys are off in every
 * state but `open`.
 */
export type LinkState = 'connecting' | 'open' | 'silent' | 'lost' | 'broken' | 'refused';

export type Link = {
  readonly state: LinkState;
  /**
   * When the state began, in epoch milliseconds of this machine; `lost`, `silent` and `broken` count as one, which begins at the engine's
   * last message.
   */
  readonly sinceMs: number;
  readonly refusal: LinkRefusal | null;
};

export type Mirror = {
  readonly link: Link;
  readonly state: DeskState | null;
  readonly lists: Readonly<Record<string, FeedLists>>;
  /** The last change on air that this desk saw, by the feed's slug. */
  readonly airChanges: Readonly<Record<string, AirChange>>;
  /** When each row last changed, by `rowKey`, as `performance.now()` returns it: the clock of this machine may be set. Kept for a second. */
  readonly rowChangedAt: ReadonlyMap<string, number>;
  /** When the gate of each feed last changed, by its slug, as `performance.now()` returns it. */
  readonly gateChangedAt: ReadonlyMap<string, number>;
  /** When the play head of each feed was last moved, pinned or unpinned, but not by this desk; as `gateChangedAt`. */
  readonly headMovedAt: ReadonlyMap<string, number>;
  /** The engine's clock minus this machine's clock. */
  readonly clockOffsetMs: number;
  /** Since when messages arrive late, by the engine's clock, ISO 8601; `null` while they arrive in time. */
  readonly slowSince: string | null;
};

export const emptyMirror: Mirror = {
  link: { state: 'connecting', sinceMs: 0, refusal: null },
  state: null,
  lists: {},
  airChanges: {},
  rowChangedAt: new Map(),
  gateChangedAt: new Map(),
  headMovedAt: new Map(),
  clockOffsetMs: 0,
  slowSince: null,
};

let failures: unknown[] = [];

export const useMirror = create<Mirror>()((_set, _get, store) => {
  const { subscribe } = store;
  // A listener that throws must not keep the change from the others.
  store.subscribe = (listener) =>
    subscribe((now, before) => {
      try {
        listener(now, before);
      } catch (error) {
        failures.push(error);
      }
    });
  return emptyMirror;
});

/** Throws what a listener has thrown, once all have been called. */
function setMirror(change: Partial<Mirror>): void {
  useMirror.setState(change);
  const [failure] = failures;
  failures = [];
  if (failure !== undefined) throw failure;
}

const rowChangeKeptMs = 1000;

export function rowKey(slug: string, itemId: string): string {
  return `${slug} ${itemId}`;
}

export function receiveState(received: DeskState, receivedLists: readonly FeedLists[], nowMs: number): void {
  const mirror = useMirror.getState();
  let effects: ListEffects = mirror;
  const lists = receivedLists.map((after) => {
    const before = ownValue(mirror.lists, after.slug);
    const kept = before === undefined ? after : keepUnchanged(before, after);
    effects = recordEffects(effects, before, kept, received);
    return [kept.slug, kept] as const;
  });
  const { airChanges, rowChangedAt } = effects;
  setMirror({
    state: replaceEqualDeep(mirror.state, received),
    lists: Object.fromEntries(lists),
    airChanges,
    rowChangedAt,
    ...recordFeeds(mirror, received),
    clockOffsetMs: Date.parse(received.at) - nowMs,
  });
}

/** Returns `false`, without an effect, if the change does not fit the mirrored state. */
export function receiveChange(change: JsonDifference, sequence: number, nowMs: number): boolean {
  const mirror = useMirror.getState();
  const read = mirror.state === null ? null : readDifference({ state: mirror.state, lists: mirror.lists }, change);
  if (read === null) return false;
  // The engine's state is not checked further, here as in `receiveState`.
  const { state, lists } = read.value as DeskView & { readonly state: DeskState };
  let effects: ListEffects = mirror;
  for (const after of Object.values(lists))
    effects = recordEffects(effects, ownValue(mirror.lists, after.slug), after, state);
  const { airChanges, rowChangedAt } = effects;
  const clockOffsetMs = Date.parse(state.at) - nowMs;
  setMirror({
    state: { ...state, sequence },
    lists,
    airChanges,
    rowChangedAt,
    ...recordFeeds(mirror, state),
    clockOffsetMs,
  });
  return true;
}

export function receiveLink(state: LinkState, refusal: LinkRefusal | null, nowMs: number): void {
  const { link } = useMirror.getState();
  const isContinued = isLoss(link.state) && isLoss(state);
  setMirror({ link: { state, refusal, sinceMs: isContinued ? link.sinceMs : nowMs } });
}

export function receiveSpeed(isSlow: boolean, nowMs: number): void {
  const { clockOffsetMs } = useMirror.getState();
  setMirror({ slowSince: isSlow ? new Date(nowMs + clockOffsetMs).toISOString() : null });
}

function isLoss(state: LinkState): boolean {
  return state === 'lost' || state === 'silent' || state === 'broken';
}

// Replaces everything by equal objects, so that every sentence made of it is made again in the new language.
useSpokenLanguage.subscribe(() => {
  useMirror.setState(({ state, lists, airChanges }) => structuredClone({ state, lists, airChanges }));
});

/** Client listeners that keep the mirror up to date. `now` returns this machine's epoch milliseconds. */
export const mirrorListeners = (now: () => number) => ({
  onState: (state: DeskState, lists: readonly FeedLists[]) => receiveState(state, lists, now()),
  onChange: (change: JsonDifference, sequence: number) => receiveChange(change, sequence, now()),
  onSlow: (isSlow: boolean) => receiveSpeed(isSlow, now()),
  // The last message is the latest evidence for anything on screen.
  onLink: (state: LinkState, refusal: LinkRefusal | null, silentForMs: number) =>
    receiveLink(state, refusal, now() - silentForMs),
});

/** The revision of each feed that the desk shows, also without a connection. */
export function shownRevisions(): Readonly<Record<string, number>> {
  const feeds = useMirror.getState().state?.feeds ?? [];
  return Object.fromEntries(feeds.map(({ slug, revision }) => [slug, revision]));
}

/** Whether the engine's state is unknown, which disables the keys. */
export function isLinkDown(link: Link): boolean {
  return link.state !== 'open';
}

/** Notes when the gate of a feed changed, and when its play head moved. */
function recordFeeds(
  { state: before, gateChangedAt, headMovedAt }: Mirror,
  after: DeskState,
): Pick<Mirror, 'gateChangedAt' | 'headMovedAt'> {
  const record = (
    known: ReadonlyMap<string, number>,
    hasChanged: (before: DeskFeed, after: DeskFeed) => boolean,
  ): ReadonlyMap<string, number> => {
    const changed = after.feeds.filter((feed) => {
      const old = before?.feeds.find(({ slug }) => slug === feed.slug);
      return old !== undefined && hasChanged(old, feed);
    });
    if (changed.length === 0) return known;
    return new Map([...known, ...changed.map(({ slug }) => [slug, performance.now()] as const)]);
  };
  return {
    gateChangedAt: record(gateChangedAt, (old, now) => old.gate !== now.gate),
    headMovedAt: record(
      headMovedAt,
      ({ playHead: old }, { playHead: now }) =>
        now.by !== after.you && (old.itemId !== now.itemId || old.pinned !== now.pinned),
    ),
  };
}

type ListEffects = Pick<Mirror, 'airChanges' | 'rowChangedAt'>;

/** Notes what the new lists change on air and in which rows. The first lists of a feed change nothing. */
function recordEffects(
  { airChanges, rowChangedAt }: ListEffects,
  before: FeedLists | undefined,
  after: FeedLists,
  state: DeskState,
): ListEffects {
  if (before === undefined || before === after) return { airChanges, rowChangedAt };
  const feed = state.feeds.find(({ slug }) => slug === after.slug);
  const restartedAt = (feed === undefined ? null : restartTimeOf(state, feed)) ?? state.at;
  const change = compareOnAir(before, after, feed?.onAirCause === 'operator' ? feed.onAirBy : null, restartedAt);
  const known = ownValue(airChanges, after.slug);
  return {
    airChanges:
      change === null
        ? airChanges
        : { ...airChanges, [after.slug]: joinAirChanges(known, change, after, feed?.gate === 'held') },
    rowChangedAt: recordChangedRows(rowChangedAt, before, after),
  };
}

function recordChangedRows(
  kept: ReadonlyMap<string, number>,
  before: FeedLists,
  after: FeedLists,
): ReadonlyMap<string, number> {
  const nowMs = performance.now();
  const changed = new Map([...kept].filter(([, at]) => nowMs - at < rowChangeKeptMs));
  for (const id of findChangedIds(before, after)) changed.set(rowKey(after.slug, id), nowMs);
  return changed;
}
