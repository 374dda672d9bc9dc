/** The past of one post, as sent to a desk: the revisions that changed it, and when it was on air. */
import type { HistoryRow } from './history.ts';

/** One revision that put the post on air, took it off or changed it. */
export type PostChange = Pick<HistoryRow, 'revision' | 'at' | 'cause' | 'by' | 'verb' | 'about'> & {
  readonly kind: 'on' | 'off' | 'edited';
  /** Names of the changed fields; empty unless edited. */
  readonly fields: readonly string[];
  /** The changed text; `null` if the text did not change, or the as-run log does not have it. */
  readonly text: { readonly before: string; readonly after: string } | null;
};

/** `off` is `null` while the post is on air. */
export type TimeOnAir = { readonly on: string; readonly off: string | null; readonly seconds: number };

export type PostPast = {
  /** When the oldest revision that was read went on air: nothing before is in the answer. `null` without revisions. */
  readonly since: string | null;
  /** Newest first. */
  readonly changes: readonly PostChange[];
  /** Number of changes left out because they are older. */
  readonly earlierChanges: number;
  /** Newest first. */
  readonly times: readonly TimeOnAir[];
  readonly earlierTimes: number;
  /** Revision numbers without an entry: lost with damage to the history, or skipped after a crash. */
  readonly missingRevisions: number;
  /** Logs that can’t be read. */
  readonly unreadable: readonly ('history' | 'asRun')[];
};
