/** Builds the rows of both lists for all posts; only visible rows are rendered. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { type FeedIndex, findOnAirPosts, findPost, idOf } from './feedIndex.ts';
import { findEdited, keepList, memoiseByIdentity, memoiseOnParts } from './memoise.ts';
import { isEmptySlot, type RowState, type RowView } from './rowModel.ts';

/** How long staging keeps the empty slot of a post that went live. */
export const movedShownForMs = 30_000;

/** How many rows may have left together between two rows that stay. */
const reach = 16;

/** Returns the earlier row of a post unless the row has changed. Most rows follow the one before, so they need no index. */
function createRowReuse(
  earlier: readonly RowView[],
): (key: string, item: DeskItem, state: RowState, position: number | null) => RowView {
  let next = 0;
  return (key, item, state, position) => {
    const end = Math.min(next + reach, earlier.length);
    for (let index = next; index < end; index += 1) {
      const row = earlier[index];
      if (row?.key !== key) continue;
      next = index + 1;
      if (row.item === item && row.state === state && row.position === position) return row;
      break;
    }
    return { key, item, state, position };
  };
}

/** More edited posts than this are quicker to build again. */
const maxEdited = 50;

/** Returns the rows with the new versions of edited posts; `null` when posts came, went or moved, or too many were edited. */
function replaceEdited(
  rows: readonly RowView[],
  before: readonly DeskItem[],
  after: readonly DeskItem[],
): readonly RowView[] | null {
  const edited = findEdited(before, after, idOf);
  if (edited === null || edited.length > maxEdited) return null;
  const next = [...rows];
  for (const index of edited) {
    const [old, item] = [before[index], after[index]];
    const rowIndex = rows.findIndex((row) => row.item === old);
    const row = rows[rowIndex];
    if (row !== undefined && item !== undefined) next[rowIndex] = { ...row, item };
  }
  return next;
}

/**
 * Keeps the live rows while their inputs are the same. When posts were only edited, it replaces their rows alone, because building
 * all rows of a long list takes milliseconds.
 */
export function createLiveRows(): (index: FeedIndex, isDisconnected: boolean) => readonly RowView[] {
  let kept: {
    readonly parts: readonly unknown[];
    readonly live: readonly DeskItem[];
    readonly rows: readonly RowView[];
  } | null = null;
  return (index, isDisconnected) => {
    const { lists, feed, guarded, nextId } = index;
    const { live, staging, onAir, onAirOnly } = lists;
    const { blocked, pending, gate, playHead } = feed;
    const parts = [
      feed.slug,
      staging,
      onAir,
      onAirOnly,
      blocked,
      pending.removed,
      gate,
      playHead.itemId,
      guarded,
      nextId,
      isDisconnected,
    ];
    const isSame = kept !== null && parts.every((part, partIndex) => part === kept?.parts[partIndex]);
    if (kept === null || !isSame) kept = { parts, live, rows: buildLiveRows(index, isDisconnected, kept?.rows) };
    else if (live !== kept.live)
      kept = {
        parts,
        live,
        rows: replaceEdited(kept.rows, kept.live, live) ?? buildLiveRows(index, isDisconnected, kept.rows),
      };
    return kept.rows;
  };
}

/** Keeps the staging rows while their inputs are the same. */
export function createStagingRows(): (index: FeedIndex, movedIds: ReadonlySet<string>) => readonly RowView[] {
  let kept: readonly RowView[] = [];
  return memoiseOnParts(
    ({ lists, guarded }, movedIds) => [lists.staging, movedIds.size === 0 ? null : lists.live, guarded, movedIds],
    (index, movedIds) => {
      kept = buildStagingRows(index, movedIds, kept);
      return kept;
    },
  );
}

/** Staging rows, with an empty slot for each post in `movedIds`, in the order that the posts had. Rows that did not change are those of `earlier`. */
export function buildStagingRows(
  index: FeedIndex,
  movedIds: ReadonlySet<string>,
  earlier: readonly RowView[] = [],
): readonly RowView[] {
  const rowOf = createRowReuse(earlier);
  const slotOf = createRowReuse(earlier.filter(isEmptySlot));
  const rows = index.lists.staging.map((item, listIndex) =>
    rowOf(item.id, item, index.guarded.has(item.id) ? 'stagedGuarded' : 'staged', listIndex + 1),
  );
  const moved = (movedIds.size === 0 ? [] : index.lists.live)
    .filter((item) => movedIds.has(item.id))
    // Each index counts in the list that the post left, which lacks the posts that had left before.
    .sort((a, b) => leftAtMs(b) - leftAtMs(a) || (a.mark?.leftIndex ?? 0) - (b.mark?.leftIndex ?? 0));
  moved.forEach((item) => {
    const slotIndex = Math.min(item.mark?.leftIndex ?? 0, rows.length);
    rows.splice(slotIndex, 0, slotOf(`${item.id}|moved`, item, 'moved', null));
  });
  return rows;
}

