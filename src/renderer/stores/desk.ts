/** The contents of the desk, computed once per change: the selected feed, its rows and the state of every key. */
import type { DeskFeed, DeskState } from '../../contract/deskState.ts';
import { ownValue } from '../../core/ownValue.ts';
import { describeProblem } from '../../core/problem.ts';
import type { ActionStates } from '../model/actionState.ts';
import type { AirChange } from '../model/airChange.ts';
import { arrangeRows, createMatcher, startOfMinute } from '../model/arrangeRows.ts';
import { type ActionContext, computeActionStates } from '../model/computeActionStates.ts';
import { emptyListsOf, type FeedIndex, indexFeed } from '../model/feedIndex.ts';
import { memoiseLast } from '../model/memoise.ts';
import { isEmptySlot, type RowView } from '../model/rowModel.ts';
import { createLiveRows, createStagingRows, findMovedIds } from '../model/rows.ts';
import { canSave } from '../model/words/saving.ts';
import { isRestartShown } from '../model/words/shownProblems.ts';
import { lastTickMs, subscribeToTicks } from './clock.ts';
import { isLinkDown, type Mirror, useMirror } from './engineMirror.ts';
import { isListHovered } from './hover.ts';
import { shownFeedOf } from './shownFeed.ts';
import { isCovered, type ListName, type Selection, severalIdsOf, type UiState, useUiState } from './uiState.ts';
import { useViewport } from './viewport.ts';

export type Desk = {
  readonly state: DeskState;
  readonly feed: DeskFeed;
  readonly index: FeedIndex;
  /** The last change on air that this desk saw, or `null`. */
  readonly airChange: AirChange | null;
  /** When the connection was lost, by the engine's clock, ISO 8601; `null` while connected. */
  readonly disconnectedAt: string | null;
  readonly rows: Rows;
  /** Posts that went live recently; staging shows empty slots for the newest. */
  readonly movedCount: number;
  /** `null` also while a search or filter hides it. */
  readonly selected: RowView | null;
  /** The rows of several selected posts that are shown, in the order of the list: one if others left or are hidden. Empty unless several were selected. */
  readonly several: readonly RowView[];
  readonly actionStates: ActionStates;
};

type Rows = Readonly<Record<ListName, readonly RowView[]>>;

/** Staging shows at most this many empty slots; if more posts went live, the gutter says how many. */
const maxMovedShown = 3;

/** The state with what this desk alone knows. */
const withOwnProblems = memoiseLast((state: DeskState, slowSince: string | null): DeskState => {
  if (slowSince === null) return state;
  const slow = describeProblem('DESK_CONNECTION_SLOW', 'engine', slowSince, {});
  return { ...state, problems: [...state.problems, slow] };
});
const listsWithoutPosts = memoiseLast(emptyListsOf);
const indexOf = memoiseLast(indexFeed);
const liveRowsOf = keepRows(createLiveRows());
const stagingRowsOf = keepRows(createStagingRows());
const rowsOf = memoiseLast((staging: Rows['staging'], live: Rows['live']): Rows => ({ staging, live }));
/** Open details show a post that has left the selected list where it is now: never its empty slot there. */
const findSelected = memoiseLast((rows: Rows, selection: Selection | null, hasDetails: boolean): RowView | null => {
  if (selection === null) return null;
  const { list, id } = selection;
  const found = rows[list].find(({ item }) => item.id === id) ?? null;
  if (!hasDetails || (found !== null && !isEmptySlot(found))) return found;
  const otherRows = rows[list === 'live' ? 'staging' : 'live'];
  return otherRows.find((row) => row.item.id === id && !isEmptySlot(row)) ?? found;
});
const actionsOf = memoiseLast(computeActionStates);
const actionContextOf = memoiseLast(
  (
    rotation: UiState['rotation'],
    rehearsal: DeskState['rehearsal'],
    isRestartShown: boolean,
    canSaveState: boolean,
  ): ActionContext => ({ rotation, rehearsal, isRestartShown, canSave: canSaveState }),
);
const deskOf = memoiseLast(
  (
    state: DeskState,
    index: FeedIndex,
    airChange: AirChange | null,
    disconnectedAt: string | null,
    rows: Rows,
    movedCount: number,
    selected: RowView | null,
    several: readonly RowView[],
    actionStates: ActionStates,
  ): Desk => ({
    ...{ state, feed: index.feed, index, airChange, disconnectedAt, rows, movedCount },
    ...{ selected, several, actionStates },
  }),
);

/** Returns the same list while none of its rows has changed. */
function keepRows<Inputs extends readonly unknown[]>(
  build: (...inputs: Inputs) => readonly RowView[],
): (...inputs: Inputs) => readonly RowView[] {
  let kept: readonly RowView[] = [];
  return (...inputs) => {
    const rows = build(...inputs);
    if (rows === kept) return kept;
    if (rows.length !== kept.length || rows.some((row, index) => row !== kept[index])) kept = rows;
    return kept;
  };
}

