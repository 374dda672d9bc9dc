/** Decides whether an update may be installed now: never while anything is on air or a consumer is connected. */
import { formatCount } from './formatNumber.ts';
import { listNames } from './listNames.ts';

export type FeedUse = { readonly slug: string; readonly posts: number; readonly consumers: number };

/** Returns the reason, such as “main has 6 posts on air and 2 consumers”; `null` if nothing prevents it. The demo’s own posts do not. */
export function findInstallRefusal(feeds: readonly FeedUse[], isDemo: boolean): string | null {
  const reasons = feeds.flatMap(({ slug, posts, consumers }) => {
    const uses = [
      ...(posts > 0 && !isDemo ? [`${formatCount(posts, 'post')} on air`] : []),
      ...(consumers > 0 ? [formatCount(consumers, 'consumer')] : []),
    ];
    return uses.length === 0 ? [] : [`${slug} has ${listNames(uses)}`];
  });
  return reasons.length === 0 ? null : listNames(reasons);
}
