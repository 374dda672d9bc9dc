/** The state sent to a desk when feeds or collections change, its status sent otherwise, and the lists of a feed. */
import type { CommandName } from '../core/commandTable.ts';
import type { Difference } from '../core/compare.ts';
import type { Block, Cause, Gate } from '../core/feedState.ts';
import type { Problem } from '../core/problem.ts';
import type { ConnectionState, Freshness, SourceMode, WebhookState } from '../core/source.ts';
import type { Consumer } from './consumer.ts';
import type { DeskItem } from './deskItem.ts';
import type { RehearsalView } from './history.ts';

/** The lists of one feed, sent complete when they change. */
export type FeedLists = {
  readonly slug: string;
  readonly staging: readonly DeskItem[];
  readonly live: readonly DeskItem[];
  /** Ids on air, in order. */
  readonly onAir: readonly string[];
  /** Posts on air in a version that live no longer has, because they left live or were edited there. */
  readonly onAirOnly: readonly DeskItem[];
  /** When this list went on air, ISO 8601. */
  readonly onAirSince: string;
};

export type DeskFeed = {
  readonly slug: string;
  readonly collection: {
    readonly id: string;
    readonly name: string;
    readonly contentType: string;
    readonly lastModifiedDate: string;
  } | null;
  readonly revision: number;
  readonly onAirSince: string;
  readonly onAirCause: Cause;
  readonly onAirBy: string | null;
  readonly gate: Gate;
  readonly gateBy: string | null;
  readonly gateSince: string;
  readonly restored: boolean;
  readonly freshness: Freshness;
  /** While cleared, what Back restores. `revision` is `null` if nothing was on air before the clear. */
  readonly beforeClear: { readonly revision: number | null; readonly posts: number } | null;
  readonly counts: {
    readonly staging: number;
    readonly live: number;
    readonly onAir: number;
    readonly consumers: number;
  };
  readonly pending: Difference & { readonly liveVersion: number };
  readonly blocked: readonly (Omit<Block, 'offAirRevision'> & {
    readonly confirmedOffAirAt: string | null;
    /** Milliseconds from the command to the last confirmation; `null` until then, and when there are no consumers. */
    readonly confirmedInMs: number | null;
    /** Names of the consumers that have not confirmed. */
    readonly waitingFor: readonly string[];
  })[];
  readonly guards: {
    readonly words: readonly string[];
    readonly authors: readonly string[];
    /** Ids allowed on air; changing either list clears them. */
    readonly allowed: readonly string[];
  };
  readonly guarded: readonly { readonly itemId: string; readonly by: 'word' | 'author'; readonly rule: string }[];
  readonly playHead: {
    readonly index: number | null;
    readonly itemId: string | null;
    readonly pinned: boolean;
    readonly rotateSeconds: number | null;
    readonly byLength: boolean;
    readonly loop: boolean;
    readonly skipUsed: boolean;
    readonly used: readonly string[];
    readonly since: string;
  };
  readonly consumers: readonly Consumer[];
};

export type DeskSource = {
  readonly mode: SourceMode;
  readonly state: ConnectionState;
  readonly freshness: Freshness;
  readonly baseUrl: string;
  readonly pollSeconds: number;
  readonly lastConfirmedAt: string | null;
  /** Age of `lastConfirmedAt` when sent, by the engine's monotonic clock. Milliseconds. */
  readonly confirmedAgeMs: number | null;
  readonly nextCheckAt: string | null;
  readonly latencyMs: number | null;
  readonly webhook: WebhookState | null;
};

export type DeskPresence = {
  readonly name: string;
  readonly address: string;
  readonly lastSeenAt: string;
  readonly lastAction: {
    readonly verb: CommandName;
    /** `removals` for a take of removals only, otherwise `null`. */
    readonly only: 'removals' | null;
    readonly at: string;
    readonly outcome: string;
  } | null;
};

export type DeskState = {
  readonly sequence: number;
  readonly version: string;
  /** The name of this desk, as in `gateBy`, `onAirBy` and a block's `by`. */
  readonly you: string;
  /** The engine's wall clock when sent, ISO 8601. */
  readonly at: string;
  /** Base address of the feed for graphics; `null` while its port is closed. */
  readonly feedBase: string | null;
  /** Whether the feed requires a read token, which a desk does not have. */
  readonly isReadTokenRequired: boolean;
  readonly source: DeskSource;
  readonly feeds: readonly DeskFeed[];
  readonly desks: readonly DeskPresence[];
  /** The running rehearsal; `null` if none is running. */
  readonly rehearsal: RehearsalView | null;
  readonly problems: readonly Problem[];
  /** Log events so far; the log changes only when this does. */
  readonly eventCount: number;
};

/** The part of a state that changes without its feeds and collections. */
export type DeskStatus = Omit<DeskState, 'version' | 'you' | 'feeds'> & {
  readonly feeds: readonly Pick<DeskFeed, 'slug' | 'freshness' | 'counts' | 'blocked' | 'consumers'>[];
};

/** The media of one post in a list that is otherwise unchanged. */
export type PostMedia = Pick<DeskItem, 'avatarUrl' | 'media'> & {
  readonly slug: string;
  readonly list: 'staging' | 'live' | 'onAirOnly';
  /** Counted from 0. */
  readonly index: number;
};
