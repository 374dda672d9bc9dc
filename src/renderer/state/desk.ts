/** What every part of the desk reads: the chosen feed, its rows, what each key would do, and the way to press it. */
import { createContext, use, useMemo, useRef } from 'react';
import type { DeskFeed, DeskState } from '../../contract/deskState.ts';
import type { DeskClient } from '../control/client.ts';
import type { ActionName, SentAction } from '../keys/actions.ts';
import { type FeedIndex, indexFeed, noLists } from '../show/feedIndex.ts';
import type { Offers } from '../show/offer.ts';
import { offersOf } from '../show/offers.ts';
import type { RowView } from '../show/rowModel.ts';
import { liveRows, movedPosts, stagingRows } from '../show/rows.ts';
import { isAimed } from './aim.ts';
import { useNow } from './clock.ts';
import { useHand } from './hand.ts';
import { isCutOff, useMirror } from './mirror.ts';

export type Desk = {
  readonly state: DeskState;
  readonly feed: DeskFeed;
  readonly index: FeedIndex;
  readonly isCutOff: boolean;
  /** When the engine was last heard well, by its own clock. ISO 8601. */
  readonly knownAt: string;
  readonly lostForMs: number;
  readonly nowMs: number;
  readonly isCompact: boolean;
  readonly rows: Readonly<Record<'staging' | 'live', readonly RowView[]>>;
  readonly movedIds: ReadonlySet<string>;
  readonly movedCount: number;
  readonly selected: RowView | null;
  readonly offers: Offers;
};

export type Hands = {
  readonly press: (action: SentAction) => void;
  readonly perform: (action: ActionName) => void;
  readonly client: DeskClient;
};

export const DeskContext = createContext<Desk | null>(null);
export const HandsContext = createContext<Hands | null>(null);

/** The desk's facts; only inside the desk. */
export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('useDesk belongs inside the desk');
  return desk;
}

export function useHands(): Hands {
  const hands = use(HandsContext);
  if (hands === null) throw new Error('useHands belongs inside the desk');
  return hands;
}

/** At most so many lines through the gutter; more are a count. */
const movedShown = 3;

/** Works out the desk from what was pushed; null until the engine has told of a feed. */
export function useDeskModel(isCompact: boolean): Desk | null {
  const state = useMirror((mirror) => mirror.state);
  const allLists = useMirror((mirror) => mirror.lists);
  const link = useMirror((mirror) => mirror.link);
  const offset = useMirror((mirror) => mirror.clockOffsetMs);
  const slug = useHand((hand) => hand.slug);
  const selection = useHand((hand) => hand.selection);
  const rotation = useHand((hand) => hand.rotation);
  const nowMs = useNow();
  const feed = state?.feeds.find((one) => one.slug === slug) ?? state?.feeds[0] ?? null;
  const lists = feed === null ? null : (allLists[feed.slug] ?? noLists(feed.slug));
  const index = useMemo(() => (feed === null || lists === null ? null : indexFeed(feed, lists)), [feed, lists]);
  const isLost = isCutOff(link);
  const moved = useMovedIds(index, nowMs);
  const live = useMemo(() => (index === null ? [] : liveRows(index, isLost)), [index, isLost]);
  const movedKey = [...moved.shown].join(' ');
  const staging = useMemo(() => (index === null ? [] : stagingRows(index, moved.shown)), [index, movedKey]);
  if (state === null || feed === null || index === null) return null;
  const rows = { staging, live };
  const selected =
    selection === null ? null : (rows[selection.list].find((row) => row.item.id === selection.id) ?? null);
  return {
    state,
    feed,
    index,
    isCutOff: isLost,
    knownAt: new Date(link.sinceMs + offset).toISOString(),
    lostForMs: nowMs - (link.sinceMs + offset),
    nowMs,
    isCompact,
    rows,
    movedIds: moved.shown,
    movedCount: moved.count,
    selected,
    offers: offersOf(isLost ? null : index, selected, isCompact, { rotation, rehearsal: state.rehearsal }),
  };
}

/** Empty places stay their time, and longer while somebody aims at staging. */
function useMovedIds(
  index: FeedIndex | null,
  nowMs: number,
): { readonly shown: ReadonlySet<string>; readonly count: number } {
  const shown = useRef<ReadonlySet<string>>(new Set());
  if (index === null) return { shown: shown.current, count: 0 };
  const ids = movedPosts(index, nowMs).map((item) => item.id);
  const kept = isAimed('staging', performance.now())
    ? [...shown.current].filter((id) => index.liveItems.has(id) && !ids.includes(id))
    : [];
  shown.current = new Set([...ids.slice(0, movedShown), ...kept]);
  return { shown: shown.current, count: ids.length };
}
