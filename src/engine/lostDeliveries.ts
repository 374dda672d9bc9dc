/** Saves which lists were doubted since when, so that neither a restart nor a feed’s other collection ends that, and says so while no check is possible. */
import { listDoubted } from '../core/doubtedLists.ts';
import { snapshotOf } from '../core/show.ts';
import { type CollectionStatus, isDoubted } from './collectionStatus.ts';
import type { Cancel, Clock } from './ports.ts';
import type { ProblemReports } from './reportProblems.ts';
import type { Store } from './store.ts';

export type LostDeliveries = {
  /** Call after the statuses changed. */
  readonly update: () => void;
  /** The same within a second, for what a flood of deliveries can change. */
  readonly updateSoon: () => void;
  /** The status of a collection that comes into use, with the doubt that is saved. */
  readonly restoreDoubt: (id: string, status: CollectionStatus) => CollectionStatus;
  /** Without an API key, no check is possible. Says so if a list is doubted. */
  readonly reportCheck: (isPossible: boolean) => void;
  readonly stop: () => void;
};

/** Milliseconds. */
const saveWithinMs = 1000;

export function followLostDeliveries(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  { raise, clear }: ProblemReports,
  watched: ReadonlyMap<string, CollectionStatus>,
): LostDeliveries {
  /** The time of the last news by which each list is doubted, as saved last. */
  const saved = new Map<string, { readonly sinceMs: number; readonly doubtedAt: string } | null>();
  let cancelUpdate: Cancel | null = null;

  const isAnyDoubted = (): boolean =>
    [...watched.values()].some((status) => isDoubted(status, clock.monotonicMs())) ||
    listDoubted(store.state(), 'doubtedAt').some((id) => !watched.has(id));
  const endProblem = (): void => {
    if (!isAnyDoubted()) clear('SOURCE_UNCONFIRMED', 'source');
  };
  const save = (id: string, { news }: CollectionStatus): void => {
    const snapshot = snapshotOf(store.state(), id);
    if (snapshot === null) return;
    const before = saved.get(id) ?? null;
    const sinceMs = news?.isDoubted === true ? news.sinceMs : null;
    const isSaved = ((snapshot.doubtedAt ?? null) !== null) === (sinceMs !== null);
    if (isSaved && (before?.sinceMs ?? null) === sinceMs) return;
    const doubtedAt = (): string => new Date(clock.now() - (clock.monotonicMs() - (sinceMs ?? 0))).toISOString();
    const next = sinceMs === null ? null : before?.sinceMs === sinceMs ? before : { sinceMs, doubtedAt: doubtedAt() };
    saved.set(id, next);
    void store.apply({ type: 'listDoubted', collectionId: id, doubtedAt: next?.doubtedAt ?? null });
  };
  const update = (): void => {
    cancelUpdate?.();
    cancelUpdate = null;
    for (const [id, status] of watched) save(id, status);
    endProblem();
  };
  // A feed can stop showing a collection that no feed uses.
  const unsubscribe = store.subscribe(({ kind }) => {
    if (kind === 'durable') endProblem();
  });
  return {
    update,
    updateSoon: () => {
      cancelUpdate ??= clock.after(saveWithinMs, update);
    },
    restoreDoubt: (id, status) => {
      const doubtedAt = snapshotOf(store.state(), id)?.doubtedAt;
      if (doubtedAt === undefined) return status;
      const nowMs = clock.monotonicMs();
      const agoMs = clock.now() - Date.parse(doubtedAt);
      // A time that can’t be, for example because the clock was set, counts as now.
      const sinceMs = agoMs >= 0 ? nowMs - agoMs : nowMs;
      if (status.confirmedMs !== null && status.confirmedMs >= sinceMs) return status;
      saved.set(id, { sinceMs, doubtedAt });
      return { ...status, news: { firstMs: sinceMs, sinceMs, version: null, isDoubted: true } };
    },
    reportCheck: (isPossible) => {
      if (isPossible) clear('SOURCE_UNCONFIRMED', 'source');
      else if (isAnyDoubted()) raise('SOURCE_UNCONFIRMED', 'source', {});
    },
    stop: () => {
      if (cancelUpdate !== null) update();
      unsubscribe();
    },
  };
}
