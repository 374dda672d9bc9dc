/** Finds the readers that show an older list for too long, connected or lost, until they follow the feed or a person confirms that they are off screen. */
import type { Clock } from '../ports.ts';
import { type Reader, reachedRevisionOf } from './reader.ts';
import { shownRevisionOf } from './readerState.ts';
import type { RevisionTimes } from './revisionTimes.ts';

export type LateReaders = {
  /** When the first revision that it has not reached was published, or when it connected after that; `null` if it shows the newest. Monotonic milliseconds. */
  readonly sinceMs: (reader: Reader) => number | null;
  /** Looks which readers are late now. */
  readonly find: () => FoundLate;
  /** Whether it was late when `find` last looked. */
  readonly has: (reader: Reader) => boolean;
  /**
   * A person has seen that these are off screen. They are then not late until they follow the feed or connect again. Returns the names of the late
   * ones among them.
   */
  readonly confirm: (ids: readonly string[]) => readonly string[];
  readonly isConfirmed: (reader: Reader) => boolean;
};

export type FoundLate = {
  readonly late: readonly Reader[];
  /** Whether another reader can become late although nothing changes. */
  readonly isAnyPending: boolean;
};

export type LateReadersDeps = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly revisionTimes: Pick<RevisionTimes, 'firstAfter'>;
  /** Whether a takedown waits for the reader. */
  readonly isAwaited: (reader: Reader) => boolean;
  /** All of them, also the lost ones. */
  readonly readers: () => readonly Reader[];
};

/** Longer than a page takes to load, or a busy machine to paint. */
const lateAfterMs = 5000;

export function createLateReaders({ clock, revisionTimes, isAwaited, readers }: LateReadersDeps): LateReaders {
  /** By id: a reader that comes back stays late until it follows the feed. */
  let late: ReadonlySet<string> = new Set();
  const confirmed = new WeakSet<Reader>();

  const has = ({ id }: Reader): boolean => late.has(id);
  const sinceMs = (reader: Reader): number | null => {
    const publishedMs = revisionTimes.firstAfter(shownRevisionOf(reader, isAwaited(reader)));
    return publishedMs === null ? null : Math.max(publishedMs, reader.joinedMs);
  };
  const isLate = (reader: Reader, olderSinceMs: number): boolean =>
    has(reader) || clock.monotonicMs() - olderSinceMs >= lateAfterMs;
  return {
    sinceMs,
    has,
    find: () => {
      const found: Reader[] = [];
      let isAnyPending = false;
      for (const reader of readers()) {
        const olderSinceMs = mayShowList(reader) ? sinceMs(reader) : null;
        if (olderSinceMs === null) confirmed.delete(reader);
        else if (confirmed.has(reader) || !(has(reader) || canBecomeLate(reader))) continue;
        else if (isLate(reader, olderSinceMs)) found.push(reader);
        else isAnyPending = true;
      }
      late = new Set(found.map(({ id }) => id));
      return { late: found, isAnyPending };
    },
    confirm: (ids) => {
      const seen = readers().filter((reader) => ids.includes(reader.id) && has(reader));
      for (const reader of seen) confirmed.add(reader);
      return seen.map(({ name }) => name);
    },
    isConfirmed: (reader) => confirmed.has(reader),
  };
}

/**
 * A poller has an older list until its next read, which can be minutes away, and a page that has painted nothing shows none. After a restart, the desk
 * says of the earlier ones whether they are back.
 */
function mayShowList(reader: Reader): boolean {
  const { protocol, showsNothing, isRestored, paintedRevision } = reader;
  const hasShown = paintedRevision !== null || reachedRevisionOf(reader) > 0;
  return protocol !== 'poll' && !showsNothing && !isRestored && hasShown;
}

/** A lost page with an id would have said that it left the screen. Other programs do not say, and most that are lost were switched off. */
function canBecomeLate({ isConnected, client }: Reader): boolean {
  return isConnected || client !== null;
}
