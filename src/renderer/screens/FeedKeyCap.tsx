/** The key of a feed, once it is no longer the position of the feed. */
import { feedKeyOf, useFeedKeys } from '../stores/feedKeys.ts';
import { isLetterKeyOff, useKeymap } from '../stores/keymap.ts';
import { useComputed } from '../stores/useDesk.ts';

export function FeedKeyCap({ slug }: { readonly slug: string }) {
  const slugs = useComputed(({ state }) => state.feeds.map((feed) => feed.slug));
  const key = feedKeyOf(useFeedKeys(), slugs, slug);
  const isOff = useKeymap((map) => isLetterKeyOff(map, '1'));
  return key === null || isOff ? null : <kbd>{key}</kbd>;
}
