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

const forgottenAfterMs = 86_400_000;
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
    clock.monotonicMs() - reader.lastSeenMs > forgottenAfterMs && !isAwaited(reader);
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
      const next = reader.key === furtherLostKey ? reader : lost.size > maxLost ? oldest : undefined;
      if (next === undefined) return;
      lost.delete(next.id);
      further = further === null ? describeFurtherLost(next) : merge(further, next);
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
