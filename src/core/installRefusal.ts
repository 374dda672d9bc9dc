/** Decides whether an update may be installed now: never while anything is on air or a consumer is connected. */
import { say } from './language/say.ts';
import { listNames } from './listNames.ts';

export type FeedUse = { readonly slug: string; readonly posts: number; readonly consumers: number };

/** Returns the reason, such as “main has 6 posts on air and 2 consumers”; `null` if nothing prevents it. The demo’s own posts do not. */
export function findInstallRefusal(feeds: readonly FeedUse[], isDemo: boolean): string | null {
  const reasons = feeds.flatMap(({ slug, posts, consumers }) => {
    const reason = describeUse(slug, isDemo ? 0 : posts, consumers);
    return reason === null ? [] : [reason];
  });
  return reasons.length === 0 ? null : listNames(reasons);
}

function describeUse(feed: string, posts: number, consumers: number): string | null {
  if (posts > 0 && consumers > 0)
    return say(
      '{feed} has {posts, plural, one {# post} other {# posts}} on air and {consumers, plural, one {# consumer} other {# consumers}}',
      { feed, posts, consumers },
    );
  if (posts > 0) return say('{feed} has {posts, plural, one {# post} other {# posts}} on air', { feed, posts });
  if (consumers === 0) return null;
  return say('{feed} has {consumers, plural, one {# consumer} other {# consumers}}', { feed, consumers });
}
