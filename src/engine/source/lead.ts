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

  const run = async (): Promise<void> => {
    if (isUnderWay || isStopped) return;
    if (deps.watched().length <= directLimit) {
      turn(false);
      return;
    }
    isUnderWay = true;
    const rows = await readRows(deps).catch(() => null);
    isUnderWay = false;
    if (isStopped) return;
    if (rows === null) {
      turn(false);
      plan(distrustMs);
      return;
    }
    const same: string[] = [];
    for (const id of deps.watched()) {
      const row = rows.get(id);
      // What the list leaves out is still watched: it is asked for by itself.
      if (row !== undefined && isAsHeld(row, deps.held(id))) same.push(id);
      else deps.wake(id);
    }
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
      turn(false);
      plan(distrustMs);
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

function isAsHeld(row: CollectionSummary, held: Collection | null): boolean {
  if (held === null) return false;
  const listed = parseInstant(row.lastModifiedDate);
  const known = parseInstant(held.lastModifiedDate);
  if (listed === null || known === null) return false;
  return compareInstants(listed, known) === 0;
}
