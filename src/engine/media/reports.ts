/** What the media cache tells the store, gathered so that a thousand files arriving are a few events. */
import { describeProblem } from '../../core/problem.ts';
import type { MediaFacts } from '../../core/show.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { Store } from '../store.ts';

export type Reports = {
  /** Null: nothing is known of that address any more. */
  readonly facts: (url: string, facts: MediaFacts | null) => void;
  /** How far a fetch is; told now and then. */
  readonly progress: (url: string, facts: MediaFacts) => void;
  readonly failed: (url: string, itemId: string, outcome: 'refused' | 'failed', what: string) => void;
  readonly cleared: (url: string) => void;
  readonly diskLow: (isLow: boolean) => void;
  readonly stop: () => void;
};

const gatherMs = 25;
const progressEveryMs = 500;
/** Past these the list of problems would hide the one that matters. */
const mostProblems = 20;

export function createReports(store: Store, ports: Ports): Reports {
  const { clock } = ports;
  let outbox = new Map<string, MediaFacts | null>();
  let timer: Cancel | null = null;
  let isDiskLow = false;
  const told = new Map<string, number>();
  /** Problems that stand, by address: what each is about. */
  const problems = new Map<string, { readonly about: string; readonly code: 'MEDIA_REFUSED' | 'MEDIA_UNREACHABLE' }>();

  const send = (): void => {
    timer = null;
    const media = [...outbox];
    outbox = new Map();
    if (media.length > 0) void store.apply({ type: 'mediaChanged', media });
  };
  const gather = (url: string, facts: MediaFacts | null): void => {
    outbox.set(url, facts);
    timer ??= clock.after(gatherMs, send);
  };
  const clear = (url: string): void => {
    const standing = problems.get(url);
    if (standing === undefined) return;
    problems.delete(url);
    if ([...problems.values()].some(({ about, code }) => about === standing.about && code === standing.code)) return;
    void store.apply({ type: 'problemCleared', ...standing });
  };
  const now = (): string => new Date(clock.now()).toISOString();

  return {
    facts: (url, facts) => {
      told.delete(url);
      gather(url, facts);
    },
    progress: (url, facts) => {
      const nowMs = clock.monotonicMs();
      if (nowMs - (told.get(url) ?? Number.NEGATIVE_INFINITY) < progressEveryMs || facts.progress >= 1) return;
      told.set(url, nowMs);
      gather(url, facts);
    },
    failed: (url, itemId, outcome, what) => {
      const code = outcome === 'refused' ? 'MEDIA_REFUSED' : 'MEDIA_UNREACHABLE';
      if (problems.get(url)?.code !== code) clear(url);
      if (problems.size >= mostProblems && !problems.has(url)) return;
      problems.set(url, { about: itemId, code });
      void store.apply({ type: 'problemRaised', problem: describeProblem(code, itemId, now(), { what }) });
    },
    cleared: clear,
    diskLow: (isLow) => {
      if (isLow === isDiskLow) return;
      isDiskLow = isLow;
      if (isLow)
        void store.apply({ type: 'problemRaised', problem: describeProblem('MEDIA_DISK_LOW', 'media', now(), {}) });
      else void store.apply({ type: 'problemCleared', code: 'MEDIA_DISK_LOW', about: 'media' });
    },
    stop: () => {
      timer?.();
      timer = null;
    },
  };
}
