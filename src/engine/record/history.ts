/** The time machine: every list that was on air, with why, by whom and what it changed; any of them can be had again. */

import { join } from 'node:path';
import { z } from 'zod';
import type { HistoryBounds, HistoryRow } from '../../contract/past.ts';
import type { CollectionHeader, Item } from '../../core/collection.ts';
import { compareLists, type Difference } from '../../core/compare.ts';
import { type FeedState, visible } from '../../core/feedState.ts';
import { everFeedOf, feedOf } from '../../core/show.ts';
import { setAside } from '../../disk/quarantine.ts';
import { openSegments, type SegmentLimits, type Segments } from '../../disk/segments.ts';
import type { Ports } from '../ports.ts';
import type { ChangeStep, Store } from '../store.ts';
import { type LogHealth, createBehind } from './behind.ts';
import { partsSchema, readParts, writeParts } from './listParts.ts';
import type { Settings } from './settings.ts';
import { causeSchema, actionSchema, headerSchema } from './showBatch.ts';

export type PastList = HistoryRow & {
  readonly items: readonly Item[];
  readonly header: CollectionHeader | null;
  /** Ids that a rollback would leave out now: blocked or guarded. */
  readonly blockedNow: readonly string[];
};

export type HistoryLimits = { readonly revisions: number; readonly bytes: number };

/** What is kept of each feed unless the settings say otherwise. */
export const historyLimits: HistoryLimits = { revisions: 5000, bytes: 200_000_000 };

/** A file has no more; of a short history fewer, because whole files go. */
const maxRevisionsPerFile = 250;

/** Lists that wait for a disk that takes nothing; beyond it the oldest are not noted. */
const maxUnsavedLists = 1000;

export type History = {
  /** Notes what is on air now, where it is not noted yet, and every revision from here on. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Other bounds, by which the oldest go with the next list. */
  readonly configure: (limits: HistoryLimits) => void;
  readonly bounds: () => HistoryBounds;
  /** Newest first, below `before` (null: from the present one on); null: there is no such feed. */
  readonly list: (slug: string, before: number | null, limit: number) => Promise<readonly HistoryRow[] | null>;
  /** One list; null when it is not kept, or the feed is not there. */
  readonly at: (slug: string, revision: number) => Promise<PastList | null>;
};

const entrySchema = actionSchema.extend({
  revision: z.int(),
  at: z.string(),
  cause: causeSchema,
  by: z.string().nullable(),
  header: headerSchema.nullable(),
  /** The revision of which `parts` has runs; null: of none. */
  from: z.int().nullable(),
  parts: partsSchema,
  added: z.array(z.string()),
  removed: z.array(z.string()),
  edited: z.array(z.object({ id: z.string(), fields: z.array(z.string()) })),
  moved: z.array(z.string()),
});

type Entry = Omit<z.infer<typeof entrySchema>, 'from' | 'parts'> & {
  readonly items: readonly Item[];
  readonly names: HistoryRow['names'];
};
type FeedHistory = {
  readonly segments: Segments;
  readonly health: LogHealth;
  last: { revision: number; items: readonly Item[] } | null;
  /** Revisions since a file was begun for a short history. */
  added: number;
};

