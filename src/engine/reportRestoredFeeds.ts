/** Reports each feed restored after a restart, until an operator acknowledges it. */

import { describeStartChange } from '../core/changedAtStart.ts';
import type { FeedState } from '../core/feedState.ts';
import { say } from '../core/language/say.ts';
import { describeProblem, isSameProblem, type ProblemCode } from '../core/problem.ts';
import { feedOf, hasOwnList, isListAwaited, type ShowState, snapshotOf } from '../core/show.ts';
import { describeStartedOlder } from '../core/startedOlder.ts';
import { lostReaderKeptMs } from './feed/lostReaders.ts';
import type { Store } from './store.ts';

const lossCodes = {
  unsaved: 'FEED_UNSAVED',
  changes: 'FEED_REBUILT',
  guards: 'FEED_GUARDS_LOST',
  list: 'FEED_LIST_LOST',
} as const satisfies Record<NonNullable<FeedState['loss']>, ProblemCode>;

/** Raised when a consumer comes back with a later revision. On air is then not called unchanged. */
const olderCode = 'FEED_STARTED_OLDER';

const removedCode = 'FEED_REMOVED_WHILE_STOPPED';

/** Of a restored feed whose saved show is complete. */
export const intactCodes: readonly ProblemCode[] = [
  'FEED_RESTORED',
  'FEED_RESTORED_CHANGED',
  'FEED_RESTORED_UNSURE',
  'FEED_SHOW_OPENED',
];

const codes: readonly ProblemCode[] = [...intactCodes, ...Object.values(lossCodes), olderCode];

/**
 * Raises FEED_RESTORED for each restored feed, or what has changed or is missing from its saved show, and FEED_REMOVED_WHILE_STOPPED for each
 * feed that this start, or one in the day before, found removed with posts on air. Clears them when the feed is acknowledged or added, or when
 * it turns out to be older than what a consumer had. `at` is ISO 8601.
 */
export function reportRestoredFeeds(store: Store, at: string, isDemo: boolean): void {
  const aboutOf = (slug: string): string => `feed:${slug}`;
  const started = store.state();
  const report = (feed: FeedState): void => {
    const { changedAtStart, startDoubt } = feed;
    if (feed.loss === null && startDoubt?.kind === 'older')
      return void store.apply({ type: 'problemRaised', problem: describeStartedOlder(feed, startDoubt, at) });
    const facts = {
      feed: feed.slug,
      revision: feed.onAir.revision,
      gate: () => describeGate(feed),
      check: () => (feed.gate === 'following' ? say('what is on air') : say('the waiting list, then take or release')),
      ...(changedAtStart === 'show'
        ? { show: () => (isDemo ? say('The demo') : say('Your own show')) }
        : changedAtStart !== null && { change: () => describeStartChange(feed.slug, changedAtStart) }),
      onAir: () => describeOnAir(started, feed),
    };
    const restored = restoredCodeOf(changedAtStart);
    const intact = startDoubt !== null ? 'FEED_RESTORED_UNSURE' : restored;
    const code = feed.loss === null ? intact : lossCodes[feed.loss];
    const problem = describeProblem(code, aboutOf(feed.slug), at, facts);
    void store.apply({ type: 'problemRaised', problem });
  };
  const isConfigured = (slug: string): boolean => feedOf(store.state(), slug) !== null;
  let removed = started.removedFeeds.filter(({ foundRemovedAt }) => isRecent(foundRemovedAt, at));
  const reportRemoved = ({ slug, foundRemovedAt }: FeedState): void => {
    const problem = describeProblem(removedCode, aboutOf(slug), foundRemovedAt ?? at, { feed: slug });
    void store.apply({ type: 'problemRaised', problem });
  };
  const hasProblem = (code: ProblemCode, about: string): boolean =>
    store.state().problems.some((problem) => isSameProblem(problem, { code, about }));
  const clear = (cleared: readonly ProblemCode[], about: string): void => {
    for (const code of cleared) if (hasProblem(code, about)) void store.apply({ type: 'problemCleared', code, about });
  };
  removed.forEach(reportRemoved);
  started.feeds.filter(({ isRestored }) => isRestored).forEach(report);
  store.subscribe(({ kind, state, previous }) => {
    for (const { slug, isRestored } of state.feeds)
      if (hasProblem(olderCode, aboutOf(slug))) clear(isRestored ? intactCodes : [olderCode], aboutOf(slug));
    if (kind === 'transient') return;
    for (const { slug } of removed) if (isConfigured(slug)) clear([removedCode], aboutOf(slug));
    removed = removed.filter(({ slug }) => !isConfigured(slug));
    for (const { slug, isRestored } of state.feeds) {
      const wasRestored = previous.feeds.some((feed) => feed.slug === slug && feed.isRestored);
      if (isRestored || !wasRestored) continue;
      clear(codes, aboutOf(slug));
    }
  });
}

/** Consumers are remembered for as long. */
function isRecent(foundRemovedAt: string | null, at: string): boolean {
  return foundRemovedAt !== null && Date.parse(at) - Date.parse(foundRemovedAt) < lostReaderKeptMs;
}

function restoredCodeOf(changedAtStart: FeedState['changedAtStart']): ProblemCode {
  if (changedAtStart === null) return 'FEED_RESTORED';
  return changedAtStart === 'show' ? 'FEED_SHOW_OPENED' : 'FEED_RESTORED_CHANGED';
}

function describeGate(feed: FeedState): string {
  if (feed.gate === 'following') return hasOwnList(feed) ? say('following live') : say('not following live');
  return feed.gate === 'held' ? say('held') : say('cleared');
}

function describeOnAir(state: ShowState, feed: FeedState): string {
  const { collectionId, changedAtStart } = feed;
  if (feed.hasChangedSinceRestart) return say('has changed');
  if (changedAtStart === 'added') return say('started with its last list from before');
  const isUnread =
    collectionId !== null &&
    (changedAtStart === 'service' || snapshotOf(state, collectionId) === null || isListAwaited(feed));
  return feed.gate === 'following' && isUnread
    ? say('started unchanged and can change when its list is read')
    : say('started unchanged');
}