const leftAtMs = ({ mark }: DeskItem): number => Date.parse(mark?.wentLiveAt ?? '') || 0;

type MovedPost = { readonly id: string; readonly wentLiveMs: number };

const keepMoved = keepList(idOf, ({ mark }) => [mark?.wentLiveAt ?? null, mark?.leftIndex ?? null]);

/** Posts that went from staging to live, newest first. */
const movedPostsOf = memoiseByIdentity((live: readonly DeskItem[]): readonly MovedPost[] =>
  live
    .flatMap(({ id, mark }) =>
      mark?.wentLiveAt == null || mark.leftIndex === null ? [] : [{ id, wentLiveMs: Date.parse(mark.wentLiveAt) }],
    )
    .sort((a, b) => b.wentLiveMs - a.wentLiveMs),
);

/** The ids of the posts that went from staging to live recently enough for an empty slot, newest first. */
export function findMovedIds({ lists }: FeedIndex, nowMs: number): readonly string[] {
  const moved = movedPostsOf(keepMoved(lists.live));
  const tooOld = moved.findIndex(({ wentLiveMs }) => nowMs - wentLiveMs > movedShownForMs);
  return moved.slice(0, tooOld < 0 ? undefined : tooOld).map(({ id }) => id);
}

/**
 * Live and on air in one list, in on-air order. A post not on air follows the on-air post before it in live. Rows that did not change are
 * those of `earlier`.
 */
export function buildLiveRows(
  index: FeedIndex,
  isDisconnected: boolean,
  earlier: readonly RowView[] = [],
): readonly RowView[] {
  const { lists, feed } = index;
  const rowOf = createRowReuse(earlier);
  const itemsAfter = new Map<string | null, DeskItem[]>();
  let anchor: string | null = null;
  /** Where the posts on air are expected to continue. */
  let next = 0;
  for (const item of lists.live) {
    const isNext = lists.onAir[next] === item.id;
    const position = isNext ? next + 1 : index.onAir.get(item.id);
    if (position === undefined) getOrCreateBucket(itemsAfter, anchor).push(item);
    else {
      anchor = item.id;
      next = position;
    }
  }
  const rows: RowView[] = [];
  let offAirPosition = 0;
  const pushOffAir = (items: readonly DeskItem[] | undefined): void => {
    for (const item of items ?? []) {
      const state = offAirStateOf(index, item.id);
      if (state === 'off') offAirPosition += 1;
      rows.push(rowOf(item.id, item, state, state === 'off' ? offAirPosition : null));
    }
  };
  pushOffAir(itemsAfter.get(null));
  const posts = findOnAirPosts(lists);
  for (const [at, id] of lists.onAir.entries()) {
    const item = posts[at];
    if (item !== undefined) rows.push(rowOf(id, item, onAirStateOf(index, id, isDisconnected), at + 1));
    pushOffAir(itemsAfter.get(id));
  }
  // A blocked post that has left live stays visible until every consumer confirms the block.
  for (const block of feed.blocked) {
    if (block.waitingFor.length === 0 || index.liveItems.has(block.itemId)) continue;
    const item = findPost(index, block.itemId);
    if (item !== undefined) rows.push(rowOf(item.id, item, 'unconfirmed', null));
  }
  return rows;
}

function offAirStateOf(index: FeedIndex, id: string): RowState {
  const block = index.blocked.get(id);
  if (block !== undefined) return block.waitingFor.length > 0 ? 'unconfirmed' : 'blocked';
  if (index.guarded.has(id)) return 'guarded';
  return index.feed.gate === 'cleared' ? 'off' : 'waiting';
}

function onAirStateOf(index: FeedIndex, id: string, isDisconnected: boolean): RowState {
  if (isDisconnected) return 'unknown';
  if (index.feed.playHead.itemId === id) return 'now';
  if (index.nextId === id) return 'next';
  return index.removed.has(id) ? 'leaving' : 'air';
}

function getOrCreateBucket(buckets: Map<string | null, DeskItem[]>, anchor: string | null): DeskItem[] {
  const found = buckets.get(anchor);
  if (found !== undefined) return found;
  const bucket: DeskItem[] = [];
  buckets.set(anchor, bucket);
  return bucket;
}
