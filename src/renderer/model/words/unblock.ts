/** The sentences between the two presses of Unblock, Allow and Save, which name what goes on air otherwise than the rows show it. */
import type { DeskItem } from '../../../contract/deskItem.ts';
import { shorten } from '../../../core/feed/plainText.ts';
import { say } from '../../../core/language/say.ts';
import { isolateName } from '../../../core/outsideName.ts';
import type { FeedIndex } from '../feedIndex.ts';
import { findAllowedUnseen, findUnblockedUnseen, type UnseenPost } from '../unseenPosts.ts';
import { nameOf } from './counts.ts';

/** Characters of a text in the announcer. */
const shownTextLength = 80;

export const quotedTextOf = ({ message }: DeskItem): string => isolateName(shorten(message, shownTextLength));

/** `{key}` stays for the label of the key. */
const key = '{key}';

export function describeUnblock(index: FeedIndex, item: DeskItem): string {
  const unseen = findUnblockedUnseen(index, item.id);
  const name = nameOf(item);
  return unseen === null ? say('Press {key} again to unblock {name}.', { key, name }) : describeOne(unseen, name);
}

export function describeAllow(index: FeedIndex, item: DeskItem): string {
  const unseen = findAllowedUnseen(index, item.id);
  const name = nameOf(item);
  return unseen === null ? say('Press {key} again to allow {name} on air.', { key, name }) : describeOne(unseen, name);
}

function describeOne({ item, kind }: UnseenPost, name: string): string {
  const text = quotedTextOf(item);
  if (kind === 'otherText')
    return say('Press {key} again to put the earlier text of {name} on air: “{text}”.', { key, name, text });
  if (kind === 'notLive')
    return say('Press {key} again to put {name} on air, which is no longer in live: “{text}”.', { key, name, text });
  return say('Press {key} again to put the earlier version of {name} on air, with another picture, name or date.', {
    key,
    name,
  });
}

/** Adds to a sentence that counts posts what the rows do not show of them. */
export function addUnseen(sentence: string, posts: readonly (UnseenPost | null)[]): string {
  const unseen = posts.filter((post) => post !== null);
  const [first] = unseen;
  if (first === undefined) return sentence;
  const values = { count: unseen.length, name: nameOf(first.item), text: quotedTextOf(first.item) };
  const difference = say(
    '{count, plural, one {# post goes on air in an earlier version, not as shown: {name}, “{text}”.} other {# posts go on air in earlier versions, not as shown. The first is {name}: “{text}”.}}',
    values,
  );
  return `${sentence} ${difference}`;
}
