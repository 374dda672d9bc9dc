/** Decides which feed the desk shows. If that feed is deleted, it says which feed the desk shows instead. */
import type { DeskFeed, DeskState } from '../../contract/deskState.ts';
import { say } from '../../core/language/say.ts';
import { useMirror } from './engineMirror.ts';
import { selectFeed, showNotice, useUiState } from './uiState.ts';

/** The selected feed, or the first one before any was selected. */
export function shownFeedOf({ feeds }: DeskState, slug: string | null): DeskFeed | undefined {
  return feeds.find((feed) => feed.slug === slug) ?? feeds[0];
}

useMirror.subscribe(({ state }, before) => {
  if (state === null || before.state === null || state === before.state) return;
  const shown = shownFeedOf(before.state, useUiState.getState().slug);
  const next = shown === undefined ? undefined : shownFeedOf(state, shown.slug);
  if (shown === undefined || next === undefined) return;
  if (next.slug !== shown.slug) replaceFeed(shown.slug, next.slug);
  // The first feed stays on screen when another one comes before it.
  else if (shownFeedOf(state, useUiState.getState().slug)?.slug !== shown.slug)
    useUiState.setState({ slug: shown.slug });
});

/** The desk stays on the next feed if the deleted one is added again. */
function replaceFeed(deleted: string, next: string): void {
  selectFeed(next);
  useUiState.setState({ deletedFeed: { slug: deleted, atMs: performance.now() } });
  showNotice({
    lead: say('The feed {feed} was deleted.', { feed: deleted }),
    rest: say('This desk now shows {feed}.', { feed: next }),
    ...{ hasWaitingButton: false, endsWith: null, isUrgent: true },
  });
}
