/** Confirms that a blocked post is off screen, once each consumer that showed it has painted or read a revision without it, or a person has looked. */
import type { DeskFeed } from '../../contract/deskState.ts';
import { compareLists } from '../../core/compare.ts';
import type { Block, OnAir, TakedownConfirmation, TakedownReport } from '../../core/feedState.ts';
import type { Cancel, Clock } from '../ports.ts';
import { oldestRevisionOf, type Reader, reachedRevisionOf } from './reader.ts';

/** `confirmedInMs` is also `null` without consumers, and after a restart or a person's confirmation. */
export type Takedown = Pick<
  DeskFeed['blocked'][number],
  'confirmedOffAirAt' | 'confirmedOffAirBy' | 'confirmedInMs' | 'waitingFor'
>;

export type Takedowns = {
  /** Remembers posts that left air for any reason, because a late reader may still show one when it is blocked. */
  readonly recordRevision: (before: OnAir, after: OnAir, readers: readonly Reader[]) => void;
  readonly update: (blocks: readonly Block[], readers: readonly Reader[]) => void;
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

/** A consumer that showed the post. */
type Debt = {
  /** `null` for a consumer from before the start that has not come back. */
  readerId: string | null;
  readonly key: string;
  readonly name: string;
};

type OpenTakedown = {
  readonly block: Block;
  /** Revision that each reader must reach; `null` if the post was not on air. */
  readonly offRevision: number | null;
  /** `null` for restored blocks. */
  readonly startedMs: number | null;
  /** False for a block from before the start without a report: the consumers that showed the post are unknown. */
  readonly canBeConfirmed: boolean;
  debts: readonly Debt[];
  readonly confirmedBy: Set<string>;
  confirmed: TakedownConfirmation | null;
  /** The names last reported as late. */
  reportedNames: string;
};

/** Consumers usually confirm sooner; a report of each would only fill the log. */
const lateAfterMs = 2000;
/** A takedown of a post that left air before them waits for nobody, and is not confirmed. */
const maxLeftPosts = 10_000;

/** `restored` blocks are from before the start. */
export function createTakedowns({ clock, report, onLate }: TakedownDeps, restored: readonly Block[]): Takedowns {
  const open = new Map<string, OpenTakedown>();
  /** Revision in which each post first went on air; missing for posts from before the start. */
  const firstRevisions = new Map<string, number>();
  /** Revision in which each post left air, kept while a reader may still show it. */
  const leftInRevision = new Map<string, number>();
  let cancelLate: Cancel | null = null;

  const mayShow = (reader: Reader, itemId: string, offRevision: number): boolean => {
    if (oldestRevisionOf(reader) >= offRevision) return false;
    // A connected reader can have a newer frame on its way.
    return reader.isConnected || (reader.revision > 0 && reader.revision >= (firstRevisions.get(itemId) ?? 0));
  };

  for (const block of restored) {
    const { itemId, offAirRevision, takedown } = block;
    open.set(itemId, {
      block,
      offRevision: offAirRevision === 0 ? null : offAirRevision,
      startedMs: null,
      canBeConfirmed: takedown !== undefined,
      debts: (takedown?.waitingFor ?? []).map(({ key, name }) => ({ readerId: null, key, name })),
      confirmedBy: new Set(),
      confirmed: takedown?.confirmed ?? null,
      reportedNames: namesOf(takedown?.waitingFor ?? []).join(),
    });
  }

  const openTakedown = (block: Block): OpenTakedown => ({
    block,
    offRevision: block.offAirRevision > 0 ? block.offAirRevision : (leftInRevision.get(block.itemId) ?? null),
    startedMs: clock.monotonicMs(),
    canBeConfirmed: true,
    debts: [],
    confirmedBy: new Set(),
    confirmed: null,
    reportedNames: '',
  });

  const updateDebts = (entry: OpenTakedown, offRevision: number, readers: readonly Reader[]): void => {
    const { itemId } = entry.block;
    const debts = [...entry.debts];
    for (const debt of debts)
      debt.readerId ??= readers.find(({ key, isAmbiguous }) => key === debt.key && !isAmbiguous)?.id ?? null;
    const known = new Set(debts.map(({ readerId }) => readerId));
    for (const reader of readers) {
      if (known.has(reader.id) || !mayShow(reader, itemId, offRevision)) continue;
      debts.push({ readerId: reader.id, key: reader.key, name: reader.name });
    }
    if (debts.length === 0) return;
    const byId = new Map(readers.map((reader) => [reader.id, reader]));
    entry.debts = debts.filter((debt) => {
      const reader = byId.get(debt.readerId ?? '');
      const isPaid = reader !== undefined && reachedRevisionOf(reader) >= offRevision;
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
      const names = namesOf(entry.debts).join();
      if (isLate && names !== entry.reportedNames) {
        entry.reportedNames = names;
        const waitingFor = entry.debts.map(({ key, name }) => ({ key, name }));
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

  return {
    recordRevision: (before, after, readers) => {
      const { added, removed } = compareLists(before.items, after.items);
      if (readers.length === 0) {
        leftInRevision.clear();
        return firstRevisions.clear();
      }
      for (const id of added) {
        leftInRevision.delete(id);
        if (!firstRevisions.has(id)) firstRevisions.set(id, after.revision);
      }
      // Computed for all readers together, because both lists can be long.
      const earliestShown = Math.min(...readers.map(oldestRevisionOf));
      const newestOfLost = Math.max(
        0,
        ...readers.filter((reader) => !reader.isConnected).map(({ revision }) => revision),
      );
      const connected = readers.filter(({ isConnected }) => isConnected);
      const earliestConnected = Math.min(after.revision, ...connected.map(oldestRevisionOf));
      for (const [id, revision] of leftInRevision) {
        const isShownByLost = earliestShown < revision && newestOfLost >= (firstRevisions.get(id) ?? 0);
        if (earliestConnected < revision || isShownByLost) continue;
        leftInRevision.delete(id);
        firstRevisions.delete(id);
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
    byItem: () => new Map([...open].map(([itemId, entry]) => [itemId, viewTakedown(entry)])),
    isAwaited: ({ id }) => [...open.values()].some(({ debts }) => debts.some(({ readerId }) => readerId === id)),
    stop: () => cancelLate?.(),
  };
}

function viewTakedown({ confirmed, debts }: OpenTakedown): Takedown {
  return {
    confirmedOffAirAt: confirmed?.at ?? null,
    confirmedOffAirBy: confirmed?.by ?? null,
    confirmedInMs: confirmed?.inMs ?? null,
    waitingFor: namesOf(debts),
  };
}

function namesOf(consumers: readonly { readonly name: string }[]): string[] {
  return consumers.map(({ name }) => name);
}
