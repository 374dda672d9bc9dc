/** Keeps the as-run log: when each post was on air and at the play head. After a crash, its times are accurate to a second. */
import { join } from 'node:path';
import { z } from 'zod';
import { type Action, noAction } from '../../core/action.ts';
import { type AirChanges, type AirEntry, advanceAir, asOngoingEntry, endEntry, laterOf } from '../../core/asRun.ts';
import type { FeedState } from '../../core/feedState.ts';
import { type AirLog, createOpenRows, type OpenAirEntry } from '../../core/openRows.ts';
import { feedOf, type ShowEvent } from '../../core/show.ts';
import { openSegments, type Segments } from '../../disk/segments.ts';
import type { Cancel, Ports } from '../ports.ts';
import { actionSchema, causeSchema } from '../show/showBatch.ts';
import type { ChangeStep, Store } from '../store.ts';
import { type Follower, followLater } from './followLater.ts';
import { createLogHealth } from './logHealth.ts';
import { type OnAirHeartbeat, openOnAirHeartbeat } from './onAirHeartbeat.ts';

export type AsRunQuery = {
  readonly feed: string;
  readonly of: AirLog;
  /** Selects the rows on air at any time from `from` to `to` (ISO 8601); `null` sets no limit. */
  readonly from: string | null;
  readonly to: string | null;
};

export type AsRun = {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Sorted by the time they went on air. `off` is `null` while a post is still on air. */
  readonly rows: (query: AsRunQuery) => Promise<readonly AirEntry[]>;
};

const airLogSchema = z.enum(['list', 'playhead']);
const rowSchema = z.object({
  feed: z.string(),
  of: airLogSchema,
  itemId: z.string(),
  author: z.string(),
  message: z.string(),
  on: z.iso.datetime(),
  onCause: causeSchema,
  onBy: z.string().nullable(),
  onVerb: actionSchema.shape.verb,
  onAbout: actionSchema.shape.about,
  revision: z.int(),
  consumers: z.int(),
});
const recordSchema = z.object({
  /** Rows already on air when the file begins; `null` in every record but the first. */
  open: z.array(rowSchema).nullable(),
  off: z.array(
    actionSchema.extend({
      feed: z.string(),
      of: airLogSchema,
      itemId: z.string(),
      at: z.iso.datetime(),
      cause: causeSchema,
      by: z.string().nullable(),
    }),
  ),
  on: z.array(rowSchema),
});
type AsRunRecord = z.infer<typeof recordSchema>;

const limits = {
  fileBytes: 4_000_000,
  fileRecords: 20_000,
  totalBytes: 1_000_000_000,
  totalRecords: null,
  maxBufferedRecords: 10_000,
};

const restartAction: Action = { verb: 'restart', about: null };
const restartOrigin = { onCause: 'rule', onBy: null, onVerb: restartAction.verb, onAbout: null } as const;

const epoch = '1970-01-01T00:00:00.000Z';
const listAndPlayHead: readonly AirLog[] = ['list', 'playhead'];

const heartbeatIntervalMs = 500;

/** Each post counts as on air throughout a shorter restart, because graphics keep their last picture. */
const restartGraceMs = 60_000;

