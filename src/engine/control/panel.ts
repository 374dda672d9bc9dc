/** One feed as a button panel needs it: one flat small object, and the same as events. */
import type { DeskFeed } from '../../contract/deskState.ts';
import { countDifference } from '../../core/compare.ts';
import type { FeedState } from '../../core/feedState.ts';
import type { Problem } from '../../core/problem.ts';

export type Panel = {
  readonly gate: DeskFeed['gate'];
  readonly pendingCount: number;
  readonly freshness: DeskFeed['freshness'];
  readonly onAirCount: number;
  /** Posts after the current one. */
  readonly queueLength: number;
  readonly index: number | null;
  readonly currentAuthor: string;
  readonly revision: number;
  readonly problemsOnAir: number;
};

export function viewPanel(view: DeskFeed, feed: FeedState, problems: readonly Problem[]): Panel {
  const index = feed.playHead.index;
  const current = index === null ? undefined : feed.onAir.items[index];
  return {
    gate: view.gate,
    pendingCount: countDifference(view.pending),
    freshness: view.freshness,
    onAirCount: feed.onAir.items.length,
    queueLength: index === null ? 0 : feed.onAir.items.length - index - 1,
    index,
    currentAuthor: current?.fullName ?? current?.username ?? '',
    revision: view.revision,
    problemsOnAir: problems.filter(({ severity }) => severity === 'onAir').length,
  };
}
