/** What a desk is shown of the past: earlier on-air lists, the as-run log, recordings, and the rehearsal that plays one. */
import type { Difference } from '../core/compare.ts';
import type { Deed, Verb } from '../core/deed.ts';
import type { Cause, Gate } from '../core/feedState.ts';
import type { DeskItem } from './deskItem.ts';
import type { Consumer } from './deskState.ts';

/** One on-air list of a feed. `until` is when the next one came; null: it is the present one. */
export type HistoryRow = Difference &
  Deed & {
    readonly revision: number;
    readonly at: string;
    readonly until: string | null;
    readonly cause: Cause;
    readonly by: string | null;
    /** Full names by id of the posts that the difference speaks of, as far as they are kept; null: none was given. */
    readonly names: Readonly<Record<string, string | null>>;
  };

/** What is kept of the history at most; the oldest go first. Megabytes of 1,000,000 bytes. */
export type HistoryBounds = { readonly revisions: number; readonly megabytes: number };

/** An earlier list with its posts. */
export type PastListView = HistoryRow & {
  readonly items: readonly DeskItem[];
  /** Ids that a rollback would leave out now. */
  readonly blockedNow: readonly string[];
};

/** One time that one post was on air. `off` null: it still is. Times are ISO 8601. */
export type AsRunRow = {
  readonly feed: string;
  readonly itemId: string;
  readonly author: string;
  readonly message: string;
  readonly on: string;
  readonly off: string | null;
  readonly seconds: number;
  readonly onCause: Cause;
  readonly onBy: string | null;
  /** What put it on air: the verb and what it was about, as in the history. */
  readonly onVerb: Verb | null;
  readonly onAbout: string | null;
  readonly offCause: Cause | null;
  readonly offBy: string | null;
  readonly offVerb: Verb | null;
  readonly offAbout: string | null;
  readonly revision: number;
  readonly consumers: number;
};

export type RecordingRow = {
  readonly id: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly bytes: number;
  readonly isRunning: boolean;
};

/** A recorded show that is being played on a port of its own. */
export type RehearsalView = {
  readonly recording: string;
  /** Where graphics read the rehearsal. */
  readonly base: string;
  readonly speed: 1 | 10 | 'step';
  readonly isPaused: boolean;
  /** Events played, of how many. Checks of the service and the progress of media are none. */
  readonly step: number;
  readonly steps: number;
  /** The recorded time of the last event played, of the first and of the last. ISO 8601. */
  readonly at: string;
  readonly startedAt: string;
  readonly endedAt: string;
};

/** What the rehearsal shows of one feed now: on its own port, never on air. */
export type RehearsedList = {
  readonly revision: number;
  readonly gate: Gate;
  /** The name of the collection that was read; null: none was. */
  readonly collection: string | null;
  /** On air there, and in their places the posts that a block or a guard kept off. */
  readonly rows: readonly RehearsedRow[];
  /** Who reads the rehearsal's port. */
  readonly readers: readonly Consumer[];
};

export type RehearsedRow = {
  readonly item: DeskItem;
  readonly keptOff: 'block' | 'guard' | null;
  /** Since when a blocked post is off, in the recorded show's time, ISO 8601; null: it is not blocked. */
  readonly since: string | null;
};

/** One event of a recorded show. */
export type RehearsalEvent = {
  /** From 1: the event's place among all of them. */
  readonly step: number;
  readonly at: string;
  /** Null: Greenroom itself. */
  readonly cause: Cause | null;
  readonly by: string | null;
  readonly words: string;
};