let shownMovedIds: ReadonlySet<string> = new Set();

/** The posts with an empty slot in staging; slots stay longer while the pointer is over staging, or if several posts are selected with them. */
function chooseMovedIds(
  movedIds: readonly string[],
  { liveItems }: FeedIndex,
  { selection, several }: UiState,
): ReadonlySet<string> {
  const selected = several !== null && selection?.list === 'staging' ? [...several.ids] : [];
  const kept = isListHovered('staging', performance.now())
    ? [...shownMovedIds].filter((id) => liveItems.has(id) && !movedIds.includes(id))
    : [];
  const next = new Set([...movedIds.slice(0, maxMovedShown), ...kept, ...selected.filter((id) => liveItems.has(id))]);
  const isSame = next.size === shownMovedIds.size && [...next].every((id) => shownMovedIds.has(id));
  if (!isSame) shownMovedIds = next;
  return shownMovedIds;
}

function buildDesk(mirror: Mirror, ui: UiState, isCompact: boolean, nowMs: number): Desk | null {
  const { link, clockOffsetMs } = mirror;
  const state = mirror.state === null ? null : withOwnProblems(mirror.state, mirror.slowSince);
  const feed = state === null ? undefined : shownFeedOf(state, ui.slug);
  if (state === null || feed === undefined) return null;
  const index = indexOf(feed, ownValue(mirror.lists, feed.slug) ?? listsWithoutPosts(feed.slug));
  const isDisconnected = isLinkDown(link);
  const movedIds = findMovedIds(index, nowMs);
  const rows = rowsOf(stagingRowsOf(index, chooseMovedIds(movedIds, index, ui)), liveRowsOf(index, isDisconnected));
  const found = findSelected(rows, ui.selection, ui.panel === 'detail');
  const unseen =
    found === null
      ? null
      : isSelectionCovered(ui)
        ? 'covered'
        : isHiddenByFilter(found, ui, index, nowMs)
          ? 'hidden'
          : null;
  const selected = unseen === null ? found : null;
  const several = findSeveral(rows, ui, index, startOfMinute(nowMs));
  // The wall shows a restart too, on the feed's tile.
  const isOnShow = ui.screen === 'show' || ui.screen === 'wall';
  const shownIndex = isDisconnected ? null : index;
  const context = actionContextOf(ui.rotation, state.rehearsal, isRestartShown(state, feed, isOnShow), canSave(state));
  const actionStates = actionsOf(shownIndex, unseen ?? selected, several, isCompact, context);
  return deskOf(
    state,
    index,
    ownValue(mirror.airChanges, feed.slug) ?? null,
    isDisconnected ? new Date(link.sinceMs + clockOffsetMs).toISOString() : null,
    rows,
    movedIds.length,
    selected,
    several,
    actionStates,
  );
}

function isSelectionCovered(ui: UiState): boolean {
  return ui.selection !== null && isCovered(ui, ui.selection.list);
}

/** Whether its list's search or filter hides the selected post and no panel shows it. */
function isHiddenByFilter(
  row: RowView,
  { selection, panel, arrangement }: UiState,
  index: FeedIndex,
  nowMs: number,
): boolean {
  if (selection === null || panel === 'detail') return false;
  return !createMatcher(arrangement[selection.list], index, startOfMinute(nowMs))(row);
}

const none: readonly RowView[] = [];

const severalOf = memoiseLast(
  (
    rows: Rows,
    { list }: Selection,
    ids: ReadonlySet<string>,
    arrangement: UiState['arrangement'],
    index: FeedIndex,
    minuteStartMs: number,
  ): readonly RowView[] => {
    const selected = rows[list].filter((row) => ids.has(row.item.id));
    const shown = arrangeRows(selected, { ...arrangement[list], sort: 'list' }, index, minuteStartMs);
    return shown.length > 0 ? shown : none;
  },
);

/** No press may act on posts that a search, a filter or a panel hides. */
function findSeveral(rows: Rows, ui: UiState, index: FeedIndex, minuteStartMs: number): readonly RowView[] {
  const { selection, arrangement } = ui;
  const ids = selection === null ? null : severalIdsOf(ui, selection.list);
  if (selection === null || ids === null || isSelectionCovered(ui)) return none;
  return severalOf(rows, selection, ids, arrangement, index, minuteStartMs);
}

const latestDesk = memoiseLast(buildDesk);

/** The desk now; `null` until a feed has been received. */
export function currentDesk(): Desk | null {
  return latestDesk(useMirror.getState(), useUiState.getState(), useViewport.getState().isCompact, lastTickMs());
}

const sources = [useMirror.subscribe, useUiState.subscribe, useViewport.subscribe, subscribeToTicks];

export function subscribeToDesk(listener: () => void): () => void {
  const unsubscribers = sources.map((subscribe) => subscribe(listener));
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
