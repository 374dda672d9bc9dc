/** Proof that a blocked post is off the screens: each consumer has to have painted, or read, a revision without it. */
import type { Block, OnAir } from '../../core/feedState.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from './consumers.ts';

export type Takedown = {
  readonly confirmedOffAirAt: string | null;
  /** From the block to the last consumer's word. Milliseconds; null: not yet, nobody shows it, or from before the start. */
  readonly confirmedInMs: number | null;
  /** Names of those who have not confirmed. */
  readonly waitingFor: readonly string[];
};

export type Takedowns = {
  /** Notes what left air, whatever took it off: a reader that is late may still show it when it is blocked. */
  readonly revised: (before: OnAir, after: OnAir, readers: readonly Reader[]) => void;
  /** Looks at the blocks and the readers as they are now. */
  readonly look: (blocks: readonly Block[], readers: readonly Reader[]) => void;
  readonly byItem: () => ReadonlyMap<string, Takedown>;
};

type Open = {
  readonly block: Block;
  /** The revision that a reader has to reach; null: no reader showed the post when it was blocked, there is nothing to confirm. */
  readonly offSince: number | null;
  readonly begunMs: number | null;
  takedown: Takedown;
};

/** `known` are the blocks that stood before the start: when they are confirmed is told, how long it took is not. */
export function createTakedowns(clock: Clock, known: readonly Block[]): Takedowns {
  const open = new Map<string, Open>();
  const waiting: Takedown = { confirmedOffAirAt: null, confirmedInMs: null, waitingFor: [] };
  /** The revision with which a post left air, as long as a reader has an earlier one. */
  const leftWith = new Map<string, number>();
  for (const block of known) {
    const offSince = block.offAirRevision === 0 ? null : block.offAirRevision;
    open.set(block.itemId, { block, offSince, begunMs: null, takedown: waiting });
  }

  const begin = (block: Block, readers: readonly Reader[]): Open => {
    const left = leftWith.get(block.itemId);
    const isShown = left !== undefined && readers.some((reader) => shownBy(reader) < left);
    const offSince = block.offAirRevision > 0 ? block.offAirRevision : isShown ? left : null;
    return { block, offSince, begunMs: clock.monotonicMs(), takedown: waiting };
  };

  return {
    revised: (before, after, readers) => {
      const earliest = Math.min(after.revision, ...readers.map(shownBy));
      for (const [itemId, revision] of leftWith) if (revision <= earliest) leftWith.delete(itemId);
      const stays = new Set(after.items.map(({ id }) => id));
      for (const { id } of before.items) if (!stays.has(id)) leftWith.set(id, after.revision);
      for (const id of stays) leftWith.delete(id);
    },
    look: (blocks, readers) => {
      for (const [itemId, { block }] of open) {
        if (!blocks.some((other) => other.itemId === itemId && other.since === block.since)) open.delete(itemId);
      }
      for (const block of blocks) {
        const entry = open.get(block.itemId) ?? begin(block, readers);
        open.set(block.itemId, entry);
        const { offSince } = entry;
        if (offSince === null || entry.takedown.confirmedOffAirAt !== null) continue;
        const late = readers.filter((reader) => shownBy(reader) < offSince);
        if (late.length > 0 || readers.length === 0) {
          entry.takedown = { ...waiting, waitingFor: late.map(({ name }) => name) };
          continue;
        }
        entry.takedown = {
          confirmedOffAirAt: new Date(clock.now()).toISOString(),
          confirmedInMs: entry.begunMs === null ? null : Math.round(clock.monotonicMs() - entry.begunMs),
          waitingFor: [],
        };
      }
    },
    byItem: () => new Map([...open].map(([itemId, { takedown }]) => [itemId, takedown])),
  };
}

/** The revision that its screen has, as far as it is known. */
function shownBy(reader: Reader): number {
  return reader.paintedRevision ?? reader.revision;
}
