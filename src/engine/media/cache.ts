/** The media cache: fetches what posts show before it is needed, keeps it under addresses that never expire, and tells the store. */
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describeProblem } from '../../core/problem.ts';
import type { MediaFacts, ShowState } from '../../core/show.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { MediaSettings } from '../record/settings.ts';
import type { Store } from '../store.ts';
import { createFetcher, type Fetcher } from './fetchFile.ts';
import { type Entry, type Files, fileName, openFiles } from './files.ts';
import { inspect } from './inspect.ts';
import { createFetchQueue, type Waiting } from './queue.ts';
import { createReports, type Reports } from './reports.ts';
import { answerNotThere, serveFile } from './serve.ts';
import { blockedIds, readWanted, type Want } from './wanted.ts';

export type MediaCache = {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Works by other settings from now on; what was refused is tried again. */
  readonly configure: (settings: MediaSettings) => void;
  /** Answers with the cached file of that name (ranges, its right type, kept for ever), or 404. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, name: string) => Promise<void>;
  /** Forgets what was fetched from these addresses: at once for whoever asks, and from the disk when it resolves. */
  readonly purge: (urls: readonly string[]) => Promise<void>;
};

export type MediaDeps = {
  readonly dataDir: string;
  readonly store: Store;
  readonly ports: Ports;
  /** `host:port` of the built-in service, which may be fetched from over http on this machine. */
  readonly ownHosts: readonly string[];
};

const lookAfterMs = 25;
const saveAfterMs = 1000;
const firstRetryMs = 5000;
const longestRetryMs = 5 * 60_000;
const megabyte = 1024 * 1024;
/** Below this much free disk nothing more is fetched. */
const leastFreeBytes = 1024 * megabyte;

/** How an address fared: ready, or to be tried again at that monotonic time. */
type Fate = { readonly facts: MediaFacts; readonly tries: number; readonly retryAtMs: number | null };

const absent: MediaFacts = {
  name: null,
  posterName: null,
  width: null,
  height: null,
  durationMs: null,
  progress: 0,
  isBroken: false,
};

