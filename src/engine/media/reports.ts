/** Batches the media cache's reports to the store, so that a thousand files cause only a few events. */
import { describeProblem } from '../../core/problem.ts';
import type { MediaFacts } from '../../core/show.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { Store } from '../store.ts';

export type Reports = {
  /** `facts` is `null` when the address is no longer wanted. */
  readonly reportFacts: (url: string, facts: MediaFacts | null) => void;
  /** Reported at intervals while a file is fetched. */
  readonly reportProgress: (url: string, facts: MediaFacts) => void;
  readonly reportFailure: (url: string, itemId: string, outcome: 'refused' | 'failed', reason: string) => void;
  readonly clearProblem: (url: string) => void;
  readonly reportDiskLow: (isLow: boolean) => void;
  /** `kept` is the new name of the unreadable index. */
  readonly reportCorruptIndex: (kept: string) => void;
  readonly stop: () => void;
};

const batchMs = 25;
const progressIntervalMs = 500;
/** More would hide other problems in the list. */
const maxProblems = 20;

export function createReports(store: Store, ports: Ports): Reports {
  const { clock } = ports;
  let outbox = new Map<string, MediaFacts | null>();
  let timer: Cancel | null = null;
  let isDiskLow = false;
  const lastProgressMs = new Map<string, number>();
  /** Open problems by address. */
  const problems = new Map<string, { readonly about: string; readonly code: 'MEDIA_REFUSED' | 'MEDIA_UNREACHABLE' }>();

  const send = (): void => {
    timer = null;
    const media = [...outbox];
    outbox = new Map();
    if (media.length > 0) void store.apply({ type: 'mediaChanged', media });
  };
  const addToBatch = (url: string, facts: MediaFacts | null): void => {
    outbox.set(url, facts);
    timer ??= clock.after(batchMs, send);
  };
  const clear = (url: string): void => {
    const problem = problems.get(url);
    if (problem === undefined) return;
    problems.delete(url);
    if ([...problems.values()].some(({ about, code }) => about === problem.about && code === problem.code)) return;
    void store.apply({ type: 'problemCleared', ...problem });
  };
  const now = (): string => new Date(clock.now()).toISOString();

  return {
    reportFacts: (url, facts) => {
      lastProgressMs.delete(url);
      addToBatch(url, facts);
    },
    reportProgress: (url, facts) => {
      const nowMs = clock.monotonicMs();
      if (nowMs - (lastProgressMs.get(url) ?? Number.NEGATIVE_INFINITY) < progressIntervalMs || facts.progress >= 1)
        return;
      lastProgressMs.set(url, nowMs);
      addToBatch(url, facts);
    },
    reportFailure: (url, itemId, outcome, reason) => {
      const code = outcome === 'refused' ? 'MEDIA_REFUSED' : 'MEDIA_UNREACHABLE';
      if (problems.get(url)?.code !== code) clear(url);
      if (problems.size >= maxProblems && !problems.has(url)) return;
      problems.set(url, { about: itemId, code });
      void store.apply({ type: 'problemRaised', problem: describeProblem(code, itemId, now(), { what: reason }) });
    },
    clearProblem: clear,
    reportDiskLow: (isLow) => {
      if (isLow === isDiskLow) return;
      isDiskLow = isLow;
      if (isLow)
        void store.apply({ type: 'problemRaised', problem: describeProblem('MEDIA_DISK_LOW', 'media', now(), {}) });
      else void store.apply({ type: 'problemCleared', code: 'MEDIA_DISK_LOW', about: 'media' });
    },
    reportCorruptIndex: (kept) => {
      const file = 'media/index.json';
      const facts = {
        file,
        kept,
        used: 'Pictures and videos are fetched again.',
        air: 'On air is not affected.',
        check: 'that pictures and videos appear again',
      };
      void store.apply({ type: 'problemRaised', problem: describeProblem('DISK_FILE_CORRUPT', file, now(), facts) });
    },
    stop: () => {
      timer?.();
      timer = null;
    },
  };
}
