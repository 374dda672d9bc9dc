/** The sentence between the two presses of Unblock, which names a text that the row does not show. */
import type { DeskItem } from '../../../contract/deskItem.ts';
import { shorten } from '../../../core/feed/plainText.ts';
import { passOf } from '../../../core/guard.ts';
import { say } from '../../../core/language/say.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { type FeedIndex, findKeptOff, seenTextOf } from '../feedIndex.ts';
import { nameOf } from './counts.ts';

/** Characters of a text in the announcer. */
const shownTextLength = 80;

/** `{key}` stays for the label of the key. A held list can have an earlier text than live. */
export function describeUnblock(index: FeedIndex, item: DeskItem): string {
  const key = '{key}';
  const name = nameOf(item);
  const keptOff = findKeptOff(index, item.id);
  if (keptOff === undefined || passOf(keptOff) === seenTextOf(index, item))
    return say('Press {key} again to unblock {name}.', { key, name });
  const text = isolateName(shorten(keptOff.message, shownTextLength));
  return say('Press {key} again to put the earlier text of {name} on air: “{text}”.', { key, name, text });
}
