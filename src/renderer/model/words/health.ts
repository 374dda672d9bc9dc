/** The sentence that ends a normal announcement: whether the source and the consumers are well. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { formatCount } from './counts.ts';

/** Called only while no problem is shown; other feeds can have some that do not affect air. */
export function describeHealth(
  { state, baseUrl }: DeskState['source'],
  { consumers, freshness }: DeskFeed,
  hasHiddenProblems: boolean,
): string {
  if (state === 'idle') return baseUrl === '' ? 'No service is set up.' : 'No feed uses a collection.';
  if (state === 'connecting') return 'The service hasn’t responded yet.';
  if (freshness === 'stale' || freshness === 'offline') return 'The service has not confirmed this list recently.';
  const silentCount = consumers.filter((consumer) => consumer.state === 'silent').length;
  if (silentCount === 0) return hasHiddenProblems ? 'No problems on this feed.' : 'No problems.';
  return `${formatCount(silentCount, 'consumer is', 'consumers are')} silent.`;
}
