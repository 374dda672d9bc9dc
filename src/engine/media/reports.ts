/** Batches the media cache's reports to the store, so that a thousand files cause only a few events. */
import { markMessage, say, sayLater } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import { aboutPost, describeProblem, type Facts } from '../../core/problem.ts';
import type { MediaFacts } from '../../core/show.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { Store } from '../store.ts';
import type { MediaSetting } from './addressGuard.ts';
import type { FetchFailure } from './fetchFile.ts';
import { hostOf } from './hostOf.ts';
import type { OpenedFolder } from './storage.ts';

export type Reports = {
  /** `facts` is `null` when the address is no longer wanted. */
  readonly reportFacts: (url: string, facts: MediaFacts | null) => void;
  /** Of a file that a held feed keeps; `null` when it is forgotten. */
  readonly reportKept: (key: string, facts: MediaFacts | null) => void;
  /** Reported at intervals while a file is fetched. */
  readonly reportProgress: (url: string, facts: MediaFacts) => void;
  readonly reportFailure: (url: string, itemId: string, failure: FetchFailure) => void;
  /** The stored file stays, although the post has been changed since it was fetched. */
  readonly reportNotChecked: (url: string, itemId: string, failure: FetchFailure) => void;
  readonly clearProblem: (url: string) => void;
  /** `isLost` if the feed shows the newest file of an address because its kept file can’t be read. */
  readonly reportKeptLost: (feed: string, isLost: boolean) => void;
  readonly reportDiskLow: (isLow: boolean) => void;
  /** `kept` is the new name of the unreadable index. */
  readonly reportDamage: (damage: Omit<OpenedFolder, 'files'>) => void;
  readonly stop: () => void;
};

const batchMs = 25;
/** Each report copies the facts of all media, so a long list waits this long between two. */
const minIntervalMs = 250;
const progressIntervalMs = 500;
/** More would hide other problems in the list. */
const maxProblems = 20;

