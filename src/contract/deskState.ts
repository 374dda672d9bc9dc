/** What a desk is shown: small facts at every change, the lists of a feed only when they change. */
import type { Difference } from '../core/compare.ts';
import type { Block, Cause, Gate } from '../core/feedState.ts';
import type { Problem } from '../core/problem.ts';
import type { Freshness, SourceMode, SourceWord, WebhookState } from '../core/source.ts';
import type { DeskItem } from './deskItem.ts';
import type { RehearsalView } from './past.ts';

/** The lists of one feed. Sent whole, and only when something in them changed. */
export type FeedLists = {
  readonly slug: string;
  readonly staging: readonly DeskItem[];
  readonly live: readonly DeskItem[];
  /** Ids on air in their order. */
  readonly onAir: readonly string[];
  /** On-air versions that live no longer has: left live, or edited there. */
  readonly onAirOnly: readonly DeskItem[];
  /** Since when that is on air, ISO 8601. */
  readonly onAirSince: string;
};

export type Consumer = {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly protocol: 'socket' | 'events' | 'poll';
  /** The revision last sent to it or read by it. */
  readonly revision: number;
  readonly paintedRevision: number | null;
  /** From the change, or from its own coming when that was later, to the paint that it reported. Milliseconds. */
  readonly paintedInMs: number | null;
  readonly state: 'reading' | 'behind' | 'silent';
  readonly lastSeenAt: string;
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
  /** While cleared, what `back` brings: the revision that the clear ended, null where nothing was on air then; and how many posts. */
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
    /** From the command to the last connected consumer's word. Milliseconds; null: not yet, or nobody reads. */
    readonly confirmedInMs: number | null;
    /** Names of those who have not confirmed. */
    readonly waitingFor: readonly string[];
  })[];
  readonly guards: {
    readonly words: readonly string[];
    readonly authors: readonly string[];
    /** Ids that were let through; changing either list forgets them. */
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
  readonly state: SourceWord;
  readonly freshness: Freshness;
  readonly baseUrl: string;
  readonly pollSeconds: number;
  readonly lastConfirmedAt: string | null;
  /** Age of that when this was sent, on the engine's monotonic clock. Milliseconds. */
  readonly confirmedAgeMs: number | null;
  readonly nextCheckAt: string | null;
  readonly latencyMs: number | null;
  readonly webhook: WebhookState | null;
};

export type DeskPresence = {
  readonly name: string;
  readonly address: string;
  readonly lastSeenAt: string;
  readonly lastAction: { readonly verb: string; readonly at: string; readonly outcome: string } | null;
};

export type DeskState = {
  readonly sequence: number;
  readonly version: string;
  /** The name under which this desk presses: what stands in `gateBy`, `onAirBy` and a block's `by` for its own presses. */
  readonly you: string;
  /** The engine's wall clock when this was sent. ISO 8601. */
  readonly at: string;
  /** Where graphics read the feed, for addresses to copy; null while its port is not open. */
  readonly feedBase: string | null;
  /** Whether the feed asks readers for a token, which a desk does not have. */
  readonly feedAsksForToken: boolean;
  readonly source: DeskSource;
  readonly feeds: readonly DeskFeed[];
  readonly desks: readonly DeskPresence[];
  /** The recorded show that is being played on its own port; null: none. */
  readonly rehearsal: RehearsalView | null;
  readonly problems: readonly Problem[];
};
