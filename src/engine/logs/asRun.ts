/** Keeps the as-run log: when each post was on air and at the play head. After a crash, its times are accurate to a second, after a power cut to five. */

import { join } from 'node:path';
import { type AirEntry, asOngoingEntry, laterOf } from '../../core/asRun.ts';
import { say } from '../../core/language/say.ts';
import type { ShowState } from '../../core/show.ts';
import { shiftTime } from '../../core/time.ts';
import { openSegments, type Segments } from '../../disk/segments.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { PastFeeds } from '../show/readBatches.ts';
import type { Takeover } from '../showSwitch.ts';
import type { ChangeStep, Store } from '../store.ts';
import { type ConsumersOf, createAirRows, restartGraceMs } from './airRows.ts';
import { type LastFile, readLastFile } from './asRunRecords.ts';
import { type AsRunQuery, readAsRunRows, selectFiles } from './asRunRows.ts';
import { type ClockTime, clockStepsOf, findStepWhileStopped } from './clockSteps.ts';
import { createDamageReport, lostEntriesOf } from './damageReport.ts';
import { type Follower, followLater } from './followLater.ts';
import { createLogHealth } from './logHealth.ts';
import { type Beat, newerBeat, type OnAirHeartbeat, openOnAirHeartbeat } from './onAirHeartbeat.ts';

