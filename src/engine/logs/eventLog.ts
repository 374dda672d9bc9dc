/** Keeps the newest events as sentences for the desk's log, on disk, so that a restart shows what came before it. */

import { join } from 'node:path';
import type { Consumer } from '../../contract/consumer.ts';
import type { LogEntry, LogFilter } from '../../contract/eventLog.ts';
import { say } from '../../core/language/say.ts';
import { nameKey } from '../../core/names.ts';
import { isolateName } from '../../core/outsideName.ts';
import { formatZonedTime } from '../../core/time.ts';
import { openSegments, type Segments } from '../../disk/segments.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { PastFeeds } from '../show/readBatches.ts';
import type { ChangeStep, Store } from '../store.ts';
import { createConsumerNews, introductionMs } from './consumerNews.ts';
import { createDamageReport, lostEntriesOf } from './damageReport.ts';
import { loadLogEntries, matchesLogFilter, readLogEntries, stopCode } from './eventLogFiles.ts';
import {
  describeMissing,
  describeOpenProblems,
  describeSettings,
  describeStep,
  describeSwitch,
  ofGreenroom,
  type Sentence,
} from './eventSentences.ts';
import { createLogHealth } from './logHealth.ts';

/** `by`: who chose the show; `null` if it came back because the other one could not start. */
export type ShowSwitched = { readonly by: string | null; readonly isDemo: boolean };

export type EventLog = {
  /**
   * Logs the changes on air of the last run that are missing, and the start. `configured`: the step that applied the settings. `switched`: how
   * the show replaced another one; `null` when Greenroom starts.
   */
  readonly start: (
    configured: ChangeStep | null,
    switched: ShowSwitched | null,
    past?: readonly PastFeeds[],
  ) => Promise<void>;
  /** Logs the stop and saves everything. */
  readonly stop: () => Promise<void>;
  /** Entries in memory, newest first. */
  readonly entries: (limit: number) => readonly LogEntry[];
  /** Yields all kept entries that match, newest first, a file at a time. */
  readonly read: (filter: LogFilter) => AsyncGenerator<readonly LogEntry[]>;
  /** Entries read at the start and added since, including those no longer kept. */
  readonly count: () => number;
  /** Whether a kept entry says that somebody of this name did something. */
  readonly isMentioned: (name: string) => boolean;
  readonly add: (sentence: Sentence) => void;
};

export type EventLogDeps = {
  readonly store: Store;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly version: string;
  readonly consumersOf: (slug: string) => readonly Consumer[];
  /** Whether a consumer that is not listed any more may still show its last picture. */
  readonly mayStillShow: (slug: string, consumerId: string) => boolean;
};

/** Entries in memory. The desk shows 500. */
const maxEntries = 1000;

const dayMs = 24 * 3_600_000;

const limits = {
  fileBytes: 500_000,
  fileRecords: 2000,
  totalBytes: 5_000_000,
  totalRecords: null,
  maxKeyAge: 90 * dayMs,
  maxBufferedRecords: maxEntries,
};

/** A log that could not be opened is opened again after this time. */
const retryAfterMs = 2000;

/** Consumers that change faster are compared once in this time. */
const consumersAfterMs = 250;

