/** Rebuilds a show from batches. A record that cannot be read is skipped, and the state before it stays. */
import type { Collection, Item } from '../../core/collection.ts';
import { type FeedState, type ListWithHeader, visibleItems } from '../../core/feedState.ts';
import { followList } from '../../core/playHead.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { readParts } from './listParts.ts';
import { batchSchema, type CollectionRecord, type FeedRecord, type ListRecord } from './showBatch.ts';

type List = readonly Item[];

/** The feeds of the show after one change. */
export type PastFeeds = Pick<ShowState, 'feeds'>;

/**
 * Applies the batches to `start` and returns the show. Feeds with anything to restore are marked as restored. `onFeeds` gets the feeds after
 * each batch that changed them.
 */
export function readBatches(
  start: ShowState,
  batches: readonly unknown[],
  onFeeds: (past: PastFeeds) => void = () => undefined,
): ShowState {
  let lists = new Map<number, List>();
  const feeds = new Map([...start.feeds, ...start.removedFeeds].map((feed) => [feed.slug, feed]));
  let order: readonly string[] = start.feeds.map(({ slug }) => slug);
  const collections = new Map(Object.entries(start.collections));
  const listsInUse = new Map<string, readonly number[]>();
  for (const raw of batches) {
    const { data: batch } = batchSchema.safeParse(raw);
    if (batch === undefined) continue;
    const listsById = new Map(lists);
    for (const record of batch.lists) {
      const list = readList(record, listsById);
      if (list !== null) listsById.set(record.id, list);
    }
    for (const record of batch.collections) {
      const snapshot = readCollectionRecord(record, listsById);
      if (snapshot === null) continue;
      collections.set(record.id, snapshot);
      listsInUse.set(`collection:${record.id}`, [record.live, record.staging]);
    }
    for (const record of batch.feeds) {
      feeds.set(record.slug, readFeed(record, listsById, feeds.get(record.slug) ?? null));
      const inUse = [record.live.list, record.base.list, record.beforeClear?.list ?? record.base.list];
      listsInUse.set(`feed:${record.slug}`, inUse);
    }
    order = batch.order ?? order;
    if (batch.feeds.length > 0) onFeeds({ feeds: order.flatMap((slug) => feeds.get(slug) ?? []) });
    lists = new Map([...new Set([...listsInUse.values()].flat())].flatMap((id) => listEntryOf(listsById, id)));
  }
  const removedFeeds = [...feeds.values()].filter(({ slug }) => !order.includes(slug));
  return {
    ...emptyShow,
    collections: Object.fromEntries(collections),
    feeds: order.flatMap((slug) => feeds.get(slug) ?? []),
    removedFeeds,
  };
}

function listEntryOf(listsById: ReadonlyMap<number, List>, id: number): [number, List][] {
  const list = listsById.get(id);
  return list === undefined ? [] : [[id, list]];
}

function readList(record: ListRecord, listsById: ReadonlyMap<number, List>): List | null {
  const previous = record.from === null ? null : listsById.get(record.from);
  return previous === undefined ? null : readParts(previous, record.parts);
}

function readCollectionRecord(record: CollectionRecord, listsById: ReadonlyMap<number, List>): Snapshot | null {
  const {
    acceptedAt,
    service,
    count,
    isUnread,
    isGone,
    isRewound,
    isCut,
    doubtedAt,
    live: liveList,
    staging: stagingList,
    ...rest
  } = record;
  const live = listsById.get(liveList);
  const staging = listsById.get(stagingList);
  if (live === undefined || staging === undefined) return null;
  const collection: Collection = { ...rest, live, staging };
  const doubts = { isUnread, isGone, isRewound, isCut, doubtedAt };
  return { collection, from: 'disk', acceptedAt, service, count, ...doubts, marks: new Map() };
}

/** Uses the previous list if the list of the record is lost. Gate, blocks and guards are always the newest. */
function readFeed(record: FeedRecord, listsById: ReadonlyMap<number, List>, before: FeedState | null): FeedState {
  const readListWithHeader = (stored: FeedRecord['base'], fallback: ListWithHeader | null): ListWithHeader => {
    const items = listsById.get(stored.list);
    if (items !== undefined) return { items, header: stored.header };
    return { items: fallback?.items ?? [], header: fallback?.header ?? stored.header };
  };
  const live = readListWithHeader(record.live, before?.live ?? null);
  const base = readListWithHeader(record.base, before?.base ?? null);
  const { blocks, guards, gate, gateBy, gateSince, playHead } = record;
  const items = visibleItems({ blocks, guards }, base.items);
  const isUntouched = record.onAir.revision === 0 && gate === 'following' && blocks.length === 0;
  return {
    ...record,
    hold: record.hold ?? (gate === 'held' ? { by: gateBy, since: gateSince } : null),
    live: { ...live, version: record.live.version },
    base,
    beforeClear:
      record.beforeClear === null ? null : readListWithHeader(record.beforeClear, before?.beforeClear ?? null),
    isRestored: !isUntouched,
    hasChangedSinceRestart: false,
    changedAtStart: null,
    onAir: { ...record.onAir, items },
    // Moves the play head only if a list was lost.
    playHead: followList(playHead, items, items, playHead.since),
  };
}