export function createMediaCache(initial: MediaSettings, deps: MediaDeps): MediaCache {
  const { store, ports } = deps;
  const { clock } = ports;
  const folder = join(deps.dataDir, 'media');
  const queue = createFetchQueue();
  const fates = new Map<string, Fate>();
  let settings = initial;
  let wanted: ReadonlyMap<string, Want> = new Map();
  let files: Files | null = null;
  let fetcher: Fetcher | null = null;
  let unsubscribe: (() => void) | null = null;
  let cancelLook: Cancel | null = null;
  let lookDueMs = 0;
  let cancelSave: Cancel | null = null;
  let isStopped = true;
  let reports: Reports = createReports(store, ports);

  const settle = (url: string, fate: Fate): void => {
    fates.set(url, fate);
    reports.facts(url, fate.facts);
  };
  /** Looks after that time, or sooner where that was asked for already. */
  const lookSoon = (afterMs: number): void => {
    if (isStopped) return;
    const dueMs = clock.monotonicMs() + afterMs;
    if (cancelLook !== null && lookDueMs <= dueMs) return;
    cancelLook?.();
    lookDueMs = dueMs;
    cancelLook = clock.after(afterMs, () => {
      cancelLook = null;
      look();
    });
  };
  const saveSoon = (): void => {
    if (isStopped) return;
    cancelSave ??= clock.after(saveAfterMs, () => {
      cancelSave = null;
      void save();
    });
  };
  const save = async (): Promise<void> => {
    await files?.save().catch((error: unknown) => {
      ports.log('warn', 'DISK_WRITE_FAILED', { what: 'media index', error: String(error) });
    });
  };

  /** Reads anew what is wanted, forgets what is not, and sets going whatever has its turn. */
  const look = (): void => {
    wanted = readWanted(store.state());
    for (const url of fates.keys()) {
      if (wanted.has(url)) continue;
      fates.delete(url);
      reports.facts(url, null);
      reports.cleared(url);
    }
    const nowMs = clock.monotonicMs();
    let soonestMs = Number.POSITIVE_INFINITY;
    const waiting: Waiting[] = [];
    for (const want of wanted.values()) {
      const fate = fates.get(want.url);
      if (fate?.facts.name != null) continue;
      const retryAtMs = fate?.retryAtMs ?? 0;
      if (retryAtMs > nowMs) soonestMs = Math.min(soonestMs, retryAtMs);
      else waiting.push({ url: want.url, host: URL.parse(want.url)?.host ?? '' });
    }
    queue.fill(waiting);
    pump();
    if (soonestMs !== Number.POSITIVE_INFINITY) lookSoon(Math.max(lookAfterMs, soonestMs - nowMs));
    else if (waiting.length > 0) lookSoon(5000);
  };

  const pump = (): void => {
    for (let one = queue.next(clock.monotonicMs()); one !== null; one = queue.next(clock.monotonicMs())) {
      const turn = one;
      void obtain(turn.url)
        .catch((error: unknown) => {
          ports.log('error', 'ENGINE_FAULT', { where: 'media', error: String(error) });
          return 'failed' as const;
        })
        .then((outcome) => {
          queue.finish(turn, outcome === 'failed', clock.monotonicMs());
          if (!isStopped) pump();
        });
    }
  };

  /** Has the address ready: from disk where it is whole, else fetched. */
  const obtain = async (url: string): Promise<'ready' | 'refused' | 'failed'> => {
    if (files === null || fetcher === null) return 'failed';
    const known = files.byUrl(url);
    if (known !== null) {
      if (await files.isWhole(known.name)) return accept(url, known);
      await files.forget([url]);
    }
    if (!(await hasRoom(url))) return postpone(url, 'failed', 'no room on the disk', false);
    const path = files.newPath(randomUUID());
    const fetched = await fetcher.fetch(url, path, (progress) => {
      if (wanted.has(url)) reports.progress(url, { ...absent, progress });
    });
    if (isStopped) return 'failed';
    if (fetched.outcome !== 'file') return postpone(url, fetched.outcome, fetched.what, true);
    const inspection = await inspect(path, fetched.kind, fetched.size);
    if ('refused' in inspection) {
      await files.discard(path);
      return postpone(url, 'refused', inspection.refused, true);
    }
    const name = fileName(fetched.sha256, fetched.kind);
    const entry: Entry = { url, name, size: fetched.size, ...inspection.facts, usedAt: clock.now() };
    // Blocked or gone while it came: it is not taken in.
    if (!wanted.has(url) || blockedOnly(store.state(), url)) {
      await files.discard(path);
      return 'ready';
    }
    await files.keep(path, entry);
    await makeRoom(files);
    saveSoon();
    return accept(url, entry);
  };

  const accept = (url: string, { name, width, height, durationMs }: Entry): 'ready' => {
    files?.used(name, clock.now());
    const facts = { ...absent, name, width, height, durationMs, progress: 1 };
    if (wanted.has(url)) settle(url, { facts, tries: 0, retryAtMs: null });
    reports.cleared(url);
    return 'ready';
  };

  const postpone = <T extends 'refused' | 'failed'>(url: string, outcome: T, what: string, isTold: boolean): T => {
    const want = wanted.get(url);
    if (want === undefined) return outcome;
    const tries = (fates.get(url)?.tries ?? 0) + 1;
    const delayMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries - 1, 10)) * (0.75 + Math.random() / 2);
    settle(url, { facts: { ...absent, isBroken: true }, tries, retryAtMs: clock.monotonicMs() + delayMs });
    ports.log('warn', outcome === 'refused' ? 'MEDIA_REFUSED' : 'MEDIA_UNREACHABLE', { what, itemId: want.itemId });
    if (isTold && want.urgency !== 'staging') reports.failed(url, want.itemId, outcome, what);
    lookSoon(lookAfterMs);
    return outcome;
  };

  const hasRoom = async (url: string): Promise<boolean> => {
    const isUrgent = wanted.get(url)?.urgency !== 'staging';
    const space = await statfs(deps.dataDir).catch(() => null);
    const hasDisk = space === null || space.bavail * space.bsize > leastFreeBytes;
    reports.diskLow(!hasDisk);
    const hasQuota = isUrgent || (files?.pinnedBytes(isPinned) ?? 0) < settings.quotaMegabytes * megabyte;
    return hasDisk && hasQuota;
  };
  const isPinned = (url: string): boolean => {
    const urgency = wanted.get(url)?.urgency;
    return urgency === 'onAir' || urgency === 'live';
  };
  const makeRoom = async (kept: Files): Promise<void> => {
    const going = kept.overflow(settings.quotaMegabytes * megabyte, isPinned);
    if (going.length === 0) return;
    for (const url of going) if (fates.delete(url)) reports.facts(url, null);
    await kept.forget(going);
  };

  const purge = async (urls: readonly string[]): Promise<void> => {
    for (const url of urls) if (fates.delete(url)) reports.facts(url, null);
    await files?.forget(urls);
    saveSoon();
  };
  /** What only blocked posts show goes in the turn of the block. */
  const purgeBlocked = (state: ShowState, previous: ShowState): void => {
    if (state.feeds.every((feed, place) => feed.blocks === previous.feeds[place]?.blocks)) return;
    const blockedBefore = blockedIds(previous);
    if ([...blockedIds(state)].every((id) => blockedBefore.has(id))) return;
    const before = readWanted(previous);
    const after = readWanted(state);
    const going = [...before.keys()].filter((url) => !after.has(url));
    wanted = after;
    void purge(going);
  };

  return {
    start: async () => {
      isStopped = false;
      const opened = await openFiles(folder);
      files = opened.files;
      fetcher = createFetcher(() => ({ ...settings, ownHosts: deps.ownHosts }), clock);
      reports = createReports(store, ports);
      if (opened.kept !== null) {
        const facts = { file: 'media/index.json', kept: opened.kept, used: 'Media are fetched again.' };
        const at = new Date(clock.now()).toISOString();
        const problem = describeProblem('DISK_FILE_CORRUPT', 'media/index.json', at, facts);
        void store.apply({ type: 'problemRaised', problem });
      }
      unsubscribe = store.subscribe(({ state, previous }) => {
        purgeBlocked(state, previous);
        if (state.collections !== previous.collections || state.feeds !== previous.feeds) lookSoon(lookAfterMs);
      });
      look();
    },
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      unsubscribe?.();
      cancelLook?.();
      cancelSave?.();
      cancelLook = null;
      cancelSave = null;
      reports.stop();
      await fetcher?.stop();
      await save();
    },
    configure: (next) => {
      settings = next;
      for (const [url, fate] of fates) if (fate.retryAtMs !== null) fates.set(url, { ...fate, retryAtMs: 0 });
      lookSoon(0);
    },
    handle: async (request, response, name) => {
      const kept = files;
      if (kept === null || !kept.has(name)) return answerNotThere(response);
      if (!(await kept.isWhole(name))) {
        // Somebody took it away or wrote over it: fetched again, and until then the post shows the service's address.
        for (const url of kept.urlsOf(name)) {
          fates.delete(url);
          reports.facts(url, null);
        }
        lookSoon(0);
        return answerNotThere(response);
      }
      kept.used(name, clock.now());
      await serveFile(request, response, kept.pathOf(name), name);
    },
    purge,
  };
}

function blockedOnly(state: ShowState, url: string): boolean {
  return !readWanted(state).has(url);
}
