/** Keeps the consumers that are no longer listed but may still show their last picture, for a day and in a limited number. */
import type { Clock } from '../ports.ts';
import type { Reader } from './reader.ts';

export type LostReaders = {
  readonly all: () => readonly Reader[];
  readonly find: (id: string) => Reader | null;
  readonly add: (reader: Reader) => void;
  readonly remove: (id: string) => void;
  readonly mayBeForgotten: (reader: Reader) => boolean;
  readonly clear: () => void;
};

const forgottenAfterMs = 86_400_000;
/** The oldest beyond it are forgotten. */
const maxLostReaders = 500;

export function createLostReaders(clock: Clock, isAwaited: (reader: Reader) => boolean): LostReaders {
  /** Oldest first. */
  const lost = new Map<string, Reader>();
  const mayBeForgotten = (reader: Reader): boolean =>
    clock.monotonicMs() - reader.lastSeenMs > forgottenAfterMs && !isAwaited(reader);
  return {
    all: () => {
      for (const reader of lost.values()) if (mayBeForgotten(reader)) lost.delete(reader.id);
      return [...lost.values()];
    },
    find: (id) => lost.get(id) ?? null,
    add: (reader) => {
      lost.set(reader.id, reader);
      const [oldest] = lost.keys();
      if (lost.size > maxLostReaders && oldest !== undefined) lost.delete(oldest);
    },
    remove: (id) => void lost.delete(id),
    mayBeForgotten,
    clear: () => lost.clear(),
  };
}
