/** Confirms that a blocked post is off screen, once each consumer has painted or read a revision without it. */
import type { DeskFeed } from '../../contract/deskState.ts';
import { compareLists } from '../../core/compare.ts';
import type { Block, OnAir } from '../../core/feedState.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from './consumers.ts';

/** `confirmedInMs` is also `null` without consumers, and for restored blocks. */
export type Takedown = Pick<DeskFeed['blocked'][number], 'confirmedOffAirAt' | 'confirmedInMs' | 'waitingFor'>;

export type Takedowns = {
  /** Remembers posts that left air for any reason, because a late reader may still show one when it is blocked. */
  readonly recordRevision: (before: OnAir, after: OnAir, readers: readonly Reader[]) => void;
  readonly update: (blocks: readonly Block[], readers: readonly Reader[]) => void;
  readonly byItem: () => ReadonlyMap<string, Takedown>;
};

type OpenTakedown = {
  readonly block: Block;
  /** Revision that each reader must reach; `null` when no reader showed the post, so nothing needs confirming. */
  readonly offRevision: number | null;
  /** `null` for restored blocks. */
  readonly startedMs: number | null;
  takedown: Takedown;
};

/** `restored` blocks, from before the start, get a confirmation time but no duration. */
export function createTakedowns(clock: Clock, restored: readonly Block[]): Takedowns {
  const open = new Map<string, OpenTakedown>();
  const waiting: Takedown = { confirmedOffAirAt: null, confirmedInMs: null, waitingFor: [] };
  /** Revision in which each post left air, kept while a reader has an earlier one. */
  const leftInRevision = new Map<string, number>();
  for (const block of restored) {
    const offRevision = block.offAirRevision === 0 ? null : block.offAirRevision;
    open.set(block.itemId, { block, offRevision, startedMs: null, takedown: waiting });
  }

  const openTakedown = (block: Block, readers: readonly Reader[]): OpenTakedown => {
    const leftRevision = leftInRevision.get(block.itemId);
    const isShown = leftRevision !== undefined && readers.some((reader) => shownRevisionOf(reader) < leftRevision);
    const offRevision = block.offAirRevision > 0 ? block.offAirRevision : isShown ? leftRevision : null;
    return { block, offRevision, startedMs: clock.monotonicMs(), takedown: waiting };
  };

  return {
    recordRevision: (before, after, readers) => {
      const earliest = Math.min(after.revision, ...readers.map(shownRevisionOf));
      for (const [itemId, revision] of leftInRevision) if (revision <= earliest) leftInRevision.delete(itemId);
      const { added, removed } = compareLists(before.items, after.items);
      for (const id of added) leftInRevision.delete(id);
      if (readers.length === 0) return;
      for (const id of removed) leftInRevision.set(id, after.revision);
    },
    update: (blocks, readers) => {
      for (const [itemId, { block }] of open) {
        if (!blocks.some((other) => other.itemId === itemId && other.since === block.since)) open.delete(itemId);
      }
      for (const block of blocks) {
        const entry = open.get(block.itemId) ?? openTakedown(block, readers);
        open.set(block.itemId, entry);
        const { offRevision } = entry;
        if (offRevision === null || entry.takedown.confirmedOffAirAt !== null) continue;
        const late = readers.filter((reader) => shownRevisionOf(reader) < offRevision);
        if (late.length > 0 || readers.length === 0) {
          entry.takedown = { ...waiting, waitingFor: late.map(({ name }) => name) };
          continue;
        }
        entry.takedown = {
          confirmedOffAirAt: new Date(clock.now()).toISOString(),
          confirmedInMs: entry.startedMs === null ? null : Math.round(clock.monotonicMs() - entry.startedMs),
          waitingFor: [],
        };
      }
    },
    byItem: () => new Map([...open].map(([itemId, { takedown }]) => [itemId, takedown])),
  };
}

/** The last painted revision, or the last sent one for readers that never report painting. */
function shownRevisionOf(reader: Reader): number {
  return reader.paintedRevision ?? reader.revision;
}
