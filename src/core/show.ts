/** The state of the show, and the closed union of its events. */
import type { Collection } from './collection.ts';
import type { Block, FeedState, Gate, TakedownReport } from './feedState.ts';
import type { FeedsSeen } from './feedsSeen.ts';
import { ownValue } from './ownValue.ts';
import type { Problem, ProblemCode } from './problem.ts';
import type { Origin, Snapshot } from './snapshot.ts';
import { idleSource, type SourceState } from './source.ts';
import type { StartDoubt } from './startDoubt.ts';

/** State of one medium in the cache. */
export type MediaFacts = {
  /** Name under /media, derived from the content; `null` until it is fetched. */
  readonly name: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Name under /media of a video’s poster; `null` until there is one. */
  readonly posterName: string | null;
  /** Duration of a video in milliseconds; `null` for pictures and if unknown. */
  readonly durationMs: number | null;
  /** Codec of a video as four characters, such as `avc1`; `null` for pictures and if unknown. */
  readonly codec: string | null;
  /** Size of the stored file; `null` until it is fetched. */
  readonly bytes: number | null;
  /** Smaller widths in pixels that it is also served in. */
  readonly sizes: readonly number[];
  /** 0 to 1 during the fetch. */
  readonly progress: number;
  /** Refused or unavailable: shown as "Picture unavailable". */
  readonly isBroken: boolean;
};

export type ShowState = {
  readonly source: SourceState;
  /** Newest accepted version of each watched collection, by id. */
  readonly collections: Readonly<Record<string, Snapshot>>;
  readonly feeds: readonly FeedState[];
  /** Feeds removed from the settings, kept with their blocks and revisions in case they are added again. */
  readonly removedFeeds: readonly FeedState[];
  /** By the service's media URL. */
  readonly media: ReadonlyMap<string, MediaFacts>;
  /** Media that held feeds keep, by a key of `heldMedia.ts`; apart from the others, because an address can be any text. */
  readonly keptMedia: ReadonlyMap<string, MediaFacts>;
  readonly problems: readonly Problem[];
};

export const emptyShow: ShowState = {
  source: idleSource,
  collections: {},
  feeds: [],
  removedFeeds: [],
  media: new Map(),
  keptMedia: new Map(),
  problems: [],
};

/** Which arriving versions to accept. `any` is for a proven rewind and for a poll response without a usable date. */
export type Acceptance = 'newer' | 'newerOrTie' | 'any';

export type BlocksSeen = Readonly<Record<string, readonly Pick<Block, 'itemId' | 'since'>[]>>;

/** The gate and the revision that the operator saw; `null` skips the check. */
export type AirSeen = {
  readonly gate: Gate | null;
  readonly revision: number | null;
  /** When the gate or the list behind it had last changed; absent or `null` skips the check. A take of a blocked post’s change makes no revision. */
  readonly gateSince?: string | null;
};

type AirSeenFields = {
  /** Absent if nothing is checked. */
  readonly seen?: AirSeen | undefined;
};

type HeadSeenFields = {
  /** Id of the current post that the operator saw; absent or `null` skips the check. */
  readonly seenItemId?: string | null | undefined;
};

type FeedEventFields = { readonly feed: string; readonly by: string | null; readonly at: string };

type ListEventFields = {
  /** The address of the service that sent the list. The event is refused if another service is in use by then. */
  readonly service?: string | undefined;
};

