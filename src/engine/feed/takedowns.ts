/** Confirms that a blocked post is off screen, once each consumer that showed it has painted or read a revision without it or has left the screen, or a person has looked. */
import type { DeskFeed } from '../../contract/deskState.ts';
import { compareLists } from '../../core/compare.ts';
import type { Block, OnAir, TakedownConfirmation, TakedownReport } from '../../core/feedState.ts';
import { shiftTime } from '../../core/time.ts';
import type { Cancel, Clock } from '../ports.ts';
import { createDebt, type Debt, recogniseDebtor, recogniseRestored, toReported, toWaitingFor } from './debts.ts';
import { newestRevisionOf, oldestRevisionOf, type Reader, reachedRevisionOf } from './reader.ts';
import { isOffScreen } from './readerState.ts';
import type { RestoredFeed, SavedFeed } from './savedReaders.ts';

/** `confirmedInMs` is also `null` without consumers, and after a restart or a person's confirmation. */
export type Takedown = Pick<
  DeskFeed['blocked'][number],
  'confirmedOffAirAt' | 'confirmedOffAirBy' | 'confirmedInMs' | 'waitingFor'
>;

export type Takedowns = {
  /** Remembers posts that left air for any reason, because a late reader may still show one when it is blocked. */
  readonly recordRevision: (before: OnAir, after: OnAir, readers: readonly Reader[]) => void;
  readonly update: (blocks: readonly Block[], readers: readonly Reader[]) => void;
  /** After the clock was set: the blocks have other times, and their takedowns go on. */
  readonly shift: (byMs: number) => void;
  /** Finds the restored readers of restored debts. Call before any reader comes back. */
  readonly recogniseRestored: (readers: readonly Reader[]) => void;
  /** The revisions of posts that the takedowns after a restart depend on. */
  readonly toSaved: (readers: readonly Reader[]) => Pick<SavedFeed, 'left' | 'firstRevisions'>;
  readonly byItem: () => ReadonlyMap<string, Takedown>;
  /** Whether a takedown waits for the reader. */
  readonly isAwaited: (reader: Reader) => boolean;
  readonly stop: () => void;
};

export type TakedownDeps = {
  readonly clock: Clock;
  /** Saves how the takedown of a block goes on. */
  readonly report: (block: Block, report: TakedownReport) => void;
  /** Called when a takedown may have to be reported as late. Call `update`. */
  readonly onLate: () => void;
};

type OpenTakedown = {
  block: Block;
  /** Revision that each reader must reach; `null` if the post was not on air. */
  readonly offRevision: number | null;
  /** `null` for restored blocks. */
  readonly startedMs: number | null;
  /** False if consumers that are not known may have shown the post. */
  readonly canBeConfirmed: boolean;
  debts: readonly Debt[];
  readonly confirmedBy: Set<string>;
  confirmed: TakedownConfirmation | null;
  /** The consumers last reported as late. */
  reported: string;
};

/** Consumers usually confirm sooner; a report of each would only fill the log. */
const lateAfterMs = 2000;
/** A takedown of a post that left air before them waits for nobody, and is not confirmed. */
const maxLeftPosts = 10_000;

/** Blocks and consumers from before the start. */
export type BeforeStart = {
  readonly blocks: readonly Block[];
  /** The newest. */
  readonly revision: number;
  readonly restored: RestoredFeed;
  /** Posts that consumers that are not known may show. */
  readonly doubtfulPosts: ReadonlySet<string>;
};

