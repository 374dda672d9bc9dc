/** Decides whether quitting needs a question, and what it says: who would lose what. */

import { formatCount } from '../../core/formatNumber.ts';
import { listNames } from '../../core/listNames.ts';
import type { AirSummary, FeedSummary } from './airSummary.ts';

export type QuitQuestion = {
  readonly message: string;
  readonly detail: string;
  /** The first one cancels. */
  readonly buttons: readonly ['Cancel', 'Quit anyway'];
};

/** Returns `null` if nothing is lost. The demo’s posts are always on air, so only its consumers matter. */
export function askBeforeQuit({ feeds, isDemo }: AirSummary): QuitQuestion | null {
  const read = feeds.filter(({ consumers }) => consumers.length > 0);
  const shown = isDemo ? read : feeds.filter((feed) => feed.posts > 0 || read.includes(feed));
  if (shown.length === 0) return null;
  const buttons = ['Cancel', 'Quit anyway'] as const;
  const detail = shown.map(describeFeed).join('\n');
  if (read.length === 0) {
    const names = listNames(shown.map(({ slug }) => slug));
    const message = `${names} ${shown.length === 1 ? 'has' : 'have'} posts on air. If you quit, graphics can’t read them until Greenroom starts again.`;
    return { message, detail, buttons };
  }
  const count = read.reduce((sum, { consumers }) => sum + consumers.length, 0);
  const [verb, they] = count === 1 ? ['is', 'it keeps its'] : ['are', 'they keep their'];
  const what = feeds.length === 1 ? 'this feed' : listNames(read.map(({ slug }) => slug));
  const message = `${formatCount(count, 'consumer')} ${verb} reading ${what}. If you quit, ${they} last picture.`;
  return { message, detail, buttons };
}

function describeFeed({ slug, posts, consumers }: FeedSummary): string {
  const readers = consumers.length === 0 ? 'no consumers' : listNames(consumers);
  return `${slug}: ${posts === 0 ? 'nothing' : formatCount(posts, 'post')} on air, ${readers}`;
}