/** Every event of a show. Plain data, so that a log of events can replay it. */
export type ShowEvent =
  | ({
      readonly type: 'collectionArrived';
      readonly collection: Collection;
      readonly from: Origin;
      readonly accept: Acceptance;
      /** Whether it is an older version that the service went back to. */
      readonly isRewind?: true | undefined;
      readonly at: string;
    } & Pick<Snapshot, 'isCut'> &
      ListEventFields)
  /** The service has confirmed the stored list since a feed began to use it; it no longer has the collection; it has it again. */
  | { readonly type: 'listConfirmed' | 'listGone' | 'listPresent'; readonly collectionId: string }
  /** The service may have had a later version at this time (ISO 8601); `null` once none can be missing. */
  | { readonly type: 'listDoubted'; readonly collectionId: string; readonly doubtedAt: string | null }
  | { readonly type: 'sourceChanged'; readonly source: Partial<SourceState> }
  | {
      readonly type: 'feedsConfigured';
      /**
       * `lastRevision` is the last revision of a feed that the show has lost; absent for a new feed. Readers of
       * this name got revisions up to `seenRevision` from another show, so the feed’s own rises above it.
       */
      readonly feeds: readonly {
        readonly slug: string;
        readonly collectionId: string | null;
        /** Whether the operator has just changed its collection, also back to the one before a choice on the show. */
        readonly isCollectionSet?: boolean | undefined;
        /** Whether another service sent its list, before Greenroom was stopped and the settings changed. */
        readonly isOtherService?: boolean | undefined;
        /** Whether the stored list of another collection may be old. The feed then keeps its own list until the service sends the new one. */
        readonly keepsList?: boolean | undefined;
        readonly lastRevision?: number | undefined;
        readonly seenRevision?: number | undefined;
        /** Whether another show was open until now, with this feed or without. */
        readonly isOtherShow?: boolean | undefined;
      }[];
      /** Name of the operator who changed the settings; absent when they were read at startup. */
      readonly by?: string | null | undefined;
      /** When the change began. A change of collection is refused if its feed has been changed since. */
      readonly seen?: FeedsSeen | undefined;
      /** The blocks by feed when a feed could be removed. A removal is refused if a post of it has been blocked since, because a consumer may still show it. */
      readonly blocksSeen?: BlocksSeen | undefined;
      readonly at: string;
    }
  /** The settings file names these collections now. A feed keeps the collection that it has, because it may have been chosen since. */
  | {
      readonly type: 'collectionsSaved';
      readonly feeds: readonly { readonly slug: string; readonly collectionId: string | null }[];
    }
  /**
   * The clock of the machine was set by `byMs` (positive: forward), so every time of the show is moved with it. If Greenroom `wasStopped` meanwhile, problems and the source
   * have times of the new clock already.
   */
  | { readonly type: 'clockSet'; readonly byMs: number; readonly wasStopped: boolean }
  | {
      readonly type: 'mediaChanged';
      readonly media: readonly (readonly [string, MediaFacts | null])[];
      /** Absent if nothing changes that a held feed keeps. */
      readonly kept?: readonly (readonly [string, MediaFacts | null])[] | undefined;
    }
  /** `isOnlyUpdate`: nothing changes if the problem has ended. */
  | { readonly type: 'problemRaised'; readonly problem: Problem; readonly isOnlyUpdate?: true }
  | { readonly type: 'problemCleared'; readonly code: ProblemCode; readonly about: string }
  | ({ readonly type: 'feedHeld' } & FeedEventFields)
  | ({ readonly type: 'feedReleased'; readonly liveVersion: number | null } & AirSeenFields & FeedEventFields)
  | ({
      readonly type: 'feedTaken';
      readonly liveVersion: number | null;
      readonly only: 'removals' | null;
    } & AirSeenFields &
      FeedEventFields)
  | ({ readonly type: 'feedCleared' } & FeedEventFields)
  | ({ readonly type: 'feedBroughtBack' } & AirSeenFields & FeedEventFields)
  /** `revision` is the earlier revision of the list; `null` if unknown. */
  | ({
      readonly type: 'feedRolledBack';
      readonly list: FeedState['base'];
      readonly revision: number | null;
    } & AirSeenFields &
      FeedEventFields)
  | ({
      readonly type: 'feedPointed';
      readonly collectionId: string;
      readonly hold: boolean;
      /** Set if the list could not be read, so that the stored one may be old. */
      readonly isUnread?: true | undefined;
    } & AirSeenFields &
      ListEventFields &
      FeedEventFields)
  | ({ readonly type: 'restorationSeen' } & FeedEventFields)
  | ({ readonly type: 'itemBlocked'; readonly itemId: string; readonly reason: string | null } & FeedEventFields)
  | ({
      readonly type: 'itemUnblocked';
      readonly itemId: string;
      /** The text that the operator saw, as `isSeen` compares it. */
      readonly seenText?: string | null | undefined;
    } & FeedEventFields)
  /** From the consumers. `blockedAt` is the block's `since`, so that a report never reaches a later block of the same post. */
  | ({
      readonly type: 'takedownReported';
      readonly itemId: string;
      readonly blockedAt: string;
      readonly report: TakedownReport;
    } & FeedEventFields)
  | ({ readonly type: 'startDoubted'; readonly doubt: StartDoubt } & FeedEventFields)
  /** From a person who looked. */
  | ({ readonly type: 'takedownConfirmed'; readonly itemId: string } & FeedEventFields)
  | ({
      readonly type: 'guardsSet';
      readonly words: readonly string[];
      readonly authors: readonly string[];
      /** Version of the guards that the operator saw; `null` skips the check. */
      readonly version: number | null;
    } & FeedEventFields)
  | ({
      readonly type: 'itemAllowed';
      readonly itemId: string;
      /** The text that the operator saw, as `isSeen` compares it. */
      readonly seenText?: string | null | undefined;
    } & FeedEventFields)
  | ({ readonly type: 'headStepped'; readonly steps: 1 | -1 } & HeadSeenFields & FeedEventFields)
  | ({ readonly type: 'headCued'; readonly itemId: string | null; readonly index: number | null } & FeedEventFields)
  | ({ readonly type: 'headPinned'; readonly isPinned: boolean } & HeadSeenFields & FeedEventFields)
  | ({
      readonly type: 'rotationSet';
      readonly rotation: FeedState['playHead']['rotation'];
      readonly isLooping: boolean;
      /** Set if the operator chose `isLooping`; absent if it kept its earlier value. */
      readonly isLoopChosen?: true | undefined;
      readonly skipsUsed: boolean;
    } & FeedEventFields)
  | ({ readonly type: 'rotationElapsed'; readonly itemId: string } & FeedEventFields)
  | ({ readonly type: 'itemUsed'; readonly itemId: string; readonly isUsed: boolean } & FeedEventFields);

