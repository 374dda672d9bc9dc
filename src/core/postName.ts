/** Names a post of a feed by its author, also after it has left every list. */
import { authorOf } from './postLabel.ts';
import { feedOf, type ShowState, snapshotOf } from './show.ts';

/** The id itself for a post that is not known. */
export function postName(id: string, slug: string, show: ShowState): string {
  const feed = feedOf(show, slug);
  const collection = feed?.collectionId == null ? null : (snapshotOf(show, feed.collectionId)?.collection ?? null);
  const lists = [feed?.onAir.items ?? [], feed?.live.items ?? [], feed?.base.items ?? [], collection?.staging ?? []];
  const item = lists.flatMap((list) => list.find((one) => one.id === id) ?? []).at(0);
  const post = item ?? feed?.blocks.find(({ itemId }) => itemId === id)?.post ?? null;
  return post === null ? id : authorOf(post);
}
