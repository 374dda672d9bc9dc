/** The sentence that ends a normal announcement: whether the source and the consumers are well. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { formatCount } from './counts.ts';

/** Called only while there is no problem. */
export function describeHealth({ state, baseUrl }: DeskState['source'], { consumers, freshness }: DeskFeed): string {
  if (state === 'idle') return baseUrl === '' ? 'No service is set up.' : 'No feed uses a collection.';
  if (state === 'connecting') return 'The service hasn’t responded yet.';
  if (freshness === 'stale' || freshness === 'offline') return 'The service has not confirmed this list recently.';
  const silentCount = consumers.filter((consumer) => consumer.state === 'silent').length;
  return silentCount === 0 ? 'No problems.' : `${formatCount(silentCount, 'consumer is', 'consumers are')} silent.`;
}
