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
import { feedOf, type ShowEvent, type ShowState } from '../../core/show.ts';
import { openSegments, type Segments } from '../../disk/segments.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { ChangeStep, Store } from '../store.ts';
import { type AsRunRecord, type LastFile, readLastFile } from './asRunRecords.ts';
import { type AsRunQuery, readAsRunRows, selectFiles } from './asRunRows.ts';
import { createDamageReport, lostEntriesOf } from './damageReport.ts';
import { type Follower, followLater } from './followLater.ts';
import { createLogHealth } from './logHealth.ts';
import { type OnAirHeartbeat, openOnAirHeartbeat } from './onAirHeartbeat.ts';
import { createSteadyTime } from './steadyTime.ts';

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

/** Steps kept while the log cannot be opened; beyond this the oldest are dropped. */
const maxWaitingSteps = 1000;

/** Each post counts as on air throughout a shorter restart, because graphics keep their last picture. */
const restartGraceMs = 60_000;

const heartbeatDamage = () => ({
  used: 'The posts that were on air when Greenroom stopped could have too early an end in the as-run log.',
  check: 'when they went off air',
});

/** The show from which the rows go on. `hasGap`: earlier steps were dropped. */
type Beginning = { readonly state: ShowState; readonly at: string; readonly hasGap: boolean };

/** A step with its time and the number of consumers of each feed then. */
type WaitingStep = {
  readonly step: ChangeStep;
  readonly time: StepTime;
  readonly consumers: ReadonlyMap<string, number>;
};

