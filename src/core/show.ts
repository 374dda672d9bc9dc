/** The whole show as one value, and the closed union of everything that can happen to it. */
import type { Collection } from './collection.ts';
import type { FeedState } from './feedState.ts';
import type { Problem, ProblemCode } from './problem.ts';
import type { Origin, Snapshot } from './snapshot.ts';
import { idleSource, type SourceState } from './source.ts';

/** What the media cache holds of one address of the service's. */
export type MediaFacts = {
  /** Name under /media, made from the content; null while it is not there. */
  readonly name: string | null;
  /** A still picture of a film, under the same path; null when there is none. */
  readonly posterName: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Milliseconds of a film; null for pictures or when not known. */
  readonly durationMs: number | null;
  /** 0 to 1 while it is being fetched. */
  readonly progress: number;
  /** Fetched and refused, or not to be had: shown as a broken picture. */
  readonly isBroken: boolean;
};

export type ShowState = {
  readonly source: SourceState;
  /** The newest accepted version of each watched collection, by id. */
  readonly collections: Readonly<Record<string, Snapshot>>;
  readonly feeds: readonly FeedState[];
  /** Feeds that the settings no longer name, as they were: blocks and revisions are there when they come back. */
  readonly away: readonly FeedState[];
  /** By the service's address of the medium. */
  readonly media: ReadonlyMap<string, MediaFacts>;
  readonly problems: readonly Problem[];
};

export const emptyShow: ShowState = {
  source: idleSource,
  collections: {},
  feeds: [],
  away: [],
  media: new Map(),
  problems: [],
};

/** Which arriving versions are accepted: only newer ones; also ties; or whatever came (a rewind proved, or an undated answer by poll). */
export type Acceptance = 'newer' | 'newerOrTie' | 'any';

type Press = { readonly feed: string; readonly by: string | null; readonly at: string };

/** Everything that can happen to a show. Plain data, so that a log of it replays the show. */
export type ShowEvent =
  | {
      readonly type: 'collectionArrived';
      readonly collection: Collection;
      readonly from: Origin;
      readonly accept: Acceptance;
      readonly at: string;
    }
  | { readonly type: 'sourceChanged'; readonly source: Partial<SourceState> }
  | {
      readonly type: 'feedsConfigured';
      /** `lastRevision`: how far a feed had come that the show no longer knows; without it, it is new. */
      readonly feeds: readonly {
        readonly slug: string;
        readonly collectionId: string | null;
        readonly lastRevision?: number | undefined;
      }[];
      /** Who changed the settings; without it, the start read them. */
      readonly by?: string | null | undefined;
      readonly at: string;
    }
  | { readonly type: 'mediaChanged'; readonly media: readonly (readonly [string, MediaFacts | null])[] }
  | { readonly type: 'problemRaised'; readonly problem: Problem }
  | { readonly type: 'problemCleared'; readonly code: ProblemCode; readonly about: string }
  | ({ readonly type: 'feedHeld' } & Press)
  | ({ readonly type: 'feedReleased'; readonly liveVersion: number | null } & Press)
  | ({ readonly type: 'feedTaken'; readonly liveVersion: number | null; readonly only: 'removals' | null } & Press)
  | ({ readonly type: 'feedCleared' } & Press)
  | ({ readonly type: 'feedBroughtBack' } & Press)
  /** `revision` is the one that the list had; null: not known. */
  | ({ readonly type: 'feedRolledBack'; readonly list: FeedState['base']; readonly revision: number | null } & Press)
  | ({ readonly type: 'feedPointed'; readonly collectionId: string; readonly hold: boolean } & Press)
  | ({ readonly type: 'restorationSeen' } & Press)
  | ({ readonly type: 'itemBlocked'; readonly itemId: string; readonly reason: string | null } & Press)
  | ({ readonly type: 'itemUnblocked'; readonly itemId: string } & Press)
  | ({ readonly type: 'guardsSet'; readonly words: readonly string[]; readonly authors: readonly string[] } & Press)
  | ({ readonly type: 'itemAllowed'; readonly itemId: string } & Press)
  | ({ readonly type: 'headStepped'; readonly steps: 1 | -1 } & Press)
  | ({ readonly type: 'headCued'; readonly itemId: string | null; readonly index: number | null } & Press)
  | ({ readonly type: 'headPinned'; readonly isPinned: boolean } & Press)
  | ({
      readonly type: 'rotationSet';
      readonly rotation: FeedState['playHead']['rotation'];
      readonly isLooping: boolean;
      /** Whether it loops was said, not left as it is. */
      readonly isLoopChosen?: true | undefined;
      readonly skipsUsed: boolean;
    } & Press)
  | ({ readonly type: 'rotationElapsed'; readonly itemId: string } & Press)
  | ({ readonly type: 'itemUsed'; readonly itemId: string; readonly isUsed: boolean } & Press);

/** Events that name a feed: what an operator, a client or the rotation does to it. */
export type FeedEvent = Extract<ShowEvent, { readonly feed: string }>;

/** `done` something changed; `nothing` it was so already; the rest changed nothing and say why. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'older' }
  | { readonly kind: 'tie' }
  | { readonly kind: 'undated' }
  | {
      readonly kind: 'refused';
      readonly code: 'LIST_MOVED_ON' | 'ITEM_UNKNOWN' | 'FEED_UNKNOWN' | 'DISK_WRITE_FAILED' | 'COMMAND_FAILED';
    };

export type Step = { readonly state: ShowState; readonly outcome: Outcome };

/** The newest accepted version of that collection, or null. An id may be any text, names of object methods included. */
export function snapshotOf(state: ShowState, collectionId: string): Snapshot | null {
  return Object.hasOwn(state.collections, collectionId) ? (state.collections[collectionId] ?? null) : null;
}

/** The feed of that slug, also one that was taken away; null: there never was one. For the past alone. */
export function everFeedOf(state: ShowState, slug: string): FeedState | null {
  return feedOf(state, slug) ?? state.away.find((feed) => feed.slug === slug) ?? null;
}

/** The feed of that slug, or null. */
export function feedOf(state: ShowState, slug: string): FeedState | null {
  return state.feeds.find((feed) => feed.slug === slug) ?? null;
}
