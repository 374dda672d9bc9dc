/** Polls the service's collection list when there are many collections, and then only the collections that changed. */
import type { Collection, CollectionSummary } from '../../core/collection.ts';
import { compareInstants, parseInstant } from '../../core/instant.ts';
import { isListPolledFor } from '../../core/pollPlan.ts';
import type { ListedVersions } from '../collectionStatus.ts';
import type { Cancel } from '../ports.ts';
import { type BrowseDeps, fetchPage } from './browse.ts';

const pageSize = 100;

/** Collections are polled directly for this long after the list was late or failed. Milliseconds. */
const suspendMs = 60_000;

export type ListPoller = {
  /** Whether the list is being polled; each collection is then polled directly only for its periodic full poll. */
  readonly isActive: () => boolean;
  /** Call when the watched collections or the interval may have changed. */
  readonly reschedule: () => void;
  /** Call when a direct poll found a change that the list had not shown. */
  readonly reportLate: () => void;
  readonly stop: () => void;
};

export type ListPollerDeps = BrowseDeps & {
  readonly watchedIds: () => readonly string[];
  readonly findCurrent: (id: string) => Collection | null;
  /** Whether the last poll of this collection said that the service does not have it. */
  readonly isMissing: (id: string) => boolean;
  readonly everyMs: () => number;
  readonly pollNow: (id: string) => void;
  readonly onListed: (listed: ListedVersions) => void;
  readonly onActiveChanged: () => void;
};

export function createListPoller(deps: ListPollerDeps): ListPoller {
  const { clock } = deps.ports;
  let isActive = false;
  let isFetching = false;
  let isStopped = false;
  let reportedLateAtMs: number | null = null;
  let previouslyBehind: ReadonlySet<string> = new Set();
  let cancel: Cancel = () => undefined;

  const setActive = (active: boolean): void => {
    if (isActive === active) return;
    isActive = active;
    deps.onActiveChanged();
  };
  const schedule = (delayMs: number): void => {
    cancel();
    if (!isStopped) cancel = clock.after(Math.max(delayMs, deps.pause.leftMs()), () => void poll());
  };

  const suspend = (): void => {
    setActive(false);
    schedule(suspendMs);
  };

  const poll = async (): Promise<void> => {
    if (isFetching || isStopped) return;
    if (!isListPolledFor(deps.watchedIds().length)) {
      setActive(false);
      return;
    }
    if (deps.pause.leftMs() > 0) {
      schedule(0);
      return;
    }
    isFetching = true;
    const startedMs = clock.monotonicMs();
    const base = deps.base();
    const list = await fetchRows(deps).catch(() => null);
    isFetching = false;
    if (isStopped) return;
    if (deps.base() !== base) {
      previouslyBehind = new Set();
      schedule(0);
      return;
    }
    if (list === null) return suspend();
    // This list may predate the change that was reported while it was being read.
    if (reportedLateAtMs !== null && reportedLateAtMs >= startedMs) return;
    const current: string[] = [];
    const newer = new Map<string, string>();
    const behind = new Set<string>();
    for (const id of deps.watchedIds()) {
      const row = list.rows.get(id);
      const order = row === undefined ? null : compareToCurrent(row, deps.findCurrent(id));
      // A collection that was missing is there again, and its own address has to confirm it.
      if (order === 0 && !deps.isMissing(id)) current.push(id);
      if (order !== null && order < 0) behind.add(id);
      if (order !== null && order > 0 && row !== undefined) newer.set(id, row.lastModifiedDate);
    }
    // Being behind once may mean that a delivery overtook the list; twice means that the list is late.
    const isListLate = [...behind].some((id) => previouslyBehind.has(id));
    previouslyBehind = behind;
    deps.onListed({ asOfMs: list.asOfMs, current: isListLate ? [] : current, newer });
    // A collection missing from the list is still watched, so it is polled directly.
    for (const id of deps.watchedIds()) if (!current.includes(id)) deps.pollNow(id);
    if (isListLate) return suspend();
    schedule(deps.everyMs());
    setActive(true);
  };

  return {
    isActive: () => isActive,
    reschedule: () => {
      if (isListPolledFor(deps.watchedIds().length)) schedule(isActive ? deps.everyMs() : 0);
      else {
        cancel();
        setActive(false);
      }
    },
    reportLate: () => {
      if (!isActive) return;
      reportedLateAtMs = clock.monotonicMs();
      suspend();
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}

type WatchedRows = { readonly rows: ReadonlyMap<string, CollectionSummary>; readonly asOfMs: number };

/** The list rows of all watched collections; `null` if the list failed or has too many pages. */
async function fetchRows(deps: ListPollerDeps): Promise<WatchedRows | null> {
  const watched = new Set(deps.watchedIds());
  const rows = new Map<string, CollectionSummary>();
  let asOfMs = Number.POSITIVE_INFINITY;
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const listed = await fetchPage(deps, page, pageSize);
    if ('code' in listed) return null;
    asOfMs = Math.min(asOfMs, listed.asOfMs);
    pages = listed.totalPages;
    // With more pages than collections, polling directly needs fewer requests.
    if (pages > watched.size) return null;
    for (const row of listed.rows) if (watched.has(row.id)) rows.set(row.id, row);
    if (rows.size === watched.size) break;
  }
  return { rows, asOfMs };
}

/** Negative if the listed version is older than the current one, 0 if the same, positive if newer. `null` if a date is unreadable. */
function compareToCurrent(row: CollectionSummary, current: Collection | null): number | null {
  const listedAt = parseInstant(row.lastModifiedDate);
  const currentAt = current === null ? null : parseInstant(current.lastModifiedDate);
  return listedAt === null || currentAt === null ? null : compareInstants(listedAt, currentAt);
}
