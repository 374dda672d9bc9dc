/** Runs the preflight before each start of a show, and reports on every desk what it found, feed by feed. */
import type { Preflight } from '../../contract/preflight.ts';
import { describeVerdict } from '../../core/preflightVerdict.ts';
import { describeProblem, type ProblemCode } from '../../core/problem.ts';
import { formatZonedTime } from '../../core/time.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { PreflightSettings } from '../settings/preflightSettings.ts';
import type { Store } from '../store.ts';
import { findNextStarts } from './showStart.ts';

export type ScheduledPreflight = {
  readonly configure: (settings: PreflightSettings) => void;
  readonly stop: () => void;
};

export type ScheduledPreflightDeps = {
  readonly store: Pick<Store, 'apply' | 'state'>;
  /** Runs it for every feed; resolves with `null` if it could not run. */
  readonly run: () => Promise<Preflight | null>;
  readonly ports: Pick<Ports, 'clock'>;
};

const minuteMs = 60_000;
/** The wall clock can be set and the machine can sleep, so the time is compared again after this. */
const longestWaitMs = minuteMs;
/** The finds of this machine and the service. */
const aboutMachine = 'preflight';
const aboutFeed = (slug: string): string => `preflight:${slug}`;
const codes: readonly ProblemCode[] = ['PREFLIGHT_FOUND', 'PREFLIGHT_FOUND_ON_FEED'];
/** Only an open desk can measure these, so they alone are no reason for a report. */
const measuredByDesks: readonly string[] = ['text', 'fonts', 'crop'];

/** Ends the reports that a test of `feed` replaces; `null` for a test of every feed. Each test includes this machine. */
export async function clearReports(store: Pick<Store, 'apply' | 'state'>, feed: string | null): Promise<void> {
  const replaced = store
    .state()
    .problems.filter(({ code }) => codes.includes(code))
    .filter(({ about }) => feed === null || about === aboutMachine || about === aboutFeed(feed));
  await Promise.all(replaced.map(({ code, about }) => store.apply({ type: 'problemCleared', code, about })));
}

export function createScheduledPreflight({ store, run, ports }: ScheduledPreflightDeps): ScheduledPreflight {
  const { clock } = ports;
  let cancel: Cancel = () => undefined;
  let isStopped = false;
  /** The starts ahead whose preflight has run, in epoch milliseconds. */
  let checkedStarts: readonly number[] = [];
  /** The start in the reports. */
  let reportedStartMs: number | null = null;

  const report = async ({ checks }: Preflight, startMs: number): Promise<void> => {
    const found = checks.filter(({ id, verdict }) => verdict !== 'good' && !measuredByDesks.includes(id));
    const since = new Date(clock.now()).toISOString();
    const nowMs = clock.now();
    const start = (): string => formatZonedTime(startMs, nowMs);
    for (const feed of new Set(found.map((check) => check.feed))) {
      // All of them, as the screen of the preflight counts.
      const facts = { start, verdict: () => describeVerdict(checks.filter((check) => check.feed === feed)) };
      const problem =
        feed === null
          ? describeProblem('PREFLIGHT_FOUND', aboutMachine, since, facts)
          : describeProblem('PREFLIGHT_FOUND_ON_FEED', aboutFeed(feed), since, { ...facts, feed });
      await store.apply({ type: 'problemRaised', problem });
    }
  };
  const runBefore = async (startMs: number): Promise<void> => {
    const result = await run();
    if (result !== null && !isStopped) await report(result, startMs);
  };
  /** One run is for all starts that it is due for; its reports name the latest of them, and stay until then. */
  const wait = ({ showStarts, minutesBefore }: PreflightSettings): void => {
    cancel();
    if (isStopped) return;
    const nowMs = clock.now();
    const starts = findNextStarts(nowMs, showStarts);
    const dueInMs = (startMs: number): number => startMs - minutesBefore * minuteMs - nowMs;
    checkedStarts = checkedStarts.filter((startMs) => starts.includes(startMs));
    // The show has started, or has no such start any more.
    if (reportedStartMs === null || !starts.includes(reportedStartMs)) void clearReports(store, null);
    const due = starts.filter((startMs) => dueInMs(startMs) <= 0);
    const latestMs = due.at(-1);
    if (latestMs !== undefined && due.some((startMs) => !checkedStarts.includes(startMs))) {
      checkedStarts = due;
      reportedStartMs = latestMs;
      void runBefore(latestMs);
    }
    const nextMs = starts.flatMap((startMs) => [dueInMs(startMs), startMs - nowMs]).filter((delayMs) => delayMs > 0);
    const delayMs = Math.min(longestWaitMs, ...nextMs);
    cancel = clock.after(delayMs, () => wait({ showStarts, minutesBefore }));
  };

  return {
    configure: wait,
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}
