/** Remembers when each revision was published, so that a reader is timed from the first revision that it missed. */

export type RevisionTimes = {
  readonly newest: () => number;
  readonly add: (revision: number, atMs: number) => void;
  /** When the first revision after `shown` was published, in monotonic milliseconds; `null` if `shown` is the newest. */
  readonly firstAfter: (shown: number) => number | null;
};

/** A reader that has missed more than these is timed from the oldest one kept. */
const maxRevisions = 5000;

export function createRevisionTimes(revision: number, atMs: number): RevisionTimes {
  let newest = { revision, atMs };
  const kept = [newest];
  return {
    newest: () => newest.revision,
    add: (next, nextMs) => {
      newest = { revision: next, atMs: nextMs };
      kept.push(newest);
      // In large steps, because each one moves the whole list.
      if (kept.length > 2 * maxRevisions) kept.splice(0, maxRevisions);
    },
    firstAfter: (shown) => {
      if (shown >= newest.revision) return null;
      let start = 0;
      let end = kept.length - 1;
      while (start < end) {
        const middle = (start + end) >> 1;
        if ((kept[middle]?.revision ?? 0) > shown) end = middle;
        else start = middle + 1;
      }
      return kept[start]?.atMs ?? newest.atMs;
    },
  };
}
