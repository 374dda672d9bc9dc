/** The feeds as they were when somebody began a change of the settings, which can wait for lists of the service. */
import type { FeedState, Gate } from './feedState.ts';
import { ownValue } from './ownValue.ts';

type FeedSeen = {
  readonly collectionId: string | null;
  /** `null` skips the check. */
  readonly gate: Gate | null;
  /** Also differs after a gate was changed and changed back; `null` skips the check. */
  readonly gateSince: string | null;
};

export type FeedsSeen = Readonly<Record<string, FeedSeen>>;

type WantedFeed = {
  readonly slug: string;
  readonly collectionId: string | null;
  readonly isCollectionSet?: boolean | undefined;
};

/** `checks`: whether another gate, or any change of it, also ends the change of a feed’s collection. */
export function readFeedsSeen(feeds: readonly FeedState[], checks: 'collection' | 'gate' | 'gateSince'): FeedsSeen {
  return Object.fromEntries(
    feeds.map(({ slug, collectionId, gate, gateSince }) => [
      slug,
      {
        collectionId,
        gate: checks === 'collection' ? null : gate,
        gateSince: checks === 'gateSince' ? gateSince : null,
      },
    ]),
  );
}

/** Whether a feed that gets another collection has been changed since. A choice of that same collection is no conflict. */
export function hasFeedChanged(
  feeds: readonly FeedState[],
  wanted: readonly WantedFeed[],
  seen: FeedsSeen | undefined,
): boolean {
  return feeds.some(({ slug, collectionId, gate, gateSince }) => {
    const before = ownValue(seen ?? {}, slug);
    const next = wanted.find((feed) => feed.slug === slug && feed.isCollectionSet === true);
    if (before === undefined || next === undefined) return false;
    const isChosen = collectionId !== before.collectionId && collectionId !== next.collectionId;
    const isOther = (value: string, was: string | null): boolean => was !== null && was !== value;
    return isChosen || isOther(gate, before.gate) || isOther(gateSince, before.gateSince);
  });
}
