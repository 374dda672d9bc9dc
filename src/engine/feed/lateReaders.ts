/** Finds the readers that show an older list for too long, connected or lost, until they follow the feed or a person confirms that they are off screen. */
import type { LateCode } from '../../core/lateCodes.ts';
import type { Clock } from '../ports.ts';
import { type Reader, reachedRevisionOf } from './reader.ts';
import { shownRevisionOf } from './readerState.ts';
import type { RevisionTimes } from './revisionTimes.ts';

export type LateReaders = {
  /** When the first revision that it has not reached was published, or when it connected after that; `null` if it shows the newest. Monotonic milliseconds. */
  readonly sinceMs: (reader: Reader) => number | null;
  /** Decides again which readers are late, for `problemOf` too. */
  readonly find: () => FoundLate;
  /** The problem that names it since the last `find`; `null` if it is not late. */
  readonly problemOf: (reader: Reader) => LateCode | null;
  /**
   * A person has seen that these are off screen. They are then not late until they follow the feed or connect again. Returns the names of the late
   * ones among them.
   */
  readonly confirm: (ids: readonly string[]) => readonly string[];
  /** Whether a person has seen that it is off screen, or a new page has replaced it. */
  readonly isSettled: (reader: Reader) => boolean;
};

export type FoundLate = {
  readonly late: readonly { readonly reader: Reader; readonly code: LateCode }[];
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
  let codes: ReadonlyMap<string, LateCode> = new Map();
  const confirmed = new WeakSet<Reader>();
  /** Lost ones for which a new page of the same program has come, and the pages that have. */
  const replaced = new WeakSet<Reader>();
  const replacing = new WeakSet<Reader>();

  const problemOf = ({ id }: Reader): LateCode | null => codes.get(id) ?? null;
  const sinceMs = (reader: Reader): number | null => {
    const publishedMs = revisionTimes.firstAfter(shownRevisionOf(reader, isAwaited(reader)));
    return publishedMs === null ? null : Math.max(publishedMs, reader.joinedMs);
  };
  const codeOf = (reader: Reader, olderSinceMs: number): LateCode | null => {
    if (clock.monotonicMs() - olderSinceMs < lateAfterMs) return problemOf(reader);
    return reader.isConnected ? 'FEED_CONSUMER_BEHIND' : (problemOf(reader) ?? 'FEED_CONSUMER_LOST');
  };
  const isSettled = (reader: Reader): boolean => confirmed.has(reader) || replaced.has(reader);
  /** A program that crashed and was started again is a new client with the name, program and address of the lost one. */
  const findReplaced = (all: readonly Reader[]): void => {
    const lost = all.filter(
      (reader) => !isSettled(reader) && problemOf(reader) !== 'FEED_CONSUMER_BEHIND' && canBeLost(reader),
    );
    if (lost.length === 0) return;
    for (const page of all) {
      if (!isNewPage(page) || replacing.has(page)) continue;
      const earlier = lost.find((reader) => !replaced.has(reader) && isReplacedBy(reader, page));
      if (earlier === undefined) continue;
      replaced.add(earlier);
      replacing.add(page);
    }
  };
  return {
    sinceMs,
    problemOf,
    find: () => {
      const late: { readonly reader: Reader; readonly code: LateCode }[] = [];
      let isAnyPending = false;
      const all = readers();
      findReplaced(all);
      for (const reader of all) {
        const olderSinceMs = mayShowList(reader) ? sinceMs(reader) : null;
        if (olderSinceMs === null) {
          confirmed.delete(reader);
          continue;
        }
        if (isSettled(reader)) continue;
        if (problemOf(reader) === null && !canBecomeLate(reader)) continue;
        const code = codeOf(reader, olderSinceMs);
        if (code === null) isAnyPending = true;
        else late.push({ reader, code });
      }
      codes = new Map(late.map(({ reader, code }) => [reader.id, code]));
      return { late, isAnyPending };
    },
    confirm: (ids) => {
      const seen = readers().filter((reader) => ids.includes(reader.id) && problemOf(reader) !== null);
      for (const reader of seen) confirmed.add(reader);
      return seen.map(({ name }) => name);
    },
    isSettled,
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

function canBeLost(reader: Reader): boolean {
  return !reader.isConnected && mayShowList(reader) && canBecomeLate(reader);
}

/** A lost page with an id has not said that it left the screen. Other programs never say, and most that closed their connection were switched off. */
function canBecomeLate({ isConnected, isCutOff, client }: Reader): boolean {
  return isConnected || isCutOff || client !== null;
}

/** A page that is loaded again continues its own entry. */
function isNewPage({ isConnected, client, hasPainted, earlierRevision }: Reader): boolean {
  return isConnected && client !== null && hasPainted && earlierRevision === 0;
}

function isReplacedBy(lost: Reader, page: Reader): boolean {
  const isSame = lost.client !== null && lost.name === page.name && lost.program === page.program;
  return isSame && lost.address === page.address && lost.lastSeenMs < page.joinedMs;
}
