/** Confirms that a blocked post is off screen, once each consumer that showed it has painted or read a revision without it or has left the screen, or a person has looked. */
import type { DeskFeed } from '../../contract/deskState.ts';
import type { Block, TakedownConfirmation, TakedownReport } from '../../core/feedState.ts';
import { shiftTime } from '../../core/time.ts';
import type { Cancel, Clock } from '../ports.ts';
import { createDebt, type Debt, recogniseDebtor, recogniseRestored, toReported, toWaitingFor } from './debts.ts';
import { createPostMemory, type PostMemory } from './postMemory.ts';
import { newestRevisionOf, oldestRevisionOf, type Reader, reachedRevisionOf } from './reader.ts';
import { isOffScreen } from './readerState.ts';
import type { RestoredFeed } from './savedReaders.ts';

/** `confirmedInMs` is also `null` if no consumer showed the post when it was blocked, and after a restart or a person's confirmation. */
export type Takedown = Pick<
  DeskFeed['blocked'][number],
  'confirmedOffAirAt' | 'confirmedOffAirBy' | 'confirmedInMs' | 'waitingFor'
>;

export type Takedowns = {
  readonly recordRevision: PostMemory['recordRevision'];
  readonly update: (blocks: readonly Block[], readers: readonly Reader[]) => void;
  /** After the clock was set: the blocks have other times, and their takedowns go on. */
  readonly shift: (byMs: number) => void;
  /** Finds the restored readers of restored debts. Call before any reader comes back. */
  readonly recogniseRestored: (readers: readonly Reader[]) => void;
  readonly toSaved: PostMemory['toSaved'];
  readonly byItem: () => ReadonlyMap<string, Takedown>;
  /** Whether a blocked post may still be on screen. */
  readonly isAnyOpen: () => boolean;
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
  readonly maxLeftPosts?: number;
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
  /** False once a consumer has to confirm that came after the block: its arrival says nothing about how long the post stayed. */
  isTimed: boolean;
  readonly confirmedBy: Set<string>;
  confirmed: TakedownConfirmation | null;
  /** The consumers last reported as late. */
  reported: string;
};

/** Consumers usually confirm sooner; a report of each would only fill the log. */
const lateAfterMs = 2000;

/** Blocks and consumers from before the start. */
export type BeforeStart = {
  readonly blocks: readonly Block[];
  /** The newest. */
  readonly revision: number;
  readonly restored: RestoredFeed;
  /** Posts that consumers that are not known may show. */
  readonly doubtfulPosts: ReadonlySet<string>;
};

export function createTakedowns(
  { clock, report, onLate, maxLeftPosts }: TakedownDeps,
  beforeStart: BeforeStart,
): Takedowns {
  const open = new Map<string, OpenTakedown>();
  const posts = createPostMemory(beforeStart.revision, beforeStart.restored, maxLeftPosts);
  let cancelLate: Cancel | null = null;

  const mayShow = (reader: Reader, itemId: string, offRevision: number): boolean => {
    if (oldestRevisionOf(reader) >= offRevision || isOffScreen(reader, clock.monotonicMs())) return false;
    // A connected reader can have a newer frame on its way.
    const newest = newestRevisionOf(reader);
    return reader.isConnected || (newest > 0 && newest >= posts.firstRevisionOf(itemId));
  };

  /** A post that left air before its block has the revision in which it left. */
  const offRevisionOf = ({ itemId, offAirRevision }: Block): number | null =>
    offAirRevision > 0 ? offAirRevision : posts.leftRevisionOf(itemId);

  for (const block of beforeStart.blocks) {
    const { itemId, takedown } = block;
    const waitingFor = takedown?.waitingFor ?? [];
    open.set(itemId, {
      block,
      // Whatever took it off air, the newest list does not have it.
      offRevision: offRevisionOf(block) ?? (waitingFor.length > 0 ? beforeStart.revision : null),
      startedMs: null,
      // It depends on the consumers that were known when the post was blocked, not on those known now.
      canBeConfirmed: takedown?.canBeConfirmed ?? beforeStart.restored.isComplete,
      isTimed: false,
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
    isTimed: true,
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
      entry.isTimed &&= entry.startedMs !== null && reader.joinedMs <= entry.startedMs;
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
        report(block, { waitingFor, confirmed: null, canBeConfirmed: entry.canBeConfirmed });
      } else if (!isLate) cancelLate ??= clock.after(lateAfterMs, updateLate);
      return;
    }
    if (entry.confirmedBy.size === 0 || !entry.canBeConfirmed) return;
    entry.confirmed = {
      at: new Date(clock.now()).toISOString(),
      by: null,
      consumers: [...entry.confirmedBy],
      inMs: startedMs === null || !entry.isTimed ? null : Math.round(clock.monotonicMs() - startedMs),
    };
    report(block, { waitingFor: [], confirmed: entry.confirmed });
  };
  const updateLate = (): void => {
    cancelLate = null;
    onLate();
  };

  return {
    recordRevision: posts.recordRevision,
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
    toSaved: posts.toSaved,
    byItem: () => new Map([...open].map(([itemId, entry]) => [itemId, viewTakedown(entry)])),
    isAnyOpen: () => [...open.values()].some(({ debts }) => debts.length > 0),
    isAwaited: ({ id }) => [...open.values()].some(({ debts }) => debts.some(({ readerId }) => readerId === id)),
    stop: () => cancelLate?.(),
  };
}

function viewTakedown({ confirmed, debts }: OpenTakedown): Takedown {
  return {
    confirmedOffAirAt: confirmed?.at ?? null,
    confirmedOffAirBy: confirmed?.by ?? null,
    confirmedInMs: confirmed?.inMs ?? null,
    waitingFor: debts.map(toWaitingFor),
  };
}