/** Returns the as-run log of a data directory. `consumersOf` returns the number of consumers of a feed. */
export function openAsRun(
  dataDir: string,
  deps: {
    readonly store: Store;
    readonly ports: Pick<Ports, 'clock' | 'log'>;
    readonly consumersOf: (slug: string) => number;
  },
): AsRun {
  const { store, ports, consumersOf } = deps;
  const directory = join(dataDir, 'as-run');
  const onAir = createOpenRows();
  let segments: Segments | null = null;
  let heartbeat: OnAirHeartbeat | null = null;
  let cancelHeartbeat: Cancel = () => {};
  let follower: Follower | null = null;
  let latest = epoch;

  const now = (): string => new Date(ports.clock.now()).toISOString();
  const health = createLogHealth('as-run log', 'as-run', directory, deps);
  // A failed heartbeat is logged only: it loses no rows, and the next one may succeed.
  let isHeartbeatFailing = false;
  const noteHeartbeatResult = (error: unknown): void => {
    if (error !== null && !isHeartbeatFailing)
      ports.log('warn', 'DISK_LOG_BEHIND', { where: 'as-run/mark', error: String(error) });
    isHeartbeatFailing = error !== null;
  };

  const write = (off: AsRunRecord['off'], on: readonly OpenAirEntry[]): void => {
    if (off.length === 0 && on.length === 0) return;
    segments?.add(ports.clock.now(), (isFirst) => ({ open: isFirst ? onAir.all() : null, off, on }));
    for (const row of off) onAir.remove(row);
    for (const row of on) onAir.add(row);
    for (const { at } of off) latest = laterOf(at, latest);
    for (const row of on) latest = laterOf(row.on, latest);
  };

  const compareAir = (
    feed: FeedState,
    logs: readonly AirLog[],
    event: ShowEvent | null,
    notBefore: string,
  ): AirChanges => advanceAir(onAir, feed, logs, event, consumersOf(feed.slug), laterOf(notBefore, latest));

  const updateRows = (feed: FeedState, logs: readonly AirLog[], event: ShowEvent | null, notBefore: string): void => {
    const { off, on } = compareAir(feed, logs, event, notBefore);
    write([...off], on);
  };

  const updateRowsAfter = ({ event, previous, state }: ChangeStep): void => {
    if (state.feeds === previous.feeds) return;
    if (state.removedFeeds !== previous.removedFeeds) {
      const by = event.type === 'feedsConfigured' ? (event.by ?? null) : null;
      endRowsOfOtherFeeds(new Set(state.feeds.map(({ slug }) => slug)), by);
    }
    for (const feed of state.feeds) {
      const before = feedOf(previous, feed.slug);
      if (before?.onAir !== feed.onAir) updateRows(feed, listAndPlayHead, event, latest);
      else if (before.playHead !== feed.playHead) updateRows(feed, ['playhead'], event, latest);
    }
  };

  /** Ends the rows of every feed that is not in `slugs`. */
  const endRowsOfOtherFeeds = (slugs: ReadonlySet<string>, by: string | null): void => {
    const removed = onAir.all().filter((row) => !slugs.has(row.feed));
    const at = laterOf(now(), latest);
    write(
      removed.map(({ feed, of, itemId }) => ({ feed, of, itemId, at, cause: 'operator', by, ...noAction })),
      [],
    );
  };

  const writeHeartbeat = (): void => {
    void heartbeat?.write(now()).then(() => noteHeartbeatResult(null), noteHeartbeatResult);
    if (health.isBehind()) void segments?.flush();
    cancelHeartbeat = ports.clock.after(heartbeatIntervalMs, writeHeartbeat);
  };

  /** Restores the rows that were open at the last write. After a long outage, ends them and resolves with `true`. */
  const loadOpenRows = async (): Promise<boolean> => {
    segments = await openSegments(directory, limits, health.report, ports.clock.after);
    heartbeat = await openOnAirHeartbeat(join(directory, 'mark')).catch((error: unknown) => {
      noteHeartbeatResult(error);
      return null;
    });
    const found = readRecords(await segments.readNewest());
    for (const row of found.open) onAir.add(row);
    if (found.last === null) return false;
    latest = found.last;
    const lastKnownAt = laterOf(heartbeat?.previousAt ?? epoch, latest);
    if (Math.abs(ports.clock.now() - Date.parse(lastKnownAt)) <= restartGraceMs) return false;
    const off = { at: lastKnownAt, cause: 'rule', by: null, ...restartAction } as const;
    const removed = onAir.all().map(({ feed, of, itemId }) => ({ feed, of, itemId, ...off }));
    write(removed, []);
    return true;
  };

  return {
    start: async () => {
      // The show must start even if its log cannot be opened.
      const wasLongOutage = await loadOpenRows().catch((error: unknown) => {
        health.report(error);
        return false;
      });
      const startedAt = now();
      const { feeds } = store.state();
      endRowsOfOtherFeeds(new Set(feeds.map(({ slug }) => slug)), null);
      for (const feed of feeds) {
        if (!wasLongOutage) updateRows(feed, listAndPlayHead, null, latest);
        // The cause is the restart, not the operator whose action is still in the state.
        else
          write(
            [],
            compareAir(feed, listAndPlayHead, null, startedAt).on.map((row) => ({ ...row, ...restartOrigin })),
          );
      }
      follower = followLater(store, ports, ({ kind, steps }) => {
        if (kind === 'transient') return;
        for (const step of steps) updateRowsAfter(step);
      });
      writeHeartbeat();
    },
    stop: async () => {
      follower?.stop();
      cancelHeartbeat();
      await heartbeat?.write(now()).catch(noteHeartbeatResult);
      await heartbeat?.close().catch(noteHeartbeatResult);
      heartbeat = null;
      await segments?.close();
      segments = null;
    },
    rows: async ({ feed, of, from, to }) => {
      if (segments === null) return [];
      follower?.catchUp();
      const keys = segments.files().map(({ key }) => key);
      const firstKey = from === null ? keys[0] : (keys.findLast((key) => key <= Date.parse(from)) ?? keys[0]);
      const matchesQuery = (row: AirEntry): boolean =>
        row.feed === feed &&
        row.of === of &&
        (to === null || Date.parse(row.on) <= Date.parse(to)) &&
        (from === null || row.off === null || Date.parse(row.off) >= Date.parse(from));
      const isAfter = (at: string | null): boolean => at !== null && to !== null && Date.parse(at) > Date.parse(to);
      const rows: AirEntry[] = [];
      for (const key of keys.filter((one) => firstKey !== undefined && one >= firstKey)) {
        const { closed, open, last } = readRecords(await segments.read(key));
        for (const row of closed) if (matchesQuery(row)) rows.push(row);
        // Later files have only rows that begin later.
        if (isAfter(last) && open.every((row) => isAfter(row.on))) break;
      }
      const at = now();
      rows.push(
        ...onAir
          .all()
          .map((row) => asOngoingEntry(row, at))
          .filter(matchesQuery),
      );
      return rows.sort((a, b) => Date.parse(a.on) - Date.parse(b.on));
    },
  };
}

type ParsedRows = {
  readonly closed: readonly AirEntry[];
  readonly open: readonly OpenAirEntry[];
  /** Latest time in the records; `null` when there is none. */
  readonly last: string | null;
};

function readRecords(records: readonly unknown[]): ParsedRows {
  const open = createOpenRows();
  const closed: AirEntry[] = [];
  let last: string | null = null;
  for (const raw of records) {
    const { data: record } = recordSchema.safeParse(raw);
    if (record === undefined) continue;
    for (const row of record.open ?? []) open.add(row);
    for (const off of record.off) {
      const row = open.remove(off);
      if (row !== null) closed.push(endEntry(row, off));
      last = laterOf(off.at, last ?? epoch);
    }
    for (const row of record.on) {
      open.add(row);
      last = laterOf(row.on, last ?? epoch);
    }
  }
  return { closed, open: open.all(), last };
}
