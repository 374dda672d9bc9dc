/** The desk's shared model: the selected feed, its rows, and the state of every key. */
import { createContext, use, useMemo, useRef } from 'react';
import type { DeskFeed, DeskState } from '../../contract/deskState.ts';
import type { DeskClient } from '../engine/client.ts';
import type { ActionStates } from '../model/actionState.ts';
import { actionStatesOf } from '../model/actionStates.ts';
import type { ActionName, SentAction } from '../model/actions.ts';
import { emptyListsOf, type FeedIndex, indexFeed } from '../model/feedIndex.ts';
import type { RowView } from '../model/rowModel.ts';
import { buildLiveRows, buildStagingRows, findMovedPosts } from '../model/rows.ts';
import { useNow } from '../stores/clock.ts';
import { isLinkDown, useMirror } from '../stores/engineMirror.ts';
import { isListHovered } from '../stores/hover.ts';
import { useUiState } from '../stores/uiState.ts';

export type Desk = {
  readonly state: DeskState;
  readonly feed: DeskFeed;
  readonly index: FeedIndex;
  readonly isDisconnected: boolean;
  /** When the connection was lost, by the engine's clock, ISO 8601. */
  readonly lastKnownAt: string;
  readonly disconnectedForMs: number;
  readonly nowMs: number;
  readonly isCompact: boolean;
  readonly rows: Readonly<Record<'staging' | 'live', readonly RowView[]>>;
  readonly movedIds: ReadonlySet<string>;
  readonly movedCount: number;
  readonly selected: RowView | null;
  readonly actionStates: ActionStates;
};

export type DeskControls = {
  readonly press: (action: SentAction) => void;
  readonly perform: (action: ActionName) => void;
  readonly client: DeskClient;
};

export const DeskContext = createContext<Desk | null>(null);
export const DeskControlsContext = createContext<DeskControls | null>(null);

export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('useDesk must be used inside DeskContext');
  return desk;
}

export function useDeskControls(): DeskControls {
  const controls = use(DeskControlsContext);
  if (controls === null) throw new Error('useDeskControls must be used inside DeskControlsContext');
  return controls;
}

/** Staging shows at most this many empty slots; if more posts went live, the gutter says how many. */
const maxMovedShown = 3;

/** Builds the desk from the engine's state; `null` until a feed has been received. */
export function useDeskModel(isCompact: boolean): Desk | null {
  const state = useMirror((mirror) => mirror.state);
  const allLists = useMirror((mirror) => mirror.lists);
  const link = useMirror((mirror) => mirror.link);
  const clockOffsetMs = useMirror((mirror) => mirror.clockOffsetMs);
  const slug = useUiState((ui) => ui.slug);
  const selection = useUiState((ui) => ui.selection);
  const rotation = useUiState((ui) => ui.rotation);
  const nowMs = useNow();
  const feed = state?.feeds.find((candidate) => candidate.slug === slug) ?? state?.feeds[0] ?? null;
  const lists = feed === null ? null : (allLists[feed.slug] ?? emptyListsOf(feed.slug));
  const index = useMemo(() => (feed === null || lists === null ? null : indexFeed(feed, lists)), [feed, lists]);
  const isDisconnected = isLinkDown(link);
  const moved = useMovedIds(index, nowMs);
  const live = useMemo(() => (index === null ? [] : buildLiveRows(index, isDisconnected)), [index, isDisconnected]);
  const movedKey = [...moved.shown].join(' ');
  const staging = useMemo(() => (index === null ? [] : buildStagingRows(index, moved.shown)), [index, movedKey]);
  if (state === null || feed === null || index === null) return null;
  const rows = { staging, live };
  const selected =
    selection === null ? null : (rows[selection.list].find((row) => row.item.id === selection.id) ?? null);
  return {
    state,
    feed,
    index,
    isDisconnected,
    lastKnownAt: new Date(link.sinceMs + clockOffsetMs).toISOString(),
    disconnectedForMs: nowMs - (link.sinceMs + clockOffsetMs),
    nowMs,
    isCompact,
    rows,
    movedIds: moved.shown,
    movedCount: moved.count,
    selected,
    actionStates: actionStatesOf(isDisconnected ? null : index, selected, isCompact, {
      rotation,
      rehearsal: state.rehearsal,
    }),
  };
}

/** The posts with an empty slot in staging; slots stay longer while the pointer is over staging. */
function useMovedIds(
  index: FeedIndex | null,
  nowMs: number,
): { readonly shown: ReadonlySet<string>; readonly count: number } {
  const shown = useRef<ReadonlySet<string>>(new Set());
  if (index === null) return { shown: shown.current, count: 0 };
  const ids = findMovedPosts(index, nowMs).map((item) => item.id);
  const kept = isListHovered('staging', performance.now())
    ? [...shown.current].filter((id) => index.liveItems.has(id) && !ids.includes(id))
    : [];
  shown.current = new Set([...ids.slice(0, maxMovedShown), ...kept]);
  return { shown: shown.current, count: ids.length };
}