/** The history of a data directory, over its store. */
export function openHistory(
  dataDir: string,
  deps: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'>; readonly limits: HistoryLimits },
): History {
  const { store, ports } = deps;
  let limits = deps.limits;
  const feeds = new Map<string, Promise<FeedHistory>>();
  let unsubscribe = (): void => {};
  /** Lists that were announced while the disk took nothing: a history ahead of its show would be another show's after a crash. */
  let unsaved: readonly FeedState[] = [];

  const open = async (feed: FeedState): Promise<FeedHistory> => {
    const directory = join(dataDir, 'history', feed.slug);
    const behind = createBehind(`history of ${feed.slug}`, `history:${feed.slug}`, directory, deps);
    const openHere = (): Promise<Segments> => openSegments(directory, segmentLimits(limits), behind.tell);
    const segments = await openHere();
    const last = readEntries(await segments.readNewest()).at(-1) ?? null;
    if (last === null || last.revision <= feed.onAir.revision) return { segments, health: behind, last, added: 0 };
    // The show began anew under an old history: its revisions mean other lists now.
    await segments.close();
    const kept = await setAside(directory);
    ports.log('warn', 'DISK_FILE_CORRUPT', { file: `history/${feed.slug}`, kept });
    return { segments: await openHere(), health: behind, last: null, added: 0 };
  };

  const historyOf = (feed: FeedState): Promise<FeedHistory> => {
    const known = feeds.get(feed.slug);
    if (known !== undefined) return known;
    const opened = open(feed);
    feeds.set(feed.slug, opened);
    return opened;
  };

  const note = async (feed: FeedState): Promise<void> => {
    const history = await historyOf(feed);
    const { last, segments } = history;
    const { revision, since: at, cause, by, verb, about, header, items } = feed.onAir;
    if (revision <= (last?.revision ?? 0)) return;
    history.last = { revision, items };
    if (history.added >= Math.floor(limits.revisions / 4)) {
      segments.beginAnew();
      history.added = 0;
    }
    history.added += 1;
    segments.add(revision, (isFirst) => {
      const from = isFirst ? null : (last?.revision ?? null);
      const parts = writeParts(from === null ? null : (last?.items ?? null), items);
      return { revision, at, cause, by, verb, about, header, from, parts, ...compareLists(last?.items ?? [], items) };
    });
  };

  const noteSafely = (feed: FeedState): Promise<void> =>
    note(feed).catch((error: unknown) =>
      ports.log('error', 'DISK_WRITE_FAILED', { where: 'history', feed: feed.slug, error: String(error) }),
    );

  /** What the disk did not take is tried again with the next change of anything: the source's word comes with each look. */
  const tryAgain = async (opened: Promise<FeedHistory>): Promise<void> => {
    const history = await opened.catch(() => null);
    if (history?.health.isBehind() === true) await history.segments.flush();
  };

  const find = async (slug: string): Promise<{ segments: Segments; feed: FeedState } | null> => {
    const feed = everFeedOf(store.state(), slug);
    return feed === null ? null : { segments: (await historyOf(feed)).segments, feed };
  };

  return {
    start: async () => {
      unsubscribe = store.subscribe(({ state, steps }) => {
        unsaved = [...unsaved, ...steps.flatMap(changedFeeds)].slice(-maxUnsavedLists);
        if (state.problems.some(({ code }) => code === 'DISK_WRITE_FAILED')) return;
        for (const feed of unsaved) void noteSafely(feed);
        unsaved = [];
        for (const opened of feeds.values()) void tryAgain(opened);
      });
      await Promise.all(store.state().feeds.map(noteSafely));
    },
    stop: async () => {
      unsubscribe();
      await Promise.allSettled([...feeds.values()].map(async (opened) => (await opened).segments.close()));
    },
    bounds: () => ({ revisions: limits.revisions, megabytes: limits.bytes / 1_000_000 }),
    configure: (next) => {
      limits = next;
      for (const opened of feeds.values())
        void opened.then(({ segments }) => segments.limit(segmentLimits(next))).catch(() => undefined);
    },
    list: async (slug, before, limit) => {
      const found = await find(slug);
      if (found === null) return null;
      const entries: HistoryRow[] = [];
      let until: string | null = null;
      const keys = found.segments.files().map(({ key }) => key);
      const kept = keys.filter((key) => before === null || key <= before);
      // The entry at `before` itself is not shown, but tells until when the one below it was on air.
      for (const key of kept.toReversed()) {
        for (const { items: _, header: __, ...entry } of readEntries(await found.segments.read(key)).toReversed()) {
          if (before === null || entry.revision < before) entries.push({ ...entry, until });
          until = entry.at;
          if (entries.length >= limit) return entries;
        }
      }
      return entries;
    },
    at: async (slug, revision) => {
      const found = await find(slug);
      if (found === null) return null;
      const { segments, feed } = found;
      const keys = segments.files().map(({ key }) => key);
      const key = keys.findLast((first) => first <= revision);
      if (key === undefined) return null;
      const entries = readEntries(await segments.read(key));
      const place = entries.findIndex((entry) => entry.revision === revision);
      const entry = entries[place];
      if (entry === undefined) return null;
      const nextKey = keys[keys.indexOf(key) + 1];
      const next =
        entries[place + 1] ?? (nextKey === undefined ? undefined : readEntries(await segments.read(nextKey))[0]);
      const shown = new Set(visible(feed, entry.items));
      const blockedNow = entry.items.filter((item) => !shown.has(item)).map((item) => item.id);
      return { ...entry, until: next?.at ?? null, blockedNow };
    },
  };
}

/** The bounds that the settings name. */
export function historyLimitsOf({ maxRevisions, maxMegabytes }: Settings['history']): HistoryLimits {
  return { revisions: maxRevisions, bytes: maxMegabytes * 1_000_000 };
}

function segmentLimits({ revisions, bytes }: HistoryLimits): SegmentLimits {
  return {
    fileBytes: Math.min(4_000_000, Math.floor(bytes / 4)),
    fileRecords: maxRevisionsPerFile,
    totalBytes: bytes,
    totalRecords: revisions,
    heldRecords: maxUnsavedLists,
  };
}

/** The feeds whose list on air is another one after the step. */
function changedFeeds({ state, previous }: ChangeStep): readonly FeedState[] {
  if (state.feeds === previous.feeds) return [];
  return state.feeds.filter((feed) => feedOf(previous, feed.slug)?.onAir !== feed.onAir);
}

/** The lists of one file, oldest first; those that damage made unreadable are left out. */
function readEntries(records: readonly unknown[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const record of records) {
    const { data } = entrySchema.safeParse(record);
    if (data === undefined) continue;
    const { from, parts, ...entry } = data;
    const near = entries.at(-1);
    if (from !== null && from !== near?.revision) continue;
    const items = readParts(from === null ? null : (near?.items ?? null), parts);
    if (items !== null) entries.push({ ...entry, items, names: namesIn(entry, near?.items ?? [], items) });
  }
  return entries;
}

/** Who came and was edited is in the list itself, who left in the one before. */
function namesIn(difference: Difference, before: readonly Item[], items: readonly Item[]): HistoryRow['names'] {
  const spoken = [...difference.added, ...difference.edited.map(({ id }) => id), ...difference.moved];
  const here = new Set(spoken);
  const gone = new Set(difference.removed);
  const found = [...items.filter(({ id }) => here.has(id)), ...before.filter(({ id }) => gone.has(id))];
  return Object.fromEntries(found.map(({ id, fullName }) => [id, fullName]));
}
