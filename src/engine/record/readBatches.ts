/** Puts batches together again into a show. Trusts nothing: what does not fit is left out, and what it replaced stays. */
import type { Collection, Item } from '../../core/collection.ts';
import { type FeedState, type HeadedList, visible } from '../../core/feedState.ts';
import { followList } from '../../core/playHead.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { readParts } from './listParts.ts';
import { batchSchema, type CollectionRecord, type FeedRecord, type ListRecord } from './showBatch.ts';

type List = readonly Item[];

/**
 * The show after all batches, on top of `start` (what is known from an older file, `emptyShow` otherwise). Feeds come back
 * marked as restored where there was something to restore.
 */
export function readBatches(start: ShowState, batches: readonly unknown[]): ShowState {
  let lists = new Map<number, List>();
  const feeds = new Map([...start.feeds, ...start.away].map((feed) => [feed.slug, feed]));
  let order: readonly string[] = start.feeds.map(({ slug }) => slug);
  const collections = new Map(Object.entries(start.collections));
  const listsInUse = new Map<string, readonly number[]>();
  for (const unread of batches) {
    const { data: batch } = batchSchema.safeParse(unread);
    if (batch === undefined) continue;
    const known = new Map(lists);
    for (const record of batch.lists) {
      const list = readList(record, known);
      if (list !== null) known.set(record.id, list);
    }
    for (const record of batch.collections) {
      const snapshot = readCollectionRecord(record, known);
      if (snapshot === null) continue;
      collections.set(record.id, snapshot);
      listsInUse.set(`collection ${record.id}`, [record.live, record.staging]);
    }
    for (const record of batch.feeds) {
      feeds.set(record.slug, readFeed(record, known, feeds.get(record.slug) ?? null));
      const inUse = [record.live.list, record.base.list, record.beforeClear?.list ?? record.base.list];
      listsInUse.set(`feed ${record.slug}`, inUse);
    }
    order = batch.order ?? order;
    lists = new Map([...new Set([...listsInUse.values()].flat())].flatMap((id) => entryOf(known, id)));
  }
  const away = [...feeds.values()].filter(({ slug }) => !order.includes(slug));
  return {
    ...emptyShow,
    collections: Object.fromEntries(collections),
    feeds: order.flatMap((slug) => feeds.get(slug) ?? []),
    away,
  };
}

function entryOf(known: ReadonlyMap<number, List>, id: number): [number, List][] {
  const list = known.get(id);
  return list === undefined ? [] : [[id, list]];
}

function readList(record: ListRecord, known: ReadonlyMap<number, List>): List | null {
  const near = record.from === null ? null : known.get(record.from);
  return near === undefined ? null : readParts(near, record.parts);
}

function readCollectionRecord(record: CollectionRecord, known: ReadonlyMap<number, List>): Snapshot | null {
  const { acceptedAt, live: liveList, staging: stagingList, ...rest } = record;
  const live = known.get(liveList);
  const staging = known.get(stagingList);
  if (live === undefined || staging === undefined) return null;
  const collection: Collection = { ...rest, live, staging };
  return { collection, from: 'disk', acceptedAt, marks: new Map() };
}

/** The feed of the record. A list that is lost is the one before; gate, blocks and guards are the newest in any case. */
function readFeed(record: FeedRecord, known: ReadonlyMap<number, List>, before: FeedState | null): FeedState {
  const headed = (of: FeedRecord['base'], lost: HeadedList | null): HeadedList => {
    const items = known.get(of.list);
    if (items !== undefined) return { items, header: of.header };
    return { items: lost?.items ?? [], header: lost?.header ?? of.header };
  };
  const live = headed(record.live, before?.live ?? null);
  const base = headed(record.base, before?.base ?? null);
  const { blocks, guards, gate, playHead } = record;
  const items = visible({ blocks, guards }, base.items);
  const isUntouched = record.onAir.revision === 0 && gate === 'following' && blocks.length === 0;
  return {
    ...record,
    live: { ...live, version: record.live.version },
    base,
    beforeClear: record.beforeClear === null ? null : headed(record.beforeClear, before?.beforeClear ?? null),
    isRestored: !isUntouched,
    onAir: { ...record.onAir, items },
    // Without effect when all was read: the head then stands where it stood.
    playHead: followList(playHead, items, items, playHead.since),
  };
}
