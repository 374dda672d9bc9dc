/** The sentence that ends a normal announcement: whether the source and the consumers are well. */
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import { describeKeptList } from './followed.ts';

/** Called only while no problem is shown; other feeds can have some that do not affect air. The notices are in the log alone. */
export function describeHealth(
  { state, baseUrl }: DeskState['source'],
  feed: DeskFeed,
  hasHiddenProblems: boolean,
  noticeCount: number,
): string {
  const { consumers, freshness } = feed;
  const kept = describeKeptList(feed);
  if (kept !== null) return kept;
  if (state === 'idle') return baseUrl === '' ? say('No service is set up.') : say('No feed uses a collection.');
  if (state === 'connecting') return say('The service hasn’t responded yet.');
  if (freshness === 'stale' || freshness === 'offline') return say('The service has not confirmed this list recently.');
  const behindCount = consumers.filter((consumer) => consumer.state === 'behind').length;
  if (behindCount > 0)
    return say('{count, plural, one {# consumer is behind.} other {# consumers are behind.}}', { count: behindCount });
  const silentCount = consumers.filter((consumer) => consumer.state === 'silent').length;
  if (silentCount > 0)
    return say('{count, plural, one {# consumer is silent.} other {# consumers are silent.}}', { count: silentCount });
  if (noticeCount > 0)
    return hasHiddenProblems
      ? say(
          '{count, plural, one {No warnings on this feed, # notice in the log.} other {No warnings on this feed, # notices in the log.}}',
          { count: noticeCount },
        )
      : say('{count, plural, one {No warnings, # notice in the log.} other {No warnings, # notices in the log.}}', {
          count: noticeCount,
        });
  return hasHiddenProblems ? say('No problems on this feed.') : say('No problems.');
}
