/** Many collections by few requests: a page of the service's list tells which of them changed, and only those are asked for. */
import type { Collection, CollectionSummary } from '../../core/collection.ts';
import { compareInstants, parseInstant } from '../../core/instant.ts';
import type { Cancel, Clock } from '../ports.ts';
import { type BrowseDeps, readPage } from './browse.ts';

/** Up to so many collections are asked for one by one: that is simpler, and sees more. */
export const directLimit = 3;

const pageSize = 100;

/** How long collections are asked for one by one after the list was late or failed. Milliseconds. */
const distrustMs = 60_000;

export type Lead = {
  /** Whether the list leads now: the collections themselves are then asked for only now and then. */
  readonly isLeading: () => boolean;
  /** What is watched may have changed. */
  readonly replan: () => void;
  /** Asking brought something newer than the list had told. */
  readonly wasLate: () => void;
  readonly stop: () => void;
};

export type LeadDeps = BrowseDeps & {
  readonly clock: Clock;
  readonly watched: () => readonly string[];
  readonly held: (id: string) => Collection | null;
  readonly everyMs: () => number;
  /** Ask for that collection now. */
  readonly wake: (id: string) => void;
  /** The list shows these as they are held. */
  readonly confirmed: (ids: readonly string[]) => void;
  /** The list began or ceased to lead. */
  readonly changed: () => void;
};

export function createLead(deps: LeadDeps): Lead {
  const { clock } = deps;
  let isLeading = false;
  let isUnderWay = false;
  let isStopped = false;
  let lateAtMs: number | null = null;
  let wasBehind: ReadonlySet<string> = new Set();
  let cancel: Cancel = () => undefined;

  const turn = (leads: boolean): void => {
    if (isLeading === leads) return;
    isLeading = leads;
    deps.changed();
  };
  const plan = (delayMs: number): void => {
    cancel();
    if (!isStopped) cancel = clock.after(Math.max(delayMs, deps.slots.heldBackMs()), () => void run());
  };

  const distrust = (): void => {
    turn(false);
    plan(distrustMs);
  };

  const run = async (): Promise<void> => {
    if (isUnderWay || isStopped) return;
    if (deps.watched().length <= directLimit) {
      turn(false);
      return;
    }
    isUnderWay = true;
    const startedMs = clock.monotonicMs();
    const base = deps.base();
    const rows = await readRows(deps).catch(() => null);
    isUnderWay = false;
    if (isStopped) return;
    if (deps.base() !== base) {
      wasBehind = new Set();
      plan(0);
      return;
    }
    if (rows === null) return distrust();
    // What was found late while the list was being read is not forgiven by it.
    if (lateAtMs !== null && lateAtMs >= startedMs) return;
    const same: string[] = [];
    const behind = new Set<string>();
    for (const id of deps.watched()) {
      const row = rows.get(id);
      const order = row === undefined ? null : compareToHeld(row, deps.held(id));
      if (order === 0) same.push(id);
      // What the list leaves out is still watched: it is asked for by itself.
      else deps.wake(id);
      if (order !== null && order < 0) behind.add(id);
    }
    // Once may be a delivery that overtook the list; twice is a list that lags.
    const isLate = [...behind].some((id) => wasBehind.has(id));
    wasBehind = behind;
    if (isLate) return distrust();
    plan(deps.everyMs());
    turn(true);
    deps.confirmed(same);
  };

  return {
    isLeading: () => isLeading,
    replan: () => {
      if (deps.watched().length > directLimit) plan(isLeading ? deps.everyMs() : 0);
      else {
        cancel();
        turn(false);
      }
    },
    wasLate: () => {
      if (!isLeading) return;
      lateAtMs = clock.monotonicMs();
      distrust();
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}

/** The rows of everything watched, or null when the list failed or is too long to be worth it. */
async function readRows(deps: LeadDeps): Promise<ReadonlyMap<string, CollectionSummary> | null> {
  const wanted = new Set(deps.watched());
  const rows = new Map<string, CollectionSummary>();
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const found = await readPage(deps, page, pageSize);
    if ('code' in found) return null;
    pages = found.totalPages;
    // More pages than collections: one by one is cheaper.
    if (pages > wanted.size) return null;
    for (const row of found.rows) if (wanted.has(row.id)) rows.set(row.id, row);
    if (rows.size === wanted.size) break;
  }
  return rows;
}

/** Below zero when the list shows an older version than is held, 0 the same, above a newer one; null when it cannot be told. */
function compareToHeld(row: CollectionSummary, held: Collection | null): number | null {
  const listed = parseInstant(row.lastModifiedDate);
  const known = held === null ? null : parseInstant(held.lastModifiedDate);
  return listed === null || known === null ? null : compareInstants(listed, known);
}