export function createTakedowns({ clock, report, onLate }: TakedownDeps, beforeStart: BeforeStart): Takedowns {
  const open = new Map<string, OpenTakedown>();
  /** Revision in which each post first went on air; missing if not known, so that any consumer may show the post. */
  const firstRevisions = restoreFirstRevisions(beforeStart);
  /** Revision in which each post left air, kept while a reader may still show it. */
  const leftInRevision = new Map<string, number>(beforeStart.restored.left);
  let cancelLate: Cancel | null = null;

  const mayShow = (reader: Reader, itemId: string, offRevision: number): boolean => {
    if (oldestRevisionOf(reader) >= offRevision || isOffScreen(reader, clock.monotonicMs())) return false;
    // A connected reader can have a newer frame on its way.
    const newest = newestRevisionOf(reader);
    return reader.isConnected || (newest > 0 && newest >= (firstRevisions.get(itemId) ?? 0));
  };

  /** A post that left air before its block has the revision in which it left. */
  const offRevisionOf = ({ itemId, offAirRevision }: Block): number | null =>
    offAirRevision > 0 ? offAirRevision : (leftInRevision.get(itemId) ?? null);

  for (const block of beforeStart.blocks) {
    const { itemId, takedown } = block;
    const waitingFor = takedown?.waitingFor ?? [];
    open.set(itemId, {
      block,
      // Whatever took it off air, the newest list does not have it.
      offRevision: offRevisionOf(block) ?? (waitingFor.length > 0 ? beforeStart.revision : null),
      startedMs: null,
      canBeConfirmed: takedown !== undefined || beforeStart.restored.isComplete,
      debts: waitingFor.map(({ key, name, isAmbiguous = false }) => createDebt(key, name, isAmbiguous)),
      confirmedBy: new Set(),
      confirmed: takedown?.confirmed ?? null,
      reported: JSON.stringify(waitingFor),
    });
  }

  const openTakedown = (block: Block): OpenTakedown => ({
    block,
    offRevision: offRevisionOf(block),
    startedMs: clock.monotonicMs(),
    canBeConfirmed: !beforeStart.doubtfulPosts.has(block.itemId),
    debts: [],
    confirmedBy: new Set(),
    confirmed: null,
    reported: '',
  });

  const updateDebts = (entry: OpenTakedown, offRevision: number, readers: readonly Reader[]): void => {
    const { itemId } = entry.block;
    const debts = [...entry.debts];
    for (const debt of debts) recogniseDebtor(debt, debts, readers);
    const known = new Set(debts.map(({ readerId }) => readerId));
    for (const reader of readers) {
      if (known.has(reader.id) || !mayShow(reader, itemId, offRevision)) continue;
      debts.push(createDebt(reader.key, reader.name, reader.isAmbiguous, reader));
    }
    if (debts.length === 0) return;
    const byId = new Map(readers.map((reader) => [reader.id, reader]));
    entry.debts = debts.filter((debt) => {
      const reader = byId.get(debt.readerId ?? '');
      if (reader === undefined) return true;
      debt.isAmbiguous = reader.isAmbiguous;
      const isPaid = reachedRevisionOf(reader) >= offRevision || isOffScreen(reader, clock.monotonicMs());
      if (isPaid) entry.confirmedBy.add(reader.name);
      return !isPaid;
    });
  };

  const updateEntry = (entry: OpenTakedown, readers: readonly Reader[]): void => {
    const { block, startedMs } = entry;
    if (entry.confirmed !== null || entry.offRevision === null) return;
    updateDebts(entry, entry.offRevision, readers);
    const isLate = startedMs === null || clock.monotonicMs() - startedMs >= lateAfterMs;
    if (entry.debts.length > 0) {
      const waitingFor = entry.debts.map(toReported);
      const reported = JSON.stringify(waitingFor);
      if (isLate && reported !== entry.reported) {
        entry.reported = reported;
        report(block, { waitingFor, confirmed: null });
      } else if (!isLate) cancelLate ??= clock.after(lateAfterMs, updateLate);
      return;
    }
    if (entry.confirmedBy.size === 0 || !entry.canBeConfirmed) return;
    entry.confirmed = {
      at: new Date(clock.now()).toISOString(),
      by: null,
      consumers: [...entry.confirmedBy],
      inMs: startedMs === null ? null : Math.round(clock.monotonicMs() - startedMs),
    };
    report(block, { waitingFor: [], confirmed: entry.confirmed });
  };
  const updateLate = (): void => {
    cancelLate = null;
    onLate();
  };

  /** Forgets the posts that left air and that no reader may show any more. */
  const forgetUnshown = (newest: number, readers: readonly Reader[]): void => {
    // Computed for all readers together, because both lists can be long.
    const earliestShown = Math.min(...readers.map(oldestRevisionOf));
    const newestOfLost = Math.max(0, ...readers.filter((reader) => !reader.isConnected).map(newestRevisionOf));
    const connected = readers.filter(({ isConnected }) => isConnected);
    const earliestConnected = Math.min(newest, ...connected.map(oldestRevisionOf));
    for (const [id, revision] of leftInRevision) {
      const isShownByLost = earliestShown < revision && newestOfLost >= (firstRevisions.get(id) ?? 0);
      if (earliestConnected < revision || isShownByLost) continue;
      leftInRevision.delete(id);
      firstRevisions.delete(id);
    }
  };

  return {
    recordRevision: (before, after, readers) => {
      const { added, removed } = compareLists(before.items, after.items);
      if (readers.length === 0) {
        leftInRevision.clear();
        return firstRevisions.clear();
      }
      // First, because a post that comes back counts from now on if nobody may show it from before.
      if (leftInRevision.size > 0) forgetUnshown(after.revision, readers);
      for (const id of added) {
        // A post that was on air before the start has no first revision.
        const isKnown = leftInRevision.delete(id) || firstRevisions.has(id);
        if (!isKnown) firstRevisions.set(id, after.revision);
      }
      for (const id of removed) leftInRevision.set(id, after.revision);
      // An event stream proves nothing, so it could still show the oldest.
      for (const [id] of leftInRevision) {
        if (leftInRevision.size <= maxLeftPosts) break;
        leftInRevision.delete(id);
        firstRevisions.delete(id);
      }
    },
    update: (blocks, readers) => {
      for (const [itemId, { block }] of open) {
        if (!blocks.some((other) => other.itemId === itemId && other.since === block.since)) open.delete(itemId);
      }
      for (const block of blocks) {
        const entry = open.get(block.itemId) ?? openTakedown(block);
        open.set(block.itemId, entry);
        if (block.takedown?.confirmed != null) {
          entry.confirmed = block.takedown.confirmed;
          entry.debts = [];
        }
        updateEntry(entry, readers);
      }
    },
    shift: (byMs) => {
      for (const entry of open.values()) {
        const { block, confirmed } = entry;
        entry.block = { ...block, since: shiftTime(block.since, byMs) };
        if (confirmed !== null) entry.confirmed = { ...confirmed, at: shiftTime(confirmed.at, byMs) };
      }
    },
    recogniseRestored: (readers) => {
      for (const { debts } of open.values()) for (const debt of debts) recogniseRestored(debt, debts, readers);
    },
    toSaved: (readers) => {
      const lost = readers.filter(({ isConnected }) => !isConnected);
      const earliestLost = Math.min(...lost.map(newestRevisionOf));
      // For all others, a missing revision means the same.
      const unseen = [...firstRevisions].filter(([, revision]) => revision > earliestLost);
      return { left: [...leftInRevision], firstRevisions: unseen };
    },
    byItem: () => new Map([...open].map(([itemId, entry]) => [itemId, viewTakedown(entry)])),
    isAwaited: ({ id }) => [...open.values()].some(({ debts }) => debts.some(({ readerId }) => readerId === id)),
    stop: () => cancelLate?.(),
  };
}

function restoreFirstRevisions({ revision: newest, restored }: BeforeStart): Map<string, number> {
  // If consumers are missing, so may be what the others got since the file was saved.
  return new Map(restored.isComplete ? restored.firstRevisions.filter(([, revision]) => revision <= newest) : []);
}

function viewTakedown({ confirmed, debts }: OpenTakedown): Takedown {
  return {
    confirmedOffAirAt: confirmed?.at ?? null,
    confirmedOffAirBy: confirmed?.by ?? null,
    confirmedInMs: confirmed?.inMs ?? null,
    waitingFor: debts.map(toWaitingFor),
  };
}