export function createReports(store: Store, ports: Ports): Reports {
  const { clock } = ports;
  let outbox = new Map<string, MediaFacts | null>();
  let keptOutbox = new Map<string, MediaFacts | null>();
  let timer: Cancel | null = null;
  let lastSentMs = Number.NEGATIVE_INFINITY;
  let isDiskLow = false;
  const lastProgressMs = new Map<string, number>();
  /** Open problems by address. */
  const problems = new Map<string, { readonly about: string; readonly code: MediaProblemCode }>();

  const send = (): void => {
    timer = null;
    lastSentMs = clock.monotonicMs();
    const media = [...outbox];
    const kept = keptOutbox.size === 0 ? undefined : [...keptOutbox];
    outbox = new Map();
    keptOutbox = new Map();
    if (media.length > 0 || kept !== undefined) void store.apply({ type: 'mediaChanged', media, kept });
  };
  const addToBatch = (url: string, facts: MediaFacts | null): void => {
    outbox.set(url, facts);
    sendSoon();
  };
  const sendSoon = (): void => {
    timer ??= clock.after(Math.max(batchMs, lastSentMs + minIntervalMs - clock.monotonicMs()), send);
  };
  const clear = (url: string): void => {
    const problem = problems.get(url);
    if (problem === undefined) return;
    problems.delete(url);
    if ([...problems.values()].some(({ about, code }) => about === problem.about && code === problem.code)) return;
    void store.apply({ type: 'problemCleared', ...problem });
  };
  const now = (): string => new Date(clock.now()).toISOString();
  const report = (code: MediaProblemCode, url: string, itemId: string, facts: Facts): void => {
    if (problems.get(url)?.code !== code) clear(url);
    if (problems.size >= maxProblems && !problems.has(url)) return;
    const about = aboutPost(itemId);
    problems.set(url, { about, code });
    void store.apply({ type: 'problemRaised', problem: describeProblem(code, about, now(), facts) });
  };

  return {
    reportFacts: (url, facts) => {
      lastProgressMs.delete(url);
      addToBatch(url, facts);
    },
    reportKept: (key, facts) => {
      keptOutbox.set(key, facts);
      sendSoon();
    },
    reportProgress: (url, facts) => {
      const nowMs = clock.monotonicMs();
      if (nowMs - (lastProgressMs.get(url) ?? Number.NEGATIVE_INFINITY) < progressIntervalMs || facts.progress >= 1)
        return;
      lastProgressMs.set(url, nowMs);
      addToBatch(url, facts);
    },
    reportFailure: (url, itemId, failure) => report(codeOf(failure), url, itemId, factsOf(url, failure)),
    reportNotChecked: (url, itemId, { reason }) => report('MEDIA_NOT_CHECKED', url, itemId, { what: reason }),
    clearProblem: clear,
    reportKeptLost: (feed, isLost) => {
      const problem = { code: 'MEDIA_KEPT_LOST', about: `feed:${feed}` } as const;
      if (!isLost) return void store.apply({ type: 'problemCleared', ...problem });
      const described = describeProblem(problem.code, problem.about, now(), { feed });
      void store.apply({ type: 'problemRaised', problem: described });
    },
    reportDiskLow: (isLow) => {
      if (isLow === isDiskLow) return;
      isDiskLow = isLow;
      if (isLow)
        void store.apply({ type: 'problemRaised', problem: describeProblem('MEDIA_DISK_LOW', 'media', now(), {}) });
      else void store.apply({ type: 'problemCleared', code: 'MEDIA_DISK_LOW', about: 'media' });
    },
    reportDamage: ({ unopened, quarantined, quarantinedPrevious, isMissing, isPreviousUsed }) => {
      const reportFile = (code: 'DISK_FILE_CORRUPT' | 'DISK_FILE_MISSING', file: string, facts: Facts): void =>
        void store.apply({
          type: 'problemRaised',
          problem: describeProblem(code, file, now(), { ...facts, file }),
        });
      if (unopened !== null)
        reportFile('DISK_FILE_CORRUPT', 'media', {
          kept: unopened.kept,
          check: sayLater('that pictures and videos appear again'),
          air: sayLater('Until then they can be missing on air.'),
          used: () =>
            say('The error was {what}. There is a new, empty folder, and all pictures and videos are fetched again.', {
              what: unopened.what,
            }),
        });
      if (quarantined !== null || isMissing)
        reportFile(isMissing ? 'DISK_FILE_MISSING' : 'DISK_FILE_CORRUPT', 'media/index.json', {
          kept: quarantined ?? '',
          check: sayLater('that pictures and videos appear again'),
          air: sayLater('Until then they can be missing on air, and held feeds can show newer ones.'),
          used: isPreviousUsed
            ? () =>
                say(
                  'The previous one is used. Pictures and videos that it lacks are fetched again, because their addresses are lost.',
                )
            : sayLater('All pictures and videos are fetched again, because their addresses are lost.'),
        });
      if (quarantinedPrevious !== null)
        reportFile('DISK_FILE_CORRUPT', 'media/index.json.previous', {
          ...{ kept: quarantinedPrevious, check: sayLater('the disk') },
          used: sayLater('It is only used if the current one can’t be read.'),
          air:
            quarantined === null && !isMissing
              ? sayLater('On air is not affected.')
              : sayLater('Pictures and videos can be missing on air.'),
        });
    },
    stop: () => {
      timer?.();
      timer = null;
    },
  };
}

type FailureCode = 'MEDIA_UNREACHABLE' | 'MEDIA_REFUSED' | 'MEDIA_NOT_ALLOWED';

type MediaProblemCode = FailureCode | 'MEDIA_NOT_CHECKED';

export function codeOf(failure: FetchFailure): FailureCode {
  if (failure.outcome === 'failed') return 'MEDIA_UNREACHABLE';
  return failure.allowedBy.length === 0 ? 'MEDIA_REFUSED' : 'MEDIA_NOT_ALLOWED';
}

/** Titles as in docs/settings.md. */
const settingTitles: Readonly<Record<MediaSetting, string>> = {
  allowHttp: markMessage('Plain http (media.allowHttp)'),
  allowPrivateHosts: markMessage('Hosts on your network (media.allowPrivateHosts)'),
};

/** Leaves room for what to do. */
const maxHostLength = 60;

function factsOf(url: string, failure: FetchFailure): Facts {
  if (failure.outcome === 'failed') return { what: failure.reason };
  const settings = (): string => listNames(failure.allowedBy.map((setting) => say(settingTitles[setting])));
  const host = (hostOf(url) ?? '').slice(0, maxHostLength);
  return { what: failure.reason, settings, host };
}