/** `isAhead`: the system’s clock was set back, and the rows go on at the old time. */
type StepTime = { readonly at: string; readonly isAhead: boolean };

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
  /** The show from which the rows go on, and what happened since, until the log can be opened. */
  let beginning: Beginning | null = null;
  let waitingSteps: readonly WaitingStep[] = [];
  let opening: Promise<void> | null = null;
  let openError: unknown = null;
  let consumersThen: WaitingStep['consumers'] | null = null;

  const steadyTime = createSteadyTime(ports.clock);
  const now = (): string => new Date(steadyTime.now()).toISOString();
  const reportDamage = createDamageReport('as-run', lostEntriesOf('as-run log'), deps);
  const health = createLogHealth('as-run log', 'as-run', directory, maxWaitingSteps, deps);
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
  ): AirChanges => {
    const consumers = consumersThen?.get(feed.slug) ?? consumersOf(feed.slug);
    return advanceAir(onAir, feed, logs, event, consumers, laterOf(notBefore, latest));
  };

  const updateRows = (feed: FeedState, logs: readonly AirLog[], event: ShowEvent | null, notBefore: string): void => {
    const { off, on } = compareAir(feed, logs, event, notBefore);
    write([...off], on);
  };

  const writeConfirmation = (feed: FeedState, event: ShowEvent, notBefore: string): void => {
    const { feed: slug, itemId } = 'itemId' in event ? event : { feed: null, itemId: null };
    const confirmation = slug === feed.slug && itemId !== null ? confirmationOf(event, feed) : null;
    if (confirmation === null || confirmation.confirmedOffAirAt === null) return;
    const confirmedOffAirAt = laterOf(notBefore, confirmation.confirmedOffAirAt);
    const confirmed = [{ ...confirmation, feed: slug, itemId, confirmedOffAirAt }];
    segments?.add(ports.clock.now(), (isFirst) => ({ open: isFirst ? onAir.all() : null, off: [], on: [], confirmed }));
  };

  const updateRowsAfter = ({ event, previous, state }: ChangeStep, { at, isAhead }: StepTime): void => {
    if (state.feeds === previous.feeds) return;
    if (state.removedFeeds !== previous.removedFeeds) {
      const by = event.type === 'feedsConfigured' ? (event.by ?? null) : null;
      endRowsOfOtherFeeds(new Set(state.feeds.map(({ slug }) => slug)), by, at);
    }
    // After the clock was set back, the times of events can’t be compared with earlier ones.
    const notBefore = isAhead ? at : latest;
    for (const feed of state.feeds) {
      const before = feedOf(previous, feed.slug);
      if (before !== feed) writeConfirmation(feed, event, isAhead ? at : epoch);
      if (before?.onAir !== feed.onAir) updateRows(feed, listAndPlayHead, event, notBefore);
      else if (before.playHead !== feed.playHead) updateRows(feed, ['playhead'], event, notBefore);
    }
  };

  /** Ends the rows of every feed that is not in `slugs`. */
  const endRowsOfOtherFeeds = (slugs: ReadonlySet<string>, by: string | null, notBefore: string): void => {
    const removed = onAir.all().filter((row) => !slugs.has(row.feed));
    const at = laterOf(notBefore, latest);
    write(
      removed.map(({ feed, of, itemId }) => ({ feed, of, itemId, at, cause: 'operator', by, ...noAction })),
      [],
    );
  };

  const writeHeartbeat = (): void => {
    void heartbeat?.write(now()).then(() => noteHeartbeatResult(null), noteHeartbeatResult);
    if (segments === null) void open();
    else if (health.isBehind()) void segments.flush();
    cancelHeartbeat = ports.clock.after(heartbeatIntervalMs, writeHeartbeat);
  };

  /** Opens the log if it is not open, and writes what happened since the beginning. Keeps the error if that fails. */
  const open = (): Promise<void> => {
    opening ??= openFiles().finally(() => {
      opening = null;
    });
    return opening;
  };
  const openFiles = async (): Promise<void> => {
    try {
      const opened = await openSegments(directory, limits, health.report, reportDamage, ports.clock.after);
      heartbeat ??= await openOnAirHeartbeat(join(directory, 'mark'), reportHeartbeatDamage).catch((error: unknown) => {
        noteHeartbeatResult(error);
        return null;
      });
      const found = readLastFile(await opened.readNewest());
      segments = opened;
      health.report(null);
      if (beginning !== null) beginRows(found, beginning);
      for (const { step, time, consumers } of waitingSteps) {
        consumersThen = consumers;
        updateRowsAfter(step, time);
      }
      consumersThen = null;
      waitingSteps = [];
    } catch (error) {
      openError = error;
      health.report(error);
    }
  };

  const remember = (step: ChangeStep, time: StepTime): void => {
    if (step.state.feeds === step.previous.feeds) return;
    const consumers = new Map(step.state.feeds.map(({ slug }) => [slug, consumersOf(slug)]));
    waitingSteps = [...waitingSteps, { step, time, consumers }];
    const [oldest] = waitingSteps;
    if (waitingSteps.length <= maxWaitingSteps || oldest === undefined) return;
    waitingSteps = waitingSteps.slice(1);
    beginning = { state: oldest.step.state, at: oldest.time.at, hasGap: true };
  };

  /** Restores the rows that were open at the last write. After a long outage, ends them. */
  const beginRows = (found: LastFile, { state, at, hasGap }: Beginning): void => {
    for (const row of found.open) onAir.add(row);
    let isContinued = true;
    if (found.last !== null) {
      latest = found.last;
      const lastKnownAt = laterOf(heartbeat?.previousAt ?? epoch, latest);
      isContinued = !hasGap && Math.abs(Date.parse(at) - Date.parse(lastKnownAt)) <= restartGraceMs;
      const off = { at: lastKnownAt, cause: 'rule', by: null, ...restartAction } as const;
      if (!isContinued)
        write(
          onAir.all().map(({ feed, of, itemId }) => ({ feed, of, itemId, ...off })),
          [],
        );
    }
    endRowsOfOtherFeeds(new Set(state.feeds.map(({ slug }) => slug)), null, at);
    for (const feed of state.feeds) {
      if (isContinued) updateRows(feed, listAndPlayHead, null, latest);
      // The cause is the restart, not the operator whose action is still in the state.
      else
        write(
          [],
          compareAir(feed, listAndPlayHead, null, at).on.map((row) => ({ ...row, ...restartOrigin })),
        );
    }
  };

  async function* readRows(query: AsRunQuery, signal: AbortSignal | null): AsyncGenerator<readonly AirEntry[]> {
    if (beginning === null) return;
    follower?.catchUp();
    if (segments === null) await open();
    if (segments === null) throw openError;
    const at = now();
    const ongoing = onAir.all().map((row) => asOngoingEntry(row, at));
    const { readParts, canRead } = segments;
    const keys: number[] = [];
    for (const key of selectFiles(segments, query.from)) if (await canRead(key)) keys.push(key);
    yield* readAsRunRows({ keys, readParts, ongoing }, query, signal);
  }

  return {
    start: async () => {
      beginning = { state: store.state(), at: now(), hasGap: false };
      follower = followLater(store, ports, ({ kind, steps }, announcedAt) => {
        if (kind === 'transient') return;
        const { ms, isAhead } = steadyTime.at(announcedAt.wallMs, announcedAt.monotonicMs);
        const time = { at: new Date(ms).toISOString(), isAhead };
        for (const step of steps) {
          if (segments === null) remember(step, time);
          else updateRowsAfter(step, time);
        }
      });
      // The show must start even if its log cannot be opened.
      await open();
      writeHeartbeat();
    },
    stop: async () => {
      follower?.stop();
      cancelHeartbeat();
      if (beginning !== null && segments === null) await open();
      beginning = null;
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
