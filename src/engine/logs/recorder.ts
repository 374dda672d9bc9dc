/** Records the initial state and every event of a show, so that a rehearsal can play it again. */

import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { RecordingRow } from '../../contract/history.ts';
import { advance } from '../../core/advance.ts';
import { type Phrase, say } from '../../core/language/say.ts';
import { describeProblem } from '../../core/problem.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import { formatZonedTime } from '../../core/time.ts';
import { errorCodeOf } from '../../disk/errorCode.ts';
import { segmentPath } from '../../disk/segmentFiles.ts';
import { openSegments, type Segments } from '../../disk/segments.ts';
import type { Cancel, Ports } from '../ports.ts';
import { readBatches } from '../show/readBatches.ts';
import { createBatchWriter } from '../show/writeBatches.ts';
import type { ChangeStep, Store } from '../store.ts';
import { hasUnsavedChanges } from '../unsavedChanges.ts';
import type { ClockReading } from './clockSteps.ts';
import { createDamageReport, type DamageFacts } from './damageReport.ts';
import { type Follower, followLater } from './followLater.ts';
import {
  isConfirmation,
  mediaFactsSchema,
  readRecordedEvent,
  sourceSchema,
  toRecordedEvent,
} from './recordedEvents.ts';

/** One recorded step with one event; in older recordings, all events announced together. */
export type RecordedStep = {
  readonly at: string;
  /** Milliseconds since the recording began, on the monotonic clock. */
  readonly afterMs: number;
  readonly events: readonly unknown[];
};

export type RecordedShow = { readonly start: ShowState; readonly steps: readonly RecordedStep[] };

export type Recorder = {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Newest first. */
  readonly recordings: () => Promise<readonly RecordingRow[]>;
  /** `null` when the id is unknown or the beginning of the recording cannot be read. */
  readonly read: (id: string) => Promise<RecordedShow | null>;
};

// A file is read in one piece while the live show is served, so its size is limited.
const limits = {
  fileBytes: 16_000_000,
  fileRecords: 1_000_000,
  totalBytes: 1_000_000_000,
  totalRecords: null,
  maxKeyAge: null,
  maxBufferedRecords: 0,
};

const headSchema = z.object({
  greenroom: z.literal('recording'),
  version: z.literal(1),
  show: z.unknown(),
  source: sourceSchema,
  media: z.array(z.tuple([z.string(), mediaFactsSchema])),
  /** Missing in older recordings. */
  keptMedia: z.array(z.tuple([z.string(), mediaFactsSchema])).default([]),
  /** Slugs of the feeds marked as restored. */
  restored: z.array(z.string()),
});

const stepSchema = z.object({
  /** The show before the first step of a file; `null` in all other steps. */
  head: headSchema.nullable(),
  at: z.string(),
  afterMs: z.number(),
  events: z.array(z.unknown()),
});

/** Recordings that could not be opened are opened again after this time. */
const retryAfterMs = 2000;

type AnnouncedStep = { readonly step: ChangeStep; readonly announcedAt: ClockReading };

