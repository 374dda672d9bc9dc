/** The sentence about a held feed: how live differs from on air, and which posts are kept off air. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { isEmptyDifference } from '../../../core/compare.ts';
import { say } from '../../../core/language/say.ts';
import { listNames } from '../../../core/listNames.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { gateSetOf } from '../gateSet.ts';
import {
  blockedChangesOf,
  blockedIdsOf,
  describeDifference,
  describePending,
  hasAirChangedInGate,
  takeDifferenceOf,
} from './counts.ts';
import { emphasise } from './emphasis.ts';

type HeldPosts = {
  readonly feed: DeskFeed;
  readonly nameOfPost: (itemId: string) => string;
  readonly isInLive: (itemId: string) => boolean;
};

/** `hasAirChanged`: on air has just changed although the feed is held, as after an unblock. */
export function describeHold(
  { feed, nameOfPost, isInLive }: HeldPosts,
  { you, right }: Pick<DeskState, 'you' | 'right'>,
  hasAirChanged: boolean,
): string {
  const change = takeDifferenceOf(feed);
  // Live has a guarded text of these posts, and their old text is on air.
  const onAirGuarded = feed.guarded.filter(({ itemId }) => !feed.pending.added.includes(itemId));
  const namesOf = (posts: DeskFeed['guarded']): string => listNames(posts.map(({ itemId }) => nameOfPost(itemId)));
  const guarded = namesOf(feed.guarded.filter((post) => !onAirGuarded.includes(post)));
  const stillOnAir = namesOf(onAirGuarded);
  const blockedIds = blockedIdsOf(blockedChangesOf(feed));
  const blocked = listNames(feed.blocked.flatMap(({ itemId }) => (isInLive(itemId) ? [nameOfPost(itemId)] : [])));
  const { by } = gateSetOf(feed);
  const holder =
    by === you ? say('You’re holding.') : say('{who} is holding.', { who: isolateName(by ?? 'Greenroom') });
  if (isEmptyDifference(change)) return `${holder} ${describeSame(blocked, guarded, right)}`;
  const difference =
    hasAirChangedInGate(feed) || hasAirChanged
      ? describeUnequal(blockedIds.length > 0, emphasise(`${describePending(change)}.`))
      : say('Live has changed: {changes}', {
          changes: emphasise(`${describeDifference({ ...feed.pending, added: change.added })}.`),
        });
  const sentences = [
    holder,
    difference,
    hasAirChanged ? describeWait(right) : describeFrozen(right),
    ...(guarded === '' ? [] : [say('A guard keeps {names} off air.', { names: emphasise(guarded) })]),
    ...(blockedIds.length === 0
      ? []
      : [say('A block keeps {names} off air.', { names: emphasise(listNames(blockedIds.map(nameOfPost))) })]),
    ...(stillOnAir === '' ? [] : [describeStillOnAir(emphasise(stillOnAir), onAirGuarded.length)]),
  ];
  return sentences.join(' ');
}

/** With changes of blocked posts, which the held list has and on air has not. */
function describeUnequal(hasBlocked: boolean, changes: string): string {
  return hasBlocked
    ? say('Live and the held list differ: {changes}', { changes })
    : say('Live and on air differ: {changes}', { changes });
}

/** `blocked` and `guarded` name posts of live that are off air; each is empty without any. */
function describeSame(blocked: string, guarded: string, right: DeskState['right']): string {
  return `${describeSameLists(emphasiseNames(blocked), emphasiseNames(guarded))} ${describeWait(right)}`;
}

/** A desk with the right `view` has no keys. */
function describeWait(right: DeskState['right']): string {
  return right === 'view'
    ? say('Changes to live wait until an operator takes or releases.')
    : say('Changes to live wait until you take or release.');
}

function describeFrozen(right: DeskState['right']): string {
  return right === 'view'
    ? say('Nothing changes on air until an operator takes or releases.')
    : say('Nothing changes on air until you take or release.');
}

function describeSameLists(blocked: string, guarded: string): string {
  if (blocked === '' && guarded === '') return say('Live and on air are the same.');
  if (guarded === '') return say('Live and on air are the same, except for blocked posts: {blocked}.', { blocked });
  if (blocked === '') return say('Live and on air are the same, except for guarded posts: {guarded}.', { guarded });
  return say('Live and on air are the same, except for blocked posts: {blocked}; guarded posts: {guarded}.', {
    blocked,
    guarded,
  });
}

function emphasiseNames(names: string): string {
  return names === '' ? '' : emphasise(names);
}

function describeStillOnAir(names: string, count: number): string {
  return say(
    '{count, plural, one {Still on air in the old text: {names}. A guard matches the new text, so a take or release removes it.} other {Still on air in the old text: {names}. A guard matches the new text, so a take or release removes them.}}',
    { names, count },
  );
}
