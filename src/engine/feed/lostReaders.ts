/** Keeps the consumers that are no longer listed but may still show their last picture, for a day and in a limited number. */
import type { Clock } from '../ports.ts';
import { describeFurther } from './pollers.ts';
import { newestRevisionOf, oldestRevisionOf, type Reader } from './reader.ts';

export type LostReaders = {
  readonly all: () => readonly Reader[];
  readonly find: (id: string) => Reader | null;
  readonly add: (reader: Reader) => void;
  readonly remove: (id: string) => void;
  readonly mayBeForgotten: (reader: Reader) => boolean;
  readonly clear: () => void;
};

/** A lost consumer is remembered this long. Milliseconds. */
export const lostReaderKeptMs = 86_400_000;
/** The oldest beyond it become one consumer, which confirms nothing. */
const maxLostReaders = 500;
const furtherLostKey = 'further-lost';

export function createLostReaders(
  clock: Clock,
  isAwaited: (reader: Reader) => boolean,
  maxLost = maxLostReaders,
): LostReaders {
  /** Oldest first. */
  const lost = new Map<string, Reader>();
  let further: Reader | null = null;
  const mayBeForgotten = (reader: Reader): boolean =>
    clock.monotonicMs() - reader.lastSeenMs > lostReaderKeptMs && !isAwaited(reader);
  const remove = (id: string): void => {
    lost.delete(id);
    if (further?.id === id) further = null;
  };
  const all = (): readonly Reader[] => (further === null ? [...lost.values()] : [...lost.values(), further]);
  return {
    all: () => {
      for (const reader of all()) if (mayBeForgotten(reader)) remove(reader.id);
      return all();
    },
    find: (id) => all().find((reader) => reader.id === id) ?? null,
    add: (reader) => {
      lost.set(reader.id, reader);
      const [oldest] = lost.values();
      // After a restart, the saved one is added like any other.
      const joining = reader.key === furtherLostKey ? reader : lost.size > maxLost ? oldest : undefined;
      if (joining === undefined) return;
      lost.delete(joining.id);
      further = further === null ? describeFurtherLost(joining) : merge(further, joining);
    },
    remove,
    mayBeForgotten,
    clear: () => {
      lost.clear();
      further = null;
    },
  };
}

/** Nobody comes back as this consumer. */
function describeFurtherLost(reader: Reader): Reader {
  return {
    ...reader,
    ...describeFurther(newestRevisionOf(reader)),
    ...{ key: furtherLostKey, protocol: 'events', isAmbiguous: true },
    ...{ revision: newestRevisionOf(reader), firstRevision: oldestRevisionOf(reader), earlierRevision: 0 },
  };
}

/** May show each post that one of them may show. */
function merge(further: Reader, reader: Reader): Reader {
  return {
    ...further,
    revision: Math.max(further.revision, newestRevisionOf(reader)),
    firstRevision: Math.min(further.firstRevision, oldestRevisionOf(reader)),
    lastSeenMs: Math.max(further.lastSeenMs, reader.lastSeenMs),
  };
}