export type AsRun = {
  /** Adds what the log lacks of the last run, and every change from then on. */
  readonly start: (past: readonly PastFeeds[]) => Promise<void>;
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

const epoch = '1970-01-01T00:00:00.000Z';

const heartbeatIntervalMs = 500;
/** A removed file is noticed within two seconds. */
const heartbeatsPerCheck = 4;

/** Steps kept while the log cannot be opened; beyond this the oldest are dropped. */
const maxWaitingSteps = 1000;

const heartbeatDamage = () => ({
  used: () => say('The posts that were on air when Greenroom stopped could have too early an end in the as-run log.'),
  check: () => say('when they went off air'),
});

/** The show from which the rows go on, and its feeds after the changes of the last run. `hasGap`: earlier steps were dropped, so that `boot` is `null`. */
type Beginning = Beat & { readonly state: ShowState; readonly past: readonly PastFeeds[]; readonly hasGap: boolean };

/** A step with its time and the number of consumers of each feed then, or by how much the clock was set. */
type Waiting =
  | { readonly step: ChangeStep; readonly time: ClockTime; readonly consumers: ReadonlyMap<string, number> }
  | { readonly step: null; readonly setByMs: number; readonly beat: Beat };

/** Returns the as-run log of a data directory. `consumersOf` returns the number of consumers of a feed. */
export function openAsRun(
  dataDir: string,
  deps: {
    readonly store: Store;
    readonly ports: Pick<Ports, 'clock' | 'log'>;
    readonly consumersOf: ConsumersOf;
    /** The show that this one replaces, whose consumers have not reconnected yet; `null` when Greenroom starts. */
    readonly takeover: Pick<Takeover, 'countConsumers'> | null;
  },
): AsRun {
  const { store, ports, consumersOf, takeover } = deps;
  const directory = join(dataDir, 'as-run');
  const rows = createAirRows(
    (key, createRecord) => segments?.add(key, createRecord),
    takeover?.countConsumers ?? consumersOf,
  );
  const clockSteps = clockStepsOf(store, ports.clock);
  let segments: Segments | null = null;
  let heartbeat: OnAirHeartbeat | null = null;
  let heartbeats = 0;
  let cancelHeartbeat: Cancel = () => {};
  let unsubscribe: Cancel = () => {};
  let follower: Follower | null = null;
  /** The show from which the rows go on, and what happened since, until the log can be opened. */
  let beginning: Beginning | null = null;
  let waiting: readonly Waiting[] = [];
  let opening: Promise<void> | null = null;
  let openError: unknown = null;

  const reportDamage = createDamageReport(
    'as-run',
    lostEntriesOf(() => say('the as-run log for missing entries')),
    deps,
  );
  const health = createLogHealth(() => say('as-run log'), 'as-run', directory, maxWaitingSteps, deps);
  const reportHeartbeatDamage = createDamageReport('as-run', heartbeatDamage, deps);
  // A failed heartbeat is logged only: it loses no rows, and the next one may succeed.
  let isHeartbeatFailing = false;
  const noteHeartbeatResult = (error: unknown): void => {
    if (error !== null && !isHeartbeatFailing)
      ports.log('warn', 'DISK_LOG_BEHIND', { where: 'as-run/mark', error: String(error) });
    isHeartbeatFailing = error !== null;
  };

  const readBeat = (): Beat => {
    const id = ports.clock.bootId();
    return { at: clockSteps.observeNow().at, boot: id === null ? null : { id, uptimeMs: ports.clock.uptimeMs() } };
  };
  const writeHeartbeat = (): void => {
    void heartbeat?.write(readBeat()).then(() => noteHeartbeatResult(null), noteHeartbeatResult);
    if (segments === null) void open();
    else if (health.isBehind()) void segments.flush();
    else if (heartbeats % heartbeatsPerCheck === 0) void segments.checkFile();
    heartbeats += 1;
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
      if (beginning !== null) beginning = { ...beginning, past: [] };
      for (const entry of waiting) {
        if (entry.step === null) rows.shift(entry.setByMs, entry.beat);
        else rows.updateAfter(entry.step, entry.time, (slug) => entry.consumers.get(slug) ?? consumersOf(slug));
      }
      waiting = [];
    } catch (error) {
      openError = error;
      health.report(error);
    }
  };

  const rememberStep = (step: ChangeStep, time: ClockTime): void => {
    if (step.state.feeds === step.previous.feeds) return;
    remember({ step, time, consumers: new Map(step.state.feeds.map(({ slug }) => [slug, consumersOf(slug)])) });
  };
  const remember = (entry: Waiting): void => {
    waiting = [...waiting, entry];
    const [oldest] = waiting;
    if (waiting.length <= maxWaitingSteps || oldest === undefined || beginning === null) return;
    waiting = waiting.slice(1);
    beginning =
      oldest.step === null
        ? { ...beginning, at: shiftTime(beginning.at, oldest.setByMs), boot: null }
        : { ...beginning, state: oldest.step.state, at: oldest.time.at, boot: null, hasGap: true };
  };

  /** Restores the rows that were open at the last write. After a long outage, ends them. */
  const beginRows = (found: LastFile, { state, past, at, boot, hasGap }: Beginning): void => {
    rows.restore(found);
    if (found.last === null) {
      rows.begin(state, at, takeover === null ? 'continued' : 'switched');
      return;
    }
    const previous = newerBeat(heartbeat?.previous ?? null, found.clockSet);
    const knownAt = rows.catchUp(past, laterOf(previous?.at ?? epoch, found.last));
    const setByMs = findStepWhileStopped(previous ?? { at: knownAt, boot: null }, { at, boot }, knownAt);
    if (setByMs !== 0) clockSteps.reportSet(setByMs, at);
    const lastKnownAt = shiftTime(knownAt, setByMs);
    const stoppedMs = Date.parse(at) - Date.parse(lastKnownAt);
    const isContinued = takeover === null && !hasGap && Math.abs(stoppedMs) <= restartGraceMs;
    if (!isContinued) rows.endAtRestart(lastKnownAt);
    rows.begin(state, at, takeover !== null ? 'switched' : isContinued ? 'continued' : 'restarted');
  };

  async function* readRows(query: AsRunQuery, signal: AbortSignal | null): AsyncGenerator<readonly AirEntry[]> {
    if (beginning === null) return;
    follower?.catchUp();
    if (segments === null) await open();
    if (segments === null) throw openError;
    const { at } = clockSteps.observeNow();
    const ongoing = rows.all().map((row) => asOngoingEntry(row, at));
    const { readParts, canRead } = segments;
    const keys: number[] = [];
    for (const key of selectFiles(segments, query.from)) if (await canRead(key)) keys.push(key);
    yield* readAsRunRows({ keys, readParts, ongoing, outOfOrder: rows.outOfOrder() }, query, signal);
  }

  return {
    start: async (past) => {
      beginning = { ...readBeat(), state: store.state(), past, hasGap: false };
      unsubscribe = clockSteps.subscribe((setByMs, at) => {
        const beat = { ...readBeat(), at };
        if (segments === null) remember({ step: null, setByMs, beat });
        else rows.shift(setByMs, beat);
      });
      follower = followLater(store, ports, ({ kind, steps }, announcedAt) => {
        if (kind === 'transient') return;
        const time = clockSteps.observe(announcedAt);
        for (const step of steps) {
          if (segments === null) rememberStep(step, time);
          else rows.updateAfter(step, time, consumersOf);
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
      await heartbeat?.write(readBeat()).catch(noteHeartbeatResult);
      unsubscribe();
      await heartbeat?.close().catch(noteHeartbeatResult);
      heartbeat = null;
      await segments?.close();
      segments = null;
    },
    readRows,
    rows: async (query) => {
      const read: AirEntry[] = [];
      for await (const part of readRows(query, null)) read.push(...part);
      return read;
    },
  };
}
