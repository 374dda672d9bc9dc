/** Keeps every on-air list of a feed with its cause, operator and changes, so that any can be restored. */

import { join } from 'node:path';
import type { HistoryLimitsView, HistoryRow } from '../../contract/history.ts';
import { laterOf } from '../../core/asRun.ts';
import type { CollectionHeader, Item } from '../../core/collection.ts';
import { compareLists } from '../../core/compare.ts';
import { type FeedState, visibleItemsInSteps } from '../../core/feedState.ts';
import { say } from '../../core/language/say.ts';
import { currentOrRemovedFeedOf, feedOf } from '../../core/show.ts';
import { shiftTime } from '../../core/time.ts';
import { restoreDirectory } from '../../disk/atomicFile.ts';
import type { SegmentLimits } from '../../disk/segmentLimits.ts';
import { openSegments, type Segments } from '../../disk/segments.ts';
import { runInTurns } from '../../disk/turns.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../settings/settings.ts';
import type { PastFeeds } from '../show/readBatches.ts';
import type { ChangeStep, Store } from '../store.ts';
import { hasUnsavedChanges } from '../unsavedChanges.ts';
import { clockStepsOf, eventTimeOf } from './clockSteps.ts';
import { createDamageReport, lostEntriesOf } from './damageReport.ts';
import { type Follower, followLater } from './followLater.ts';
import { endOf, type HistoryEntry, type Moment, namesOf, readEntries, readEntriesInTurns } from './historyEntries.ts';
import { addRecord, asRecorded, countFilesUntil, type RecordedList } from './historyRecords.ts';
import { createLogHealth, type LogHealth } from './logHealth.ts';

export type PastList = HistoryRow & {
  readonly items: readonly Item[];
  readonly header: CollectionHeader | null;
  /** Ids that Restore would leave out, because they are blocked or guarded now. */
  readonly blockedNow: readonly string[];
};

export type HistoryLimits = { readonly revisions: number; readonly bytes: number };

/** Files are deleted whole, so a history with a low limit begins new files sooner. */
const maxRevisionsPerFile = 250;

/** Lists kept in memory while the disk fails; beyond this the oldest are dropped. */
const maxUnsavedLists = 1000;

export type History = {
  /** Records the lists of the last run that are missing, the list on air now, and every revision from then on. */
  readonly start: (past: readonly PastFeeds[]) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Sets new limits; the oldest lists are deleted with the next one recorded. */
  readonly configure: (limits: HistoryLimits) => void;
  readonly limits: () => HistoryLimitsView;
  /** Newest first, below revision `before` if it is given. `null` when there is no such feed. */
  readonly list: (slug: string, before: number | null, limit: number) => Promise<readonly HistoryRow[] | null>;
  /** `null` when the feed is unknown or the revision is not kept. */
  readonly find: (slug: string, revision: number) => Promise<PastList | null>;
};

type FeedHistory = {
  readonly slug: string;
  readonly segments: Segments;
  readonly health: LogHealth;
  last: RecordedList | null;
  /** Revisions recorded since the limit last forced a new file. */
  revisionsInFile: number;
};

/** A list on air with its time, or by how much the clock was set. */
type Waiting =
  | { readonly feed: FeedState; readonly at: string }
  | { readonly feed: FeedState; readonly at: null; readonly setByMs: number };

