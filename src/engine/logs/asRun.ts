/** Keeps the as-run log: when each post was on air and at the play head. After a crash, its times are accurate to a second, after a power cut to five. */
import { join } from 'node:path';
import { type Action, noAction } from '../../core/action.ts';
import {
  type AirChanges,
  type AirEntry,
  advanceAir,
  asOngoingEntry,
  confirmationOf,
  laterOf,
} from '../../core/asRun.ts';
import type { FeedState } from '../../core/feedState.ts';
import { type AirLog, createOpenRows, type OpenAirEntry } from '../../core/openRows.ts';
import { feedOf, type ShowEvent } from '../../core/show.ts';
import { openSegments, type Segments } from '../../disk/segments.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { ChangeStep, Store } from '../store.ts';
import { type AsRunRecord, readAsRunRecords } from './asRunRecords.ts';
import { type AsRunQuery, readAsRunRows } from './asRunRows.ts';
import { createDamageReport, lostEntriesOf } from './damageReport.ts';
import { type Follower, followLater } from './followLater.ts';
import { createLogHealth } from './logHealth.ts';
import { type OnAirHeartbeat, openOnAirHeartbeat } from './onAirHeartbeat.ts';

export type AsRun = {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /**
   * Yields rows in parts, sorted by the time they went on air. `off` is `null` while a post is still on air. Rejects if a file cannot be read,
   * or once `signal` is aborted.
   */
  readonly readRows: (query: AsRunQuery, signal: AbortSignal | null) => AsyncGenerator<readonly AirEntry[]>;
  /** The same rows in one array. */
  readonly rows: (query: AsRunQuery) => Promise<readonly AirEntry[]>;
};

const limits = {
  fileBytes: 4_000_000,
  fileRecords: 20_000,
  totalBytes: 1_000_000_000,
  totalRecords: null,
  maxKeyAge: null,
  maxBufferedRecords: 10_000,
};

const restartAction: Action = { verb: 'restart', about: null };
const restartOrigin = { onCause: 'rule', onBy: null, onVerb: restartAction.verb, onAbout: null } as const;

const epoch = '1970-01-01T00:00:00.000Z';
const listAndPlayHead: readonly AirLog[] = ['list', 'playhead'];

const heartbeatIntervalMs = 500;

/** Each post counts as on air throughout a shorter restart, because graphics keep their last picture. */
const restartGraceMs = 60_000;

const heartbeatDamage = {
  used: 'The posts that were on air when Greenroom stopped could have too early an end in the as-run log.',
  check: 'when they went off air',
};

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
  const reportDamage = createDamageReport('as-run', lostEntriesOf('as-run log'), deps);
  const health = createLogHealth('as-run log', 'as-run', directory, deps);
  const reportHeartbeatDamage = createDamageReport('as-run', heartbeatDamage, deps);
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

  const writeConfirmation = (feed: FeedState, event: ShowEvent): void => {
    const { feed: slug, itemId } = 'itemId' in event ? event : { feed: null, itemId: null };
    const confirmation = slug === feed.slug && itemId !== null ? confirmationOf(event, feed) : null;
    if (confirmation === null || confirmation.confirmedOffAirAt === null) return;
    const { confirmedOffAirAt, confirmedOffAirBy } = confirmation;
    const confirmed = [{ feed: slug, itemId, confirmedOffAirAt, confirmedOffAirBy }];
    segments?.add(ports.clock.now(), (isFirst) => ({ open: isFirst ? onAir.all() : null, off: [], on: [], confirmed }));
  };

  const updateRowsAfter = ({ event, previous, state }: ChangeStep): void => {
    if (state.feeds === previous.feeds) return;
    if (state.removedFeeds !== previous.removedFeeds) {
      const by = event.type === 'feedsConfigured' ? (event.by ?? null) : null;
      endRowsOfOtherFeeds(new Set(state.feeds.map(({ slug }) => slug)), by);
    }
    for (const feed of state.feeds) {
      const before = feedOf(previous, feed.slug);
      if (before !== feed) writeConfirmation(feed, event);
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
    segments = await openSegments(directory, limits, health.report, reportDamage, ports.clock.after);
    heartbeat = await openOnAirHeartbeat(join(directory, 'mark'), reportHeartbeatDamage).catch((error: unknown) => {
      noteHeartbeatResult(error);
      return null;
    });
    const found = readLastFile(await segments.readNewest());
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

  async function* readRows(query: AsRunQuery, signal: AbortSignal | null): AsyncGenerator<readonly AirEntry[]> {
    if (segments === null) return;
    follower?.catchUp();
    const at = now();
    const ongoing = onAir.all().map((row) => asOngoingEntry(row, at));
    const { readParts, canRead } = segments;
    const keys: number[] = [];
    for (const key of selectFiles(segments, query.from)) if (await canRead(key)) keys.push(key);
    yield* readAsRunRows({ keys, readParts, ongoing }, query, signal);
  }

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
    readRows,
    rows: async (query) => {
      const rows: AirEntry[] = [];
      for await (const part of readRows(query, null)) rows.push(...part);
      return rows;
    },
  };
}

/** Keys of the files with rows that end after `from`. Each file begins with the rows that were on air. */
function selectFiles(segments: Segments, from: string | null): readonly number[] {
  const keys = segments.files().map(({ key }) => key);
  const first = from === null ? -1 : keys.findLastIndex((key) => key <= Date.parse(from));
  return keys.slice(Math.max(0, first));
}

type LastFile = {
  readonly open: readonly OpenAirEntry[];
  /** Latest time in the records; `null` when there is none. */
  readonly last: string | null;
};

function readLastFile(records: readonly unknown[]): LastFile {
  const open = createOpenRows();
  let last: string | null = null;
  for (const record of readAsRunRecords(records)) {
    for (const row of record.open ?? []) open.add(row);
    for (const off of record.off) {
      open.remove(off);
      last = laterOf(off.at, last ?? epoch);
    }
    for (const row of record.on) {
      open.add(row);
      last = laterOf(row.on, last ?? epoch);
    }
  }
  return { open: open.all(), last };
}
