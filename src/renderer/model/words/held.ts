/** The sentence about a held feed: how live differs from on air, and which posts are kept off air. */
import type { DeskFeed } from '../../../contract/deskState.ts';
import { isEmptyDifference } from '../../../core/compare.ts';
import { listNames } from '../../../core/listNames.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { describeDifference, describePending, didGateChangeAir, takeDifferenceOf } from './counts.ts';
import { emphasise } from './emphasis.ts';

type HeldPosts = {
  readonly feed: DeskFeed;
  readonly nameOfPost: (itemId: string) => string;
  readonly isInLive: (itemId: string) => boolean;
};

export function describeHold({ feed, nameOfPost, isInLive }: HeldPosts, you: string): string {
  const change = takeDifferenceOf(feed);
  const guarded = listNames(feed.guarded.map(({ itemId }) => nameOfPost(itemId)));
  const blocked = listNames(feed.blocked.flatMap(({ itemId }) => (isInLive(itemId) ? [nameOfPost(itemId)] : [])));
  const who = feed.gateBy === you ? 'You’re' : `${isolateName(feed.gateBy ?? 'Greenroom')} is`;
  if (isEmptyDifference(change)) {
    const exceptions = [
      ...(blocked === '' ? [] : [`blocked posts: ${emphasise(blocked)}`]),
      ...(guarded === '' ? [] : [`guarded posts: ${emphasise(guarded)}`]),
    ].join('; ');
    return `${who} holding. Live and on air are the same${exceptions === '' ? '' : `, except for ${exceptions}`}. Changes to live wait until you take or release.`;
  }
  const differenceText = didGateChangeAir(feed)
    ? `Live and on air differ: ${emphasise(`${describePending(change)}.`)}`
    : `Live has changed: ${emphasise(`${describeDifference(change)}.`)}`;
  return `${who} holding. ${differenceText} Nothing changes on air until you take or release.${guarded === '' ? '' : ` A guard keeps ${emphasise(guarded)} off air.`}`;
}
