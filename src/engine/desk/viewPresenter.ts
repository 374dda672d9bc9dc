/** Builds the presenter’s view of a feed, from the list on air alone. */
import type { PresenterPost, PresenterView } from '../../contract/presenter.ts';
import type { Item } from '../../core/collection.ts';
import { toAirText } from '../../core/feed/airText.ts';
import type { FeedState } from '../../core/feedState.ts';
import { mediaOfFeed } from '../../core/heldMedia.ts';
import { currentLanguage } from '../../core/language/say.ts';
import { stepIndex } from '../../core/playHead.ts';
import type { ShowState } from '../../core/show.ts';
import { viewItem } from './deskView.ts';

export function viewPresenter(state: Pick<ShowState, 'media' | 'keptMedia'>, feed: FeedState): PresenterView {
  const media = mediaOfFeed(feed, state);
  const { items } = feed.onAir;
  const { index, used } = feed.playHead;
  const current = items[index ?? -1] ?? null;
  const next = items[stepIndex(feed.playHead, items, 1) ?? -1] ?? null;
  return {
    feed: feed.slug,
    served: feed.loss !== 'list',
    index,
    onAirCount: items.length,
    current: current === null ? null : viewPost(current, media),
    used: current !== null && used.includes(current.id),
    language: currentLanguage(),
    next: next === null || next === current ? null : viewPost(next, media),
  };
}

/** Its text is the text that viewers see. */
function viewPost(item: Item, media: ShowState['media']): PresenterPost {
  const { id, fullName, username, source, message, publishedAt, avatarUrl, media: files } = viewItem(item, media, null);
  return {
    ...{ id, source, publishedAt, avatarUrl },
    fullName: fullName === null ? null : toAirText(fullName),
    username: username === null ? null : toAirText(username),
    message: toAirText(message),
    pictureUrl: files[0]?.thumbnailUrl ?? null,
  };
}
