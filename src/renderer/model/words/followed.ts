/** Says which collection a feed follows; its live list can still be that of an earlier one. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { gateNames } from '../../../core/gateNames.ts';
import { say } from '../../../core/language/say.ts';
import { ownValue } from '../../../core/ownValue.ts';
import { aboutCollection, collectionIdOf, isOfPosts, type Problem } from '../../../core/problem.ts';

/** The subject of the problems with the collection of a feed; `null` if it follows none. */
export function aboutCollectionOf({ collectionId }: DeskFeed): string | null {
  return collectionId === null ? null : aboutCollection(collectionId);
}

/** Whether the problem is with the collection that the feed follows, or with posts that it shows of another. */
export function isOfCollectionOf(problem: Problem, feed: DeskFeed): boolean {
  const id = collectionIdOf(problem);
  return id !== null && (id === feed.collectionId || (isOfPosts(problem) && feed.shownCollections.includes(id)));
}

/** The name of the collection, or its id before its first list; `null` if the feed follows none. */
export function nameCollectionOf(
  { collectionNames }: Pick<DeskState, 'collectionNames'>,
  { collectionId, collection }: DeskFeed,
): string | null {
  if (collectionId === null) return null;
  return collection?.name ?? ownValue(collectionNames, collectionId) ?? collectionId;
}

/** A feed without a list to follow is not called following. */
export function nameGate(feed: DeskFeed): string {
  if (feed.gate !== 'following' || feed.collection !== null) return say(gateNames[feed.gate]);
  return feed.collectionId === null ? say('No collection') : say('Waiting for live');
}

/** Why the list of a feed stays as it is; `null` while it has that of the collection that it follows. */
export function describeKeptList({ collectionId, keptListOf }: DeskFeed): string | null {
  if (keptListOf === null) return null;
  return collectionId === null
    ? say('This feed follows no collection. The list on air is unchanged.')
    : say('The first list of this feed’s collection has not arrived. The list on air is unchanged.');
}

/** Why *Release* does nothing while the gate is open, with a short form. */
export function describeFollowed({ collection }: DeskFeed): readonly [reason: string, short: string] {
  return collection === null
    ? [say('nothing to follow'), say('nothing to follow')]
    : [say('already following live'), say('following live')];
}
