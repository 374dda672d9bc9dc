/** Builds the engine’s result of a command on a feed, as it is after the command. */
import type { CommandResults } from '../../src/contract/commands.ts';
import type { DeskFeed } from '../../src/contract/deskState.ts';

export function feedResult({
  slug,
  revision,
  gate,
  freshness,
  restored,
  served,
  ...feed
}: DeskFeed): CommandResults['next'] {
  const { index, itemId, pinned, rotateSeconds, used } = feed.playHead;
  return {
    gate,
    pendingCount: 0,
    freshness,
    onAirCount: feed.counts.onAir,
    queueLength: 0,
    index,
    currentAuthor: '',
    revision,
    problemsOnAir: 0,
    itemId,
    feed: slug,
    pinned,
    rotateSeconds,
    used: itemId !== null && used.includes(itemId),
    collectionId: feed.collection?.id ?? null,
    collectionName: feed.collection?.name ?? '',
    canBack: feed.beforeClear !== null,
    restored,
    served,
    playHead: { index, itemId, pinned },
  };
}
