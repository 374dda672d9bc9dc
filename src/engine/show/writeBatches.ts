/** Turns changes of the show into batches with only the differences; lists are written as runs of the previous list. */
import type { Item } from '../../core/collection.ts';
import type { FeedState, ListWithHeader } from '../../core/feedState.ts';
import { currentOrRemovedFeedOf, type ShowState, snapshotOf } from '../../core/show.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { isWholeRun, writeParts } from './listParts.ts';
import type { Batch, CollectionRecord, FeedRecord, ListRecord } from './showBatch.ts';

type List = readonly Item[];

export type BatchWriter = {
  readonly writeWhole: (state: ShowState) => Batch;
  /** Returns the changes since `before`, which this writer wrote; `null` when the persistent state is unchanged. */
  readonly writeChange: (before: ShowState, after: ShowState) => Batch | null;
};

/** Returns a writer for one file. List ids are valid within that file only. */
export function createBatchWriter(): BatchWriter {
  let idByList = new Map<List, number>();
  let nextId = 0;

  /** The reader drops lists that are no longer in use, so later batches must not refer to them. */
  const forgetUnused = (state: ShowState): void => {
    const collections = Object.values(state.collections).flatMap(({ collection }) => [
      collection.live,
      collection.staging,
    ]);
    const feeds = [...state.feeds, ...state.removedFeeds].flatMap(({ live, base, beforeClear }) => [
      live.items,
      base.items,
      beforeClear?.items ?? [],
    ]);
    const previousIds = idByList;
    idByList = new Map(
      [...collections, ...feeds].flatMap((list): [List, number][] => {
        const id = previousIds.get(list);
        return id === undefined ? [] : [[list, id]];
      }),
    );
  };

  const writeList = (list: List, previous: List | null, lists: ListRecord[]): number => {
    const known = idByList.get(list);
    if (known !== undefined) return known;
    const from = previous === null ? undefined : idByList.get(previous);
    const parts = writeParts(from === undefined ? null : previous, list);
    const id = from !== undefined && isWholeRun(parts, previous) ? from : nextId++;
    idByList.set(list, id);
    if (id !== from) lists.push({ id, from: from ?? null, parts });
    return id;
  };

  const writeCollection = (snapshot: Snapshot, before: Snapshot | null, lists: ListRecord[]): CollectionRecord => {
    const { id, name, contentType, lastModifiedDate, createdDate, live, staging } = snapshot.collection;
    const old = before?.collection ?? null;
    return {
      ...{ id, name, contentType, lastModifiedDate, createdDate },
      ...{ acceptedAt: snapshot.acceptedAt, service: snapshot.service, count: snapshot.count },
      ...(snapshot.isUnread === true && { isUnread: true as const }),
      ...(snapshot.isGone === true && { isGone: true as const }),
      ...(snapshot.isRewound === true && { isRewound: true as const }),
      ...(snapshot.isCut === true && { isCut: true as const }),
      ...(snapshot.doubtedAt !== undefined && { doubtedAt: snapshot.doubtedAt }),
      live: writeList(live, old?.live ?? null, lists),
      staging: writeList(staging, old?.staging ?? null, lists),
    };
  };

  const writeFeed = (feed: FeedState, before: FeedState | null, lists: ListRecord[]): FeedRecord => {
    const writeListWithHeader = (list: ListWithHeader, previous: ListWithHeader | null): FeedRecord['base'] => ({
      list: writeList(list.items, previous?.items ?? null, lists),
      header: list.header,
    });
    const { items: _, ...onAir } = feed.onAir;
    const live = { ...writeListWithHeader(feed.live, before?.live ?? null), version: feed.live.version };
    const {
      slug,
      collectionId,
      configuredId,
      gate,
      gateBy,
      gateSince,
      hold,
      loss,
      startDoubt,
      foundRemovedAt,
      blocks,
      guards,
      playHead,
    } = feed;
    return {
      ...{ slug, collectionId, configuredId, gate, gateBy, gateSince, hold, loss, startDoubt, foundRemovedAt },
      ...{ live, onAir },
      base: writeListWithHeader(feed.base, before?.base ?? feed.live),
      beforeClear: feed.beforeClear === null ? null : writeListWithHeader(feed.beforeClear, before?.base ?? feed.base),
      blocks: [...blocks],
      guards: {
        words: [...guards.words],
        authors: [...guards.authors],
        allowed: [...guards.allowed],
        version: guards.version,
      },
      playHead: { ...playHead, used: [...playHead.used] },
    };
  };

  return {
    writeWhole: (state) => {
      const lists: ListRecord[] = [];
      const collections = Object.values(state.collections).map((snapshot) => writeCollection(snapshot, null, lists));
      const feeds = [...state.feeds, ...state.removedFeeds].map((feed) => writeFeed(feed, null, lists));
      forgetUnused(state);
      return { isWhole: true, lists, collections, feeds, order: state.feeds.map(({ slug }) => slug) };
    },
    writeChange: (before, after) => {
      if (before.feeds === after.feeds && before.collections === after.collections) return null;
      const lists: ListRecord[] = [];
      const collections = Object.values(after.collections).flatMap((snapshot) => {
        const old = snapshotOf(before, snapshot.collection.id);
        return old === snapshot ? [] : [writeCollection(snapshot, old, lists)];
      });
      const feeds = [...after.feeds, ...after.removedFeeds].flatMap((feed) => {
        const old = currentOrRemovedFeedOf(before, feed.slug);
        return old === feed ? [] : [writeFeed(feed, old, lists)];
      });
      forgetUnused(after);
      const slugs = after.feeds.map(({ slug }) => slug);
      const isSameOrder = slugs.join() === before.feeds.map(({ slug }) => slug).join();
      if (collections.length === 0 && feeds.length === 0 && isSameOrder) return null;
      return { isWhole: false, lists, collections, feeds, order: isSameOrder ? null : slugs };
    },
  };
}
