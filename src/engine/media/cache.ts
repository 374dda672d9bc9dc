/** Fetches the media of posts before they are needed, serves them under permanent addresses and reports them to the store. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoredMedia } from '../../contract/queries.ts';
import { say, speakPhrases } from '../../core/language/say.ts';
import type { ShowState } from '../../core/show.ts';
import { refuse } from '../http/refuseRequest.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { MediaSettings } from '../settings/settings.ts';
import type { Store } from '../store.ts';
import { factsOf } from './factsOf.ts';
import { createFetcher, type Fetcher, type FetchFailure } from './fetchFile.ts';
import { createFetchQueue } from './fetchQueue.ts';
import { type FetchState, failedState, notCached } from './fetchState.ts';
import type { Entry } from './fileIndex.ts';
import { createHeldFiles, type HeldFiles } from './heldFiles.ts';
import { mayHaveChanged, obtainFile } from './obtainFile.ts';
import { planFetches } from './planFetches.ts';
import { codeOf, createReports, type Reports } from './reports.ts';
import { serveFile } from './serveFile.ts';
import { readSize } from './sizes.ts';
import { openStorage, type Storage } from './storage.ts';
import { deleteUnusedMedia, measureStoredMedia } from './storedMedia.ts';
import { createWantedFinder, findNewlyBlockedMedia, type WantedMedia } from './wantedMedia.ts';

export type MediaCache = {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Applies new settings, or another address of the service, and retries media that could not be cached. */
  readonly configure: (settings: MediaSettings, serviceUrl: string | null) => void;
  /** Serves the cached file of that name, or a smaller size of it with `?w=`; otherwise 404. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, name: string) => Promise<void>;
  /** Keeps a picture as the poster of a cached video; resolves with the reason, as part of a sentence, if it can’t. */
  readonly setPoster: (name: string, picture: Uint8Array) => Promise<{ readonly refused: string } | null>;
  readonly failureOf: (url: string) => FetchFailure | null;
  readonly measure: () => Promise<StoredMedia>;
  /** Deletes the files of media that is on no list; resolves with how many. */
  readonly deleteUnused: () => Promise<number>;
  /** Stops serving the files of these addresses immediately; resolves when they are deleted. */
  readonly purge: (urls: readonly string[]) => Promise<void>;
};

export type MediaDeps = {
  readonly dataDir: string;
  readonly store: Store;
  readonly ports: Ports;
};

const updateDelayMs = 25;
/** After a fetch for staging, so that readers of the feed come first even when the media arrives faster than it can be stored. */
const stagingPauseMs = 20;
/** The index has a part for each file, so a long one is written less often. Files that it does not list after a crash are fetched again. */
const saveDelayMs = 1000;
const saveDelayMsPerFile = 0.5;

