/** Decides whether quitting needs a question, and what it says: who would lose what. */

import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import type { AirSummary, FeedSummary } from './airSummary.ts';

export type QuitQuestion = {
  readonly message: string;
  readonly detail: string;
  /** The first one cancels. */
  readonly buttons: readonly [cancel: string, quit: string];
};

/** Returns `null` if nothing is lost. The demo’s posts are always on air, so only its consumers matter. */
export function askBeforeQuit({ feeds, isDemo }: AirSummary): QuitQuestion | null {
  const read = feeds.filter(({ consumers }) => consumers.length > 0);
  const shown = isDemo ? read : feeds.filter((feed) => feed.posts > 0 || read.includes(feed));
  if (shown.length === 0) return null;
  const buttons = [say('Cancel'), say('Quit anyway')] as const;
  const detail = shown.map(describeFeed).join('\n');
  if (read.length === 0) {
    const names = listNames(shown.map(({ slug }) => slug));
    const message = say(
      '{count, plural, one {{names} has} other {{names} have}} posts on air. If you quit, graphics can’t read them until Greenroom starts again.',
      { count: shown.length, names },
    );
    return { message, detail, buttons };
  }
  const count = read.reduce((sum, { consumers }) => sum + consumers.length, 0);
  const message =
    feeds.length === 1
      ? say(
          '{count, plural, one {# consumer is reading this feed. If you quit, it keeps its last picture.} other {# consumers are reading this feed. If you quit, they keep their last picture.}}',
          { count },
        )
      : say(
          '{count, plural, one {# consumer is reading {names}. If you quit, it keeps its last picture.} other {# consumers are reading {names}. If you quit, they keep their last picture.}}',
          { count, names: listNames(read.map(({ slug }) => slug)) },
        );
  return { message, detail, buttons };
}

function describeFeed({ slug, posts, consumers }: FeedSummary): string {
  if (consumers.length === 0)
    return say(
      '{feed}: {posts, plural, =0 {nothing on air} one {# post on air} other {# posts on air}}, no consumers',
      { feed: slug, posts },
    );
  return say('{feed}: {posts, plural, =0 {nothing on air} one {# post on air} other {# posts on air}}, {consumers}', {
    ...{ feed: slug, posts },
    consumers: listNames(consumers),
  });
}
