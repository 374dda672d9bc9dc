/** Reports each feed restored after a restart, until an operator acknowledges it. */
import type { FeedState } from '../core/feedState.ts';
import { describeProblem, type ProblemCode } from '../core/problem.ts';
import type { Store } from './store.ts';

const lossCodes = {
  unsaved: 'FEED_UNSAVED',
  changes: 'FEED_REBUILT',
  guards: 'FEED_GUARDS_LOST',
  list: 'FEED_LIST_LOST',
} as const satisfies Record<NonNullable<FeedState['loss']>, ProblemCode>;

const codes = ['FEED_RESTORED', ...Object.values(lossCodes)] as const;

/** Raises FEED_RESTORED for each restored feed, or what is missing from its saved show, and clears it when the feed is acknowledged. `at` is ISO 8601. */
export function reportRestoredFeeds(store: Store, at: string): void {
  const aboutOf = (slug: string): string => `feed:${slug}`;
  for (const feed of store.state().feeds) {
    if (!feed.isRestored) continue;
    const facts = {
      feed: feed.slug,
      revision: feed.onAir.revision,
      gate: feed.gate === 'following' ? 'following live' : feed.gate,
      check: feed.gate === 'following' ? 'what is on air' : 'the waiting list, then take or release',
    };
    const problem = describeProblem(
      feed.loss === null ? 'FEED_RESTORED' : lossCodes[feed.loss],
      aboutOf(feed.slug),
      at,
      facts,
    );
    void store.apply({ type: 'problemRaised', problem });
  }
  store.subscribe(({ kind, state, previous }) => {
    if (kind === 'transient') return;
    for (const { slug, isRestored } of state.feeds) {
      const wasRestored = previous.feeds.some((feed) => feed.slug === slug && feed.isRestored);
      if (isRestored || !wasRestored) continue;
      for (const code of codes) void store.apply({ type: 'problemCleared', code, about: aboutOf(slug) });
    }
  });
}