export function createMediaCache(
  initial: { readonly settings: MediaSettings; readonly serviceUrl: string | null },
  deps: MediaDeps,
): MediaCache {
  const { store, ports } = deps;
  const { clock } = ports;
  const queue = createFetchQueue();
  const fetchStates = new Map<string, FetchState>();
  let { settings, serviceUrl } = initial;
  const findWanted = createWantedFinder();
  let wanted: ReadonlyMap<string, WantedMedia> = new Map();
  let storage: Storage | null = null;
  let fetcher: Fetcher | null = null;
  let heldFiles: HeldFiles | null = null;
  let unsubscribe: (() => void) | null = null;
  let cancelUpdate: Cancel | null = null;
  let updateDueMs = 0;
  let cancelSave: Cancel | null = null;
  let isStopped = true;
  let reports: Reports = createReports(store, ports);

  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const findWantedNow = () => findWanted(store.state(), heldFiles?.keys());
  const isWanted = (url: string): boolean => wanted.has(url) && findWantedNow().has(url);
  const settle = (url: string, state: FetchState): void => {
    fetchStates.set(url, state);
    reports.reportFacts(url, state.facts);
  };
  /** Does nothing if an earlier update is already scheduled. */
  const scheduleUpdate = (delayMs: number): void => {
    if (isStopped) return;
    const dueMs = clock.monotonicMs() + delayMs;
    if (cancelUpdate !== null && updateDueMs <= dueMs) return;
    cancelUpdate?.();
    updateDueMs = dueMs;
    cancelUpdate = clock.after(delayMs, () => {
      cancelUpdate = null;
      update();
    });
  };
  const saveSoon = (): void => {
    if (isStopped) return;
    cancelSave ??= clock.after(saveDelayMs + saveDelayMsPerFile * (storage?.files.countKeys() ?? 0), () => {
      cancelSave = null;
      void save();
    });
  };
  const save = async (): Promise<void> =>
    storage?.files.save().catch((error: unknown) => {
      ports.log('warn', 'DISK_WRITE_FAILED', { what: 'media index', error: String(error) });
    });

  /** Forgets media that is not wanted any more, and starts fetches. */
  const update = (): void => {
    wanted = findWantedNow();
    for (const url of fetchStates.keys()) {
      if (wanted.has(url)) continue;
      fetchStates.delete(url);
      reports.reportFacts(url, null);
      reports.clearProblem(url);
    }
    const nowMs = clock.monotonicMs();
    const { waiting, toCheck, settled, soonestMs } = planFetches(wanted, fetchStates, storage?.files ?? null, nowMs);
    for (const entry of settled) accept(entry.url, entry);
    queue.fill([...waiting, ...toCheck]);
    startFetches();
    if (soonestMs !== null) scheduleUpdate(Math.max(updateDelayMs, soonestMs - nowMs));
    else if (waiting.length + toCheck.length > 0) scheduleUpdate(5000);
  };

  const startFetches = (): void => {
    for (let next = queue.next(clock.monotonicMs()); next !== null; next = queue.next(clock.monotonicMs())) {
      const entry = next;
      void obtain(entry.url)
        .catch((error: unknown) => {
          ports.log('error', 'ENGINE_FAULT', { where: 'media', error: String(error) });
          return 'failed' as const;
        })
        .then(async (outcome) => {
          if (wanted.get(entry.url)?.urgency === 'staging') await wait(stagingPauseMs);
          queue.finish(entry, outcome === 'failed', clock.monotonicMs());
          if (!isStopped) startFetches();
        });
    }
  };

  /** Uses an intact file on disk; fetches it if there is none, or if a newer version of the post may have another one there. */
  const obtain = async (url: string): Promise<'ready' | 'refused' | 'failed'> => {
    const want = wanted.get(url);
    if (storage === null || fetcher === null || want === undefined) return 'failed';
    const { files } = storage;
    const stored = files.byUrl(url);
    const kept = stored !== null && (await files.isIntact(stored.name)) ? stored : null;
    if (stored !== null && kept === null) await files.forget([url]);
    // Entries of earlier versions.
    if (kept?.checkedFor === null) files.update({ ...kept, checkedFor: want.version });
    if (kept !== null && !mayHaveChanged(kept, want)) return accept(url, kept);
    if (kept !== null && fetchStates.get(url)?.facts.name !== kept.name) accept(url, kept);
    const onProgress = (progress: number): void => {
      if (kept === null && wanted.has(url)) reports.reportProgress(url, { ...notCached, progress });
    };
    const hold = (replaced: Entry, version: string): void => heldFiles?.hold(replaced, version);
    const obtained = await obtainFile(want, kept, { storage, fetcher, clock, isWanted, onProgress, hold });
    if (isStopped) return 'failed';
    if (obtained === null) {
      scheduleUpdate(updateDelayMs);
      return 'ready';
    }
    if ('outcome' in obtained)
      return kept === null ? postpone(url, obtained, !('isDiskFull' in obtained)) : keepUnchecked(want, obtained);
    saveSoon();
    // The first change after the first fetch is checked immediately.
    return accept(url, obtained, kept === null ? null : clock.monotonicMs());
  };

  /** The stored file stays, and the address is requested again later. */
  const keepUnchecked = ({ url, itemId, urgency }: WantedMedia, failure: FetchFailure): FetchFailure['outcome'] => {
    const state = fetchStates.get(url);
    if (state === undefined) return failure.outcome;
    fetchStates.set(url, { ...failedState(state, clock.monotonicMs(), failure), facts: state.facts });
    ports.log('warn', 'MEDIA_NOT_CHECKED', speakPhrases({ what: failure.reason, itemId }));
    if (urgency !== 'staging') reports.reportNotChecked(url, itemId, failure);
    scheduleUpdate(updateDelayMs);
    return failure.outcome;
  };

  const accept = (url: string, entry: Entry, atMs: number | null = null): 'ready' => {
    const checkedAtMs = atMs ?? fetchStates.get(url)?.checkedAtMs ?? Number.NEGATIVE_INFINITY;
    storage?.files.markUsed(entry.name, clock.now());
    const facts = factsOf(entry, storage?.files ?? { byKey: () => null });
    if (wanted.has(url)) settle(url, { facts, tries: 0, retryAtMs: null, checkedAtMs });
    reports.clearProblem(url);
    return 'ready';
  };

  const postpone = (url: string, failure: FetchFailure, isReported: boolean): FetchFailure['outcome'] => {
    const want = wanted.get(url);
    if (want === undefined) return failure.outcome;
    settle(url, failedState(fetchStates.get(url), clock.monotonicMs(), failure));
    ports.log('warn', codeOf(failure), speakPhrases({ what: failure.reason, itemId: want.itemId }));
    if (isReported && want.urgency !== 'staging') reports.reportFailure(url, want.itemId, failure);
    scheduleUpdate(updateDelayMs);
    return failure.outcome;
  };

  const purge = async (urls: readonly string[]): Promise<void> => {
    for (const url of urls) if (fetchStates.delete(url)) reports.reportFacts(url, null);
    await storage?.files.forget(urls);
    saveSoon();
  };
  /** Removes media that only blocked posts show, and earlier files of their addresses, in the same event-loop turn as the block. */
  const purgeBlocked = (state: ShowState, previous: ShowState): void => {
    const blocked = findNewlyBlockedMedia(state, previous);
    if (blocked.length === 0) return;
    wanted = findWantedNow();
    void storage?.files.forgetReplaced(blocked);
    void purge(blocked.filter((url) => !wanted.has(url)));
  };

  return {
    start: async () => {
      isStopped = false;
      reports = createReports(store, ports);
      const { opened, ...parts } = await openStorage({
        ...{ dataDir: deps.dataDir, ports, saveSoon },
        quotaMegabytes: () => settings.quotaMegabytes,
        wanted: () => wanted,
        reportDiskLow: reports.reportDiskLow,
        onRemoved: (url) => {
          if (fetchStates.delete(url)) reports.reportFacts(url, null);
        },
      });
      storage = parts;
      fetcher = createFetcher(() => ({ ...settings, serviceUrl }), clock);
      reports.reportDamage(opened);
      heldFiles = createHeldFiles({ files: storage.files, store, reports, saveSoon });
      unsubscribe = store.subscribe(({ kind, state, previous }) => {
        if (kind === 'transient') return;
        heldFiles?.update(state, previous);
        purgeBlocked(state, previous);
        scheduleUpdate(updateDelayMs);
      });
      update();
    },
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      unsubscribe?.();
      cancelUpdate?.();
      cancelSave?.();
      cancelUpdate = null;
      cancelSave = null;
      reports.stop();
      await Promise.all([fetcher?.stop(), storage?.stop()]);
      await save();
    },
    configure: (nextSettings, nextServiceUrl) => {
      settings = nextSettings;
      serviceUrl = nextServiceUrl;
      for (const [url, state] of fetchStates)
        if (state.retryAtMs !== null) fetchStates.set(url, { ...state, retryAtMs: 0 });
      scheduleUpdate(0);
    },
    handle: async (request, response, name) => {
      if (storage === null || heldFiles?.mayServe(name) !== true) return refuse(response, 'FEED_NOT_FOUND');
      const { files, sizes } = storage;
      if (!(await files.isIntact(name))) {
        // Another program removed or changed the file. Until it is fetched again, the post uses the service's address.
        for (const { url, isOwn } of await storage.posters.findVideos(name)) {
          if (isOwn) heldFiles?.forget(url);
          else if (fetchStates.delete(url)) reports.reportFacts(url, null);
        }
        scheduleUpdate(0);
        return refuse(response, 'FEED_NOT_FOUND');
      }
      const size = readSize(request.url ?? '');
      if (size === 'unknown') return refuse(response, 'FEED_NOT_FOUND');
      const sent = size === null ? { name, isFinal: true } : await sizes.obtain(name, size);
      // The post can be blocked during the work on the size.
      if (heldFiles?.mayServe(name) !== true) return refuse(response, 'FEED_NOT_FOUND');
      for (const used of new Set([name, sent.name])) files.markUsed(used, clock.now());
      await serveFile(request, response, files.pathOf(sent.name), sent.name, sent.isFinal);
    },
    setPoster: async (name, picture) => {
      const { files, posters } = storage ?? {};
      if (files === undefined || posters === undefined || !files.has(name))
        return { refused: say('there is no such video') };
      const refused = await posters.add(name, picture);
      for (const entry of files.entriesOf(name)) {
        const state = fetchStates.get(entry.url);
        if (state?.facts.name === name) settle(entry.url, { ...state, facts: factsOf(entry, files) });
      }
      heldFiles?.report(files.keysOf(name).flatMap(({ url, isOwn }) => (isOwn ? [url] : [])));
      return refused === null ? null : { refused };
    },
    failureOf: (url) => fetchStates.get(url)?.failure ?? null,
    measure: () => measureStoredMedia(storage?.files ?? null, store, deps.dataDir),
    deleteUnused: async () => {
      const count = storage === null ? 0 : await deleteUnusedMedia(storage.files, store);
      saveSoon();
      return count;
    },
    purge,
  };
}
