/** Remembers when lists were read that a feed is about to use, so that each is confirmed from its first moment in use. */
import { type CollectionStatus, confirm, type Evidence, unknownStatus } from './collectionStatus.ts';
import { evidenceOfPoll } from './evidence.ts';
import type { ResponseFacts } from './poll/client.ts';
import type { Clock } from './ports.ts';

export type ReadsForUse = {
  /** `version` is the date of the list; `response` is `null` if it could not be read and stored. */
  readonly record: (id: string, response: ResponseFacts | null, version: string | null) => void;
  readonly statuses: () => ReadonlyMap<string, CollectionStatus>;
  /** The first status of a collection that comes into use. Forgets its read. */
  readonly takeStatus: (id: string) => CollectionStatus;
  /** Call when the service changes. */
  readonly reset: () => void;
};

/** A list is used within seconds of its read, or not at all. Milliseconds. */
const keptMs = 60_000;

export function createReadsForUse(clock: Clock): ReadsForUse {
  const reads = new Map<string, Evidence>();
  let serviceSinceMs = Number.NEGATIVE_INFINITY;
  const statuses = (): ReadonlyMap<string, CollectionStatus> => {
    for (const [id, { checkedMs }] of reads) if (clock.monotonicMs() - checkedMs > keptMs) reads.delete(id);
    return new Map(
      [...reads].map(([id, read]) => [id, { ...confirm(unknownStatus, read, clock), contactMs: read.checkedMs }]),
    );
  };
  return {
    record: (id, response, version) => {
      reads.delete(id);
      // A response of the service before can be read while the service changes.
      if (response === null || response.sentMs <= serviceSinceMs) return;
      reads.set(id, evidenceOfPoll(response, version, clock.monotonicMs()));
    },
    statuses,
    takeStatus: (id) => {
      const status = statuses().get(id) ?? unknownStatus;
      reads.delete(id);
      // It is polled as soon as it is in use.
      return { ...status, nextAtMs: clock.monotonicMs() };
    },
    reset: () => {
      reads.clear();
      serviceSinceMs = clock.monotonicMs();
    },
  };
}
