/** Runs the preflight before each start of a show, and reports what it found on every desk. */
import type { Preflight } from '../../contract/preflight.ts';
import { describeVerdict } from '../../core/preflightVerdict.ts';
import { describeProblem } from '../../core/problem.ts';
import { formatClockTime } from '../../core/time.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { PreflightSettings } from '../settings/preflightSettings.ts';
import type { Store } from '../store.ts';
import { findNextStart } from './showStart.ts';

export type ScheduledPreflight = {
  readonly configure: (settings: PreflightSettings) => void;
  readonly stop: () => void;
};

export type ScheduledPreflightDeps = {
  readonly store: Pick<Store, 'apply'>;
  /** Runs it for every feed; resolves with `null` if it could not run. */
  readonly run: () => Promise<Preflight | null>;
  readonly ports: Pick<Ports, 'clock'>;
};

const minuteMs = 60_000;
/** The wall clock can be set and the machine can sleep, so the time is compared again after this. */
const longestWaitMs = minuteMs;
const about = 'preflight';
/** Only an open desk can measure these. */
const measuredByDesks: readonly string[] = ['text', 'fonts', 'crop'];

export function createScheduledPreflight({ store, run, ports }: ScheduledPreflightDeps): ScheduledPreflight {
  const { clock } = ports;
  let cancel: Cancel = () => undefined;
  let isStopped = false;
  /** The start whose preflight has run, in epoch milliseconds. */
  let checkedStartMs: number | null = null;

  const report = async ({ checks }: Preflight, startMs: number): Promise<void> => {
    const found = checks.filter(({ id, verdict }) => verdict !== 'good' && !measuredByDesks.includes(id));
    if (found.length === 0) return;
    const facts = { start: formatClockTime(new Date(startMs).toISOString()), verdict: describeVerdict(found) };
    const since = new Date(clock.now()).toISOString();
    await store.apply({ type: 'problemRaised', problem: describeProblem('PREFLIGHT_FOUND', about, since, facts) });
  };
  const runBefore = async (startMs: number): Promise<void> => {
    const result = await run();
    if (result !== null && !isStopped) await report(result, startMs);
  };
  const wait = ({ showStarts, minutesBefore }: PreflightSettings): void => {
    cancel();
    if (isStopped) return;
    const nowMs = clock.now();
    const startMs = findNextStart(nowMs, showStarts);
    // The show has started, or has no such start any more.
    if (startMs !== checkedStartMs) void store.apply({ type: 'problemCleared', code: 'PREFLIGHT_FOUND', about });
    if (startMs === null) return;
    const dueInMs = startMs - minutesBefore * minuteMs - nowMs;
    if (dueInMs <= 0 && checkedStartMs !== startMs) {
      checkedStartMs = startMs;
      void runBefore(startMs);
    }
    const delayMs = dueInMs > 0 ? Math.min(dueInMs, longestWaitMs) : longestWaitMs;
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
