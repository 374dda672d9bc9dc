/** The key of a feed, once it is no longer the position of the feed. */
import { feedKeyOf, useFeedKeys } from '../stores/feedKeys.ts';
import { useDesk } from '../stores/useDesk.ts';

export function FeedKeyCap({ slug }: { readonly slug: string }) {
  const feeds = useDesk(({ state }) => state.feeds);
  const key = feedKeyOf(useFeedKeys(), feeds, slug);
  return key === null ? null : <kbd>{key}</kbd>;
}
