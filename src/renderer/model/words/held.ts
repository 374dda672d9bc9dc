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
  // Live has a guarded text of these posts, and their old text is on air.
  const onAirGuarded = feed.guarded.filter(({ itemId }) => !feed.pending.added.includes(itemId));
  const namesOf = (posts: DeskFeed['guarded']): string => listNames(posts.map(({ itemId }) => nameOfPost(itemId)));
  const guarded = namesOf(feed.guarded.filter((post) => !onAirGuarded.includes(post)));
  const stillOnAir = namesOf(onAirGuarded);
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
    : `Live has changed: ${emphasise(`${describeDifference({ ...feed.pending, added: change.added })}.`)}`;
  const sentences = [
    `${who} holding. ${differenceText} Nothing changes on air until you take or release.`,
    guarded === '' ? '' : `A guard keeps ${emphasise(guarded)} off air.`,
    stillOnAir === ''
      ? ''
      : `Still on air in the old text: ${emphasise(stillOnAir)}. A guard matches the new text, so a take or release removes ${onAirGuarded.length === 1 ? 'it' : 'them'}.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
