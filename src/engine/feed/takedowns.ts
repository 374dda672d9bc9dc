/** Proof that a blocked post is off the screens: each consumer has to have painted, or read, a revision without it. */
import type { Block } from '../../core/feedState.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from './consumers.ts';

export type Takedown = {
  readonly confirmedOffAirAt: string | null;
  /** From the block to the last consumer's word. Milliseconds; null: not yet, nobody reads, or from before the start. */
  readonly confirmedInMs: number | null;
  /** Names of those who have not confirmed. */
  readonly waitingFor: readonly string[];
};

export type Takedowns = {
  /** Looks at the blocks and the readers as they are now. */
  readonly look: (blocks: readonly Block[], readers: readonly Reader[]) => void;
  readonly byItem: () => ReadonlyMap<string, Takedown>;
};

type Open = { readonly block: Block; readonly begunMs: number | null; takedown: Takedown };

/** `known` are the blocks that stood before the start: when they are confirmed is told, how long it took is not. */
export function createTakedowns(clock: Clock, known: readonly Block[]): Takedowns {
  const open = new Map<string, Open>();
  const waiting: Takedown = { confirmedOffAirAt: null, confirmedInMs: null, waitingFor: [] };
  for (const block of known) open.set(block.itemId, { block, begunMs: null, takedown: waiting });

  return {
    look: (blocks, readers) => {
      for (const [itemId, { block }] of open) {
        if (!blocks.some((other) => other.itemId === itemId && other.since === block.since)) open.delete(itemId);
      }
      for (const block of blocks) {
        const entry = open.get(block.itemId) ?? { block, begunMs: clock.monotonicMs(), takedown: waiting };
        open.set(block.itemId, entry);
        if (entry.takedown.confirmedOffAirAt !== null) continue;
        const late = readers.filter((reader) => (reader.paintedRevision ?? reader.revision) < block.offAirRevision);
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
