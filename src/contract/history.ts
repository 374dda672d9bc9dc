/** Earlier on-air lists, the as-run log, recordings and rehearsals, as sent to a desk. */

import type { Action, Verb } from '../core/action.ts';
import type { Difference } from '../core/compare.ts';
import type { Cause, Gate } from '../core/feedState.ts';
import type { Consumer } from './consumer.ts';
import type { DeskItem } from './deskItem.ts';

/** One on-air list of a feed. `until` is when the next one replaced it; `null` for the current list. */
export type HistoryRow = Difference &
  Action & {
    readonly revision: number;
    readonly at: string;
    readonly until: string | null;
    readonly cause: Cause;
    readonly by: string | null;
    /** Full names by id for posts in the difference, if still known; `null` for a post without a name. */
    readonly names: Readonly<Record<string, string | null>>;
  };

/** Limits of the history; the oldest revisions are deleted first. A megabyte is 1,000,000 bytes. */
export type HistoryLimitsView = { readonly revisions: number; readonly megabytes: number };

export type PastListView = HistoryRow & {
  readonly items: readonly DeskItem[];
  /** Ids that Restore would leave out now. */
  readonly blockedNow: readonly string[];
};

/** One period during which a post was on air; `off` is `null` while it still is. Times are ISO 8601. */
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
  /** The action that put it on air: its verb and object, as in the history. */
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

/** A recorded show playing on its own port. */
export type RehearsalView = {
  readonly recording: string;
  /** Base address of the rehearsal for graphics. */
  readonly base: string;
  readonly speed: 1 | 10 | 'step';
  readonly isPaused: boolean;
  /** Events played, out of `steps`. Checks of the service and media progress are not counted. */
  readonly step: number;
  readonly steps: number;
  /** Recorded time of the last event played, ISO 8601. */
  readonly at: string;
  /** Recorded time of the first and the last event, ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
};

/** One feed of the rehearsal. Never on air. */
export type RehearsedList = {
  readonly revision: number;
  readonly gate: Gate;
  /** Name of the collection; `null` if the feed had none. */
  readonly collection: string | null;
  /** The rehearsed list, including posts that a block or a guard keeps off air. */
  readonly rows: readonly RehearsedRow[];
  /** Consumers of the rehearsal port. */
  readonly consumers: readonly Consumer[];
};

export type RehearsedRow = {
  readonly item: DeskItem;
  readonly keptOff: 'block' | 'guard' | null;
  /** When a post was blocked, in recorded time, ISO 8601; `null` if it is not blocked. */
  readonly since: string | null;
};

export type RehearsalEvent = {
  /** Position among all events, from 1. */
  readonly step: number;
  readonly at: string;
  /** `null` for an event of Greenroom itself, such as a problem. */
  readonly cause: Cause | null;
  readonly by: string | null;
  readonly words: string;
};