/** Returns the history of a data directory, recorded from its store. */
export function openHistory(
  dataDir: string,
  deps: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'>; readonly limits: HistoryLimits },
): History {
  const { store, ports } = deps;
  let limits = deps.limits;
  const feeds = new Map<string, Promise<FeedHistory>>();
  const healths = new Map<string, LogHealth>();
  const clockSteps = clockStepsOf(store, ports.clock);
  let follower: Follower | null = null;
  /** Lists announced while the disk failed or the history could not be opened. Writing them before the show would leave the history ahead after a crash. */
  let unsaved: readonly Waiting[] = [];
  /** Resolves when every list that can be recorded is passed to its files. */
  let recording: Promise<void> = Promise.resolve();

  const healthOf = (slug: string): LogHealth => {
    const directory = join(dataDir, 'history', slug);
    const health =
      healths.get(slug) ??
      createLogHealth(() => say('history of {slug}', { slug }), `history:${slug}`, directory, maxUnsavedLists, deps);
    healths.set(slug, health);
    return health;
  };

  const open = async (feed: FeedState): Promise<FeedHistory> => {
    const { slug } = feed;
    const directory = join(dataDir, 'history', slug);
    const health = healthOf(slug);
    const describeCheck = (): string => say('the history of {slug} for missing entries', { slug });
    const reportDamage = createDamageReport(`history/${slug}`, lostEntriesOf(describeCheck), deps);
    const { after } = ports.clock;
    const segments = await openSegments(directory, segmentLimits(limits), health.report, reportDamage, after);
    const newest = readEntries(await segments.readNewest()).at(-1) ?? null;
    return { slug, segments, health, last: newest === null ? null : asRecorded(newest), revisionsInFile: 0 };
  };

  const historyOf = (feed: FeedState): Promise<FeedHistory> => {
    const known = feeds.get(feed.slug);
    if (known !== undefined) return known;
    const opened = open(feed);
    feeds.set(feed.slug, opened);
    // A history that could not be opened is opened again with the next change.
    opened.then(
      () => healthOf(feed.slug).report(null),
      (error: unknown) => {
        feeds.delete(feed.slug);
        healthOf(feed.slug).report(error);
      },
    );
    return opened;
  };

  const record = async (waiting: Waiting): Promise<void> => {
    const { feed } = waiting;
    const history = await historyOf(feed).catch(() => null);
    if (history === null) unsaved = [...unsaved, waiting].slice(-maxUnsavedLists);
    else if (waiting.at !== null) recordList(history, feed, waiting.at);
    else recordShiftedTime(history, waiting.setByMs);
  };

  const recordList = (history: FeedHistory, feed: FeedState, time: string): void => {
    const { slug, last, segments } = history;
    const { revision, cause, by, verb, about, header, items } = feed.onAir;
    // An unknown list is not an empty one.
    if (feed.loss === 'list' || revision <= (last?.revision ?? 0)) return;
    if (history.revisionsInFile >= Math.floor(limits.revisions / 4)) {
      segments.startNewFile();
      history.revisionsInFile = 0;
    }
    history.revisionsInFile += 1;
    const difference = compareLists(last?.items ?? [], items);
    const at = laterOf(time, last?.at ?? time);
    const removedNames = namesOf(last?.items ?? [], difference.removed);
    history.last = { revision, at, cause, by, verb, about, header, items, ...difference, removedNames };
    addRecord(segments, slug, history.last, last);
  };

  /** Records the list on air again with the time that the clock would have shown, from which its duration is counted. */
  const recordShiftedTime = (history: FeedHistory, setByMs: number): void => {
    const { slug, last, segments } = history;
    if (last === null) return;
    history.last = { ...last, at: shiftTime(last.at, setByMs) };
    addRecord(segments, slug, history.last, last);
  };

  const recordSafely = (waiting: Waiting): Promise<void> =>
    record(waiting).catch((error: unknown) =>
      ports.log('error', 'DISK_WRITE_FAILED', { where: 'history', feed: waiting.feed.slug, error: String(error) }),
    );

  /** Resolves without a value, so that the promises of a long show are not kept. */
  const recordAfter = async (earlier: Promise<void>, lists: readonly Waiting[]): Promise<void> => {
    const recorded = Promise.all(lists.map(recordSafely));
    await earlier;
    await recorded;
  };

  const recordUnsaved = (): void => {
    const lists = unsaved;
    unsaved = [];
    if (lists.length > 0) recording = recordAfter(recording, lists);
  };

  const unsubscribe = clockSteps.subscribe((setByMs) => {
    const feeds = store.state().feeds.map((feed) => ({ feed, at: null, setByMs }));
    unsaved = [...unsaved, ...feeds].slice(-maxUnsavedLists);
    if (follower !== null && !hasUnsavedChanges(store.state())) recordUnsaved();
  });

  /** Called on every change of the show. Each poll changes the source state, so a retry follows within one poll interval. */
  const retryIfBehind = async (opened: Promise<FeedHistory>): Promise<void> => {
    const history = await opened.catch(() => null);
    if (history === null) return;
    if (!history.health.isBehind()) {
      // The list on air is written again, so that it can be read and restored.
      if (await history.segments.checkFile()) recordShiftedTime(history, 0);
      return;
    }
    // Somebody can have removed the folder of all histories.
    await restoreDirectory(join(dataDir, 'history'));
    await history.segments.flush();
  };

  const findFeed = async (slug: string): Promise<{ segments: Segments; feed: FeedState } | null> => {
    follower?.catchUp();
    clockSteps.observeNow();
    await recording;
    const feed = currentOrRemovedFeedOf(store.state(), slug);
    return feed === null ? null : { segments: (await historyOf(feed)).segments, feed };
  };

  return {
    start: async (past) => {
      follower = followLater(store, ports, ({ state, steps }, announcedAt) => {
        const time = clockSteps.observe(announcedAt);
        const changed = steps.flatMap(changedFeeds).map((feed) => ({ feed, at: eventTimeOf(feed.onAir.since, time) }));
        unsaved = [...unsaved, ...changed].slice(-maxUnsavedLists);
        if (hasUnsavedChanges(state)) return;
        recordUnsaved();
        for (const opened of feeds.values()) void retryIfBehind(opened);
      });
      const onAir = [...past, store.state()].flatMap(({ feeds }) =>
        feeds.map((feed) => ({ feed, at: feed.onAir.since })),
      );
      unsaved = [...onAir, ...unsaved];
      // A start on a disk that fails can have announced lists already.
      if (!hasUnsavedChanges(store.state())) recordUnsaved();
      await recording;
    },
    stop: async () => {
      follower?.stop();
      unsubscribe();
      await recording;
      await Promise.allSettled([...feeds.values()].map(async (opened) => (await opened).segments.close()));
    },
    limits: () => ({ revisions: limits.revisions, megabytes: limits.bytes / 1_000_000 }),
    configure: (next) => {
      limits = next;
      for (const opened of feeds.values())
        void opened.then(({ segments }) => segments.setLimits(segmentLimits(next))).catch(() => undefined);
    },
    list: async (slug, before, limit) => {
      const found = await findFeed(slug);
      if (found === null) return null;
      const entries: HistoryRow[] = [];
      /** The next one, which can be above `before`. */
      let next: Moment | null = null;
      const { segments } = found;
      const keys = segments.files().map(({ key }) => key);
      const candidates = before === null ? keys : keys.slice(0, await countFilesUntil(segments, keys, before));
      // The entry at `before` is read for its time: the entry below it was on air until then.
      for (const key of candidates.toReversed()) {
        const ofFile: HistoryEntry[] = [];
        for await (const entry of readEntriesInTurns(segments.readParts(key))) ofFile.push(entry);
        for (const { items: _, header: __, ...entry } of ofFile.toReversed()) {
          const isAgain = entry.revision === entries.at(-1)?.revision;
          if (!isAgain && (before === null || entry.revision < before))
            entries.push({ ...entry, ...endOf(entry, next) });
          next = entry;
          if (entries.length >= limit) return entries;
        }
      }
      return entries;
    },
    find: async (slug, revision) => {
      const found = await findFeed(slug);
      if (found === null) return null;
      const { segments, feed } = found;
      const keys = segments.files().map(({ key }) => key);
      const index = keys.findLastIndex((first) => first <= revision);
      let entry: HistoryEntry | null = null;
      // The next entry is read for its time, and can be the first of another file.
      for (const key of keys.slice(Math.max(index, 0))) {
        for await (const candidate of readEntriesInTurns(segments.readParts(key))) {
          if (candidate.revision === revision) entry = candidate;
          if (candidate.revision <= revision) continue;
          return entry === null ? null : viewPastList(feed, entry, candidate);
        }
      }
      return entry === null ? null : viewPastList(feed, entry, null);
    },
  };
}

async function viewPastList(feed: FeedState, entry: HistoryEntry, next: Moment | null): Promise<PastList> {
  const shown = new Set(await runInTurns(visibleItemsInSteps(feed, entry.items)));
  const blockedNow = entry.items.filter((item) => !shown.has(item)).map((item) => item.id);
  return { ...entry, ...endOf(entry, next), blockedNow };
}

export function historyLimitsOf({ maxRevisions, maxMegabytes }: Settings['history']): HistoryLimits {
  return { revisions: maxRevisions, bytes: maxMegabytes * 1_000_000 };
}

function segmentLimits({ revisions, bytes }: HistoryLimits): SegmentLimits {
  return {
    fileBytes: Math.min(4_000_000, Math.floor(bytes / 4)),
    fileRecords: maxRevisionsPerFile,
    totalBytes: bytes,
    totalRecords: revisions,
    maxKeyAge: null,
    maxBufferedRecords: maxUnsavedLists,
  };
}

function changedFeeds({ state, previous }: ChangeStep): readonly FeedState[] {
  if (state.feeds === previous.feeds) return [];
  return state.feeds.filter((feed) => feedOf(previous, feed.slug)?.onAir !== feed.onAir);
}
