/** Names a post of a feed in sentences, also after it has left every list. */
import { isolateName } from '../../../core/outsideName.ts';
import { type FeedIndex, findPost } from '../feedIndex.ts';
import { nameOf } from './counts.ts';

/** The id itself for a post that is not known, as in the log. */
export function postNameIn(index: FeedIndex): (itemId: string) => string {
  return (itemId) => {
    const post = findPost(index, itemId);
    return post === undefined ? isolateName(itemId) : nameOf(post);
  };
}