/** Opens the log of a data directory; the store announces each `add`. */
export function openEventLog(dataDir: string, deps: EventLogDeps): EventLog {
  const { store, ports, version } = deps;
  const { clock } = ports;
  const directory = join(dataDir, 'event-log');
  const consumerNews = createConsumerNews(clock, deps.mayStillShow);
  const health = createLogHealth(() => say('event log'), 'event-log', directory, maxEntries, deps);
  const reportDamage = createDamageReport(
    'event-log',
    lostEntriesOf(() => say('the log for missing entries')),
    deps,
  );
  let entries: LogEntry[] = [];
  let count = 0;
  let segments: Segments | null = null;
  let isStarted = false;
  let unsubscribe = (): void => {};
  let cancelConsumers: Cancel | null = null;
  let cancelRetry: Cancel = () => {};
  let opening: Promise<void> = Promise.resolve();

  const append = (sentence: Sentence): void => appendAt(new Date(clock.now()).toISOString(), sentence);
  const appendAt = (at: string, sentence: Sentence): void => {
    const entry: LogEntry = { at, edits: [], ...sentence };
    count += 1;
    entries.push(entry);
    if (entries.length > maxEntries) entries.splice(0, entries.length - maxEntries);
    segments?.add(clock.now(), () => entry);
  };
  const add: EventLog['add'] = (sentence) => {
    append(sentence);
    store.announceTransient();
  };
  const logConsumers = (): void => {
    cancelConsumers = null;
    const { feeds } = store.state();
    const news = feeds.map((feed) => consumerNews(feed, deps.consumersOf(feed.slug)));
    const sentences = news.flatMap((ofFeed) => ofFeed.sentences);
    for (const sentence of sentences) append(sentence);
    if (sentences.length > 0) store.announceTransient();
    if (news.some(({ isWaiting }) => isWaiting)) cancelConsumers = clock.after(introductionMs, logConsumers);
  };

  /** Reads what is on disk, and writes the entries added before. The show starts even if that fails, and it is tried again. */
  const open = async (): Promise<void> => {
    try {
      const opened = await openSegments(directory, limits, health.report, reportDamage, clock.after);
      const found = await loadLogEntries(opened, maxEntries);
      segments = opened;
      for (const entry of entries) opened.add(clock.now(), () => entry);
      entries = [...found, ...entries].slice(-maxEntries);
      count += found.length;
      health.report(null);
    } catch (error) {
      health.report(error);
      cancelRetry = clock.after(retryAfterMs, () => {
        opening = open();
      });
    }
  };

  return {
    start: async (configured, switched, past = []) => {
      await open();
      isStarted = true;
      for (const { at, sentences } of describeMissing(past, entries, store.state()))
        for (const sentence of sentences) appendAt(at, sentence);
      append(
        switched === null
          ? describeStart(version, entries.at(-1) ?? null, clock.now())
          : describeShowSwitched(switched),
      );
      for (const sentence of describeOpenProblems(store.state())) append(sentence);
      const describe = switched === null ? describeSettings : describeSwitch;
      for (const sentence of configured === null ? [] : describe(configured)) append(sentence);
      unsubscribe = store.subscribe(({ steps }) => {
        // One update can combine changes by several people, so each step gets its own entry.
        for (const sentence of steps.flatMap(describeStep)) append(sentence);
        cancelConsumers ??= clock.after(consumersAfterMs, logConsumers);
      });
    },
    stop: async () => {
      if (!isStarted) return;
      isStarted = false;
      unsubscribe();
      cancelConsumers?.();
      append({
        ...ofGreenroom,
        level: 'info',
        code: stopCode,
        message: say('Greenroom {version} stopped.', { version }),
      });
      cancelRetry();
      await opening;
      if (segments === null) await open();
      cancelRetry();
      await segments?.close();
      segments = null;
    },
    count: () => count,
    isMentioned: (name) => entries.some(({ by }) => by !== null && nameKey(by) === nameKey(name)),
    entries: (limit) => entries.slice(-limit).reverse(),
    read: async function* (filter) {
      const parts = segments === null ? [entries.toReversed()] : readLogEntries(segments);
      for await (const part of parts) yield part.filter((entry) => matchesLogFilter(entry, filter));
    },
    add,
  };
}

/** `last` is the newest entry before the start; `null` without any. */
function describeStart(version: string, last: LogEntry | null, nowMs: number): Sentence {
  const started = { ...ofGreenroom, level: 'info', code: 'STARTED' } as const;
  if (last === null) return { ...started, message: say('Greenroom {version} started.', { version }) };
  const at = formatZonedTime(last.at, nowMs);
  if (last.code === stopCode)
    return { ...started, message: say('Greenroom {version} started. It was stopped at {at}.', { version, at }) };
  const message = say(
    'Greenroom {version} started. Before that it ended without stopping, after the entry of {at}: a crash, a power cut, or its process was ended.',
    { version, at },
  );
  return { ...started, level: 'warn', message };
}

/** Greenroom itself ran throughout. */
function describeShowSwitched({ by, isDemo }: ShowSwitched): Sentence {
  const subject = { ...ofGreenroom, level: 'info', code: 'SHOW_SWITCHED' } as const;
  if (by === null) {
    const message = isDemo
      ? say('Greenroom is back on the demo, because your own show could not start.')
      : say('Greenroom is back on your own show, because the demo could not start.');
    return { ...subject, message };
  }
  const who = isolateName(by);
  const message = isDemo
    ? say('{who} changed from your own show to the demo.', { who })
    : say('{who} changed from the demo to your own show.', { who });
  return { ...subject, cause: 'operator', by, message };
}
