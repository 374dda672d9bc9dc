/** Builds the small flat object that describes one feed to button panels. */
import type { Panel } from '../../contract/panel.ts';
import { countDifference } from '../../core/compare.ts';
import { toAirText } from '../../core/feed/airText.ts';
import type { FeedState } from '../../core/feedState.ts';
import { countOpenTakedowns } from '../../core/openTakedowns.ts';
import { saysAirIsAffected } from '../../core/problem.ts';
import { type ShowState, snapshotOf } from '../../core/show.ts';
import { confirmationOf } from '../../core/source.ts';
import { waitingOf } from '../../core/waiting.ts';

export function viewPanel(state: ShowState, feed: FeedState): Panel {
  const { collectionId, onAir, gate, beforeClear, playHead } = feed;
  const { index, rotation, isPinned, used } = playHead;
  const current = index === null ? undefined : onAir.items[index];
  const snapshot = collectionId === null ? null : snapshotOf(state, collectionId);
  return {
    gate,
    pendingCount: countDifference(waitingOf(feed)),
    freshness: confirmationOf(state.source, collectionId).freshness,
    onAirCount: onAir.items.length,
    queueLength: index === null ? 0 : onAir.items.length - index - 1,
    index,
    currentAuthor: toAirText(current?.fullName ?? current?.username ?? ''),
    revision: onAir.revision,
    problemsOnAir: state.problems.filter(saysAirIsAffected).length + countOpenTakedowns(state),
    itemId: current?.id ?? null,
    feed: feed.slug,
    pinned: isPinned,
    rotateSeconds: rotation?.seconds ?? null,
    used: current !== undefined && used.includes(current.id),
    collectionId,
    collectionName: toAirText(snapshot?.collection.name ?? ''),
    canBack: gate === 'cleared' && beforeClear !== null,
    restored: feed.isRestored,
    served: feed.loss !== 'list',
  };
}