/** Events of one feed, caused by an operator, a client or the rotation. */
export type FeedEvent = Extract<ShowEvent, { readonly feed: string }>;

/** `done`: something changed. `nothing`: there was nothing to do. All others give the reason why the event had no effect, except for the removals of `ONLY_REMOVALS_DONE`. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'older' }
  | { readonly kind: 'tie' }
  | { readonly kind: 'undated' }
  | {
      readonly kind: 'refused';
      readonly code:
        | 'LIST_MOVED_ON'
        | 'AIR_CHANGED'
        | 'HEAD_MOVED'
        | 'LIVE_NOT_READ'
        | 'GUARDS_CHANGED'
        | 'POST_CHANGED'
        | 'ITEM_UNKNOWN'
        | 'FEED_UNKNOWN'
        | 'DISK_WRITE_FAILED'
        | 'ONLY_REMOVALS_DONE'
        | 'COMMAND_FAILED';
    };

export type Step = { readonly state: ShowState; readonly outcome: Outcome };

/** Names by id of the known collections. Equal names are left out, because they could mean either collection. */
export function collectionNamesOf({ collections }: ShowState): Readonly<Record<string, string>> {
  const all = Object.values(collections).map(({ collection }) => collection);
  const isUnique = ({ id, name }: Collection): boolean => !all.some((other) => other.id !== id && other.name === name);
  return Object.fromEntries(all.filter(isUnique).map(({ id, name }) => [id, name]));
}

/** The collection’s name; its id if the name is not known or not its alone. */
export function collectionNameOf(state: ShowState, collectionId: string): string {
  return ownValue(collectionNamesOf(state), collectionId) ?? collectionId;
}

/** The current version of each collection. */
export function collectionsOf({ collections }: Pick<ShowState, 'collections'>): readonly Collection[] {
  return Object.values(collections).map(({ collection }) => collection);
}

/** The newest accepted version of a collection, or `null`. Safe for any id, including names such as `toString`. */
export function snapshotOf(state: ShowState, collectionId: string): Snapshot | null {
  return ownValue(state.collections, collectionId) ?? null;
}

/** The current or removed feed with the slug; `null` if there never was one. */
export function currentOrRemovedFeedOf(state: ShowState, slug: string): FeedState | null {
  return feedOf(state, slug) ?? state.removedFeeds.find((feed) => feed.slug === slug) ?? null;
}

/** Whether a feed uses the collection and has a list of it, so that it is kept up to date. */
export function isCollectionInUse({ feeds, collections }: ShowState, id: string): boolean {
  return Object.hasOwn(collections, id) && feeds.some((feed) => feed.collectionId === id && !isListAwaited(feed));
}

/** Whether a feed uses the collection, but has no list of it yet. */
export function isCollectionAwaited({ feeds }: ShowState, id: string): boolean {
  return feeds.some((feed) => feed.collectionId === id && isListAwaited(feed));
}

/** Whether the feed waits for the first list of its collection, and keeps the list of the one before. */
export function isListAwaited({ collectionId, live }: FeedState): boolean {
  return collectionId !== null && live.header?.id !== collectionId;
}

/** Whether the feed’s live list is that of its collection, and not of an earlier one, which it keeps while it has no other. */
export function hasOwnList({ collectionId, live }: Pick<FeedState, 'collectionId' | 'live'>): boolean {
  return collectionId !== null && live.header?.id === collectionId;
}

/** The feed with the slug, or `null`. */
export function feedOf(state: ShowState, slug: string): FeedState | null {
  return state.feeds.find((feed) => feed.slug === slug) ?? null;
}