/** Returns the recorder of a data directory. */
export function openRecorder(
  dataDir: string,
  deps: { readonly store: Store; readonly ports: Pick<Ports, 'clock' | 'log'> },
): Recorder {
  const { store, ports } = deps;
  const directory = join(dataDir, 'recordings');
  let segments: Segments | null = null;
  let startedAtMs = 0;
  let follower: Follower | null = null;
  let isReported = false;
  let opening: Promise<void> = Promise.resolve();
  let cancelRetry: Cancel = () => {};

  /** The newest of a row of confirmations, written before the next other step: an idle show writes nothing. */
  let confirmation: AnnouncedStep | null = null;

  const write = ({ step, announcedAt: { wallMs, monotonicMs } }: AnnouncedStep): void =>
    segments?.add(wallMs, (isFirst) => {
      if (isFirst) startedAtMs = monotonicMs;
      return {
        head: isFirst ? writeHead(step.previous) : null,
        at: new Date(wallMs).toISOString(),
        afterMs: Math.round(monotonicMs - startedAtMs),
        events: [toRecordedEvent(step)],
      };
    });
  const writeConfirmation = (): void => {
    if (confirmation !== null) write(confirmation);
    confirmation = null;
  };

  const reportDamage = createDamageReport(
    'recordings',
    (file, readable) => describeDamage(file, readable, ports.clock.now()),
    deps,
  );
  const reportFault = (error: unknown): void => {
    if (error !== null) ports.log('error', 'DISK_WRITE_FAILED', { where: 'recordings', error: String(error) });
  };

  /** The show starts even if it cannot be recorded, and that is tried again. */
  const openFiles = async (): Promise<void> => {
    try {
      segments = await openSegments(directory, limits, reportFault, reportDamage, ports.clock.after);
      if (isReported) void store.apply({ type: 'problemCleared', code: 'DISK_NOT_RECORDED', about: 'recordings' });
      isReported = false;
    } catch (error) {
      if (!isReported) reportUnrecorded(error);
      isReported = true;
      cancelRetry = ports.clock.after(retryAfterMs, () => {
        opening = openFiles();
      });
    }
  };
  const reportUnrecorded = (error: unknown): void => {
    reportFault(error);
    const what = errorCodeOf(error);
    const at = new Date(ports.clock.now()).toISOString();
    const problem = describeProblem('DISK_NOT_RECORDED', 'recordings', at, { what, path: directory });
    void store.apply({ type: 'problemRaised', problem });
  };

  return {
    start: async () => {
      await openFiles();
      startedAtMs = ports.clock.monotonicMs();
      follower = followLater(store, ports, ({ state, steps }, announcedAt) => {
        if (hasUnsavedChanges(state)) {
          // These steps were only partly applied, so a replay of their events would differ. The next file begins with the state.
          confirmation = null;
          return segments?.startNewFile();
        }
        for (const step of steps) {
          if (isConfirmation(step)) confirmation = { step, announcedAt };
          else {
            writeConfirmation();
            write({ step, announcedAt });
          }
        }
      });
    },
    stop: async () => {
      follower?.stop();
      writeConfirmation();
      cancelRetry();
      await opening;
      cancelRetry();
      await segments?.close();
      segments = null;
    },
    recordings: async () => {
      if (segments === null) return [];
      follower?.catchUp();
      await segments.flush();
      const files = segments.files();
      const running = segments.currentKey();
      const found: RecordingRow[] = [];
      for (const { key, bytes } of files.toReversed()) {
        const isRunning = key === running;
        // A show in which nothing happens writes nothing.
        const endedMs = isRunning ? ports.clock.now() : await readLastWriteMs(segmentPath(directory, key));
        // The clock of files is coarser.
        const endedAt = new Date(Math.max(key, endedMs ?? key)).toISOString();
        found.push({ id: String(key), startedAt: new Date(key).toISOString(), endedAt, bytes, isRunning });
      }
      return found;
    },
    read: async (id) => {
      follower?.catchUp();
      const key = segments?.files().find((file) => String(file.key) === id)?.key;
      return segments === null || key === undefined ? null : readRecordedShow(await segments.read(key));
    },
  };
}

async function readLastWriteMs(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? null;
}

/** Returns the show after the step. Events that cannot be read are skipped. */
export function applyRecordedStep(before: ShowState, step: RecordedStep): ShowState {
  let state = before;
  for (const raw of step.events) {
    const event = readRecordedEvent(raw, before);
    if (event !== null) state = advance(state, event).state;
  }
  return state;
}

/** Recordings are named by their beginning, which their file name has in milliseconds. */
function describeDamage(
  file: string,
  readable: readonly unknown[],
  nowMs: number,
): DamageFacts & { readonly file: Phrase } {
  const beganAt = new Date(Number.parseInt(basename(file), 10)).toISOString();
  const canBeRehearsed = readRecordedShow(readable) !== null;
  return {
    file: () => say('The recording that began at {time} ({file})', { time: formatZonedTime(beganAt, nowMs), file }),
    used: canBeRehearsed
      ? () => say('Its readable events can be rehearsed. The others are lost, so the rehearsal differs from the show.')
      : () => say('It can’t be rehearsed.'),
    check: () => say('the as-run log or the history for what was on air then'),
  };
}

function writeHead(state: ShowState): z.input<typeof headSchema> {
  return {
    greenroom: 'recording',
    version: 1,
    show: createBatchWriter().writeWhole(state),
    source: state.source,
    media: [...state.media],
    keptMedia: [...state.keptMedia],
    restored: state.feeds.filter((feed) => feed.isRestored).map(({ slug }) => slug),
  };
}

/** Returns the recorded show; `null` when its beginning cannot be read. */
export function readRecordedShow(records: readonly unknown[]): RecordedShow | null {
  const steps = records.flatMap((record) => stepSchema.safeParse(record).data ?? []);
  const head = steps[0]?.head ?? null;
  if (head === null) return null;
  const show = readBatches(emptyShow, [head.show]);
  const feeds = show.feeds.map((feed) => ({ ...feed, isRestored: head.restored.includes(feed.slug) }));
  const media = { media: new Map(head.media), keptMedia: new Map(head.keptMedia) };
  return { start: { ...show, feeds, source: head.source, ...media }, steps };
}
