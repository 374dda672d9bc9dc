/** A list as long as the desk has to bear, for tests of its smoothness. */
import { posts as p } from './posts.ts';
import { baseFeed, type Scene, sceneOf } from './show.ts';

/** Ten thousand posts, all on air. */
export function tenThousand(): Scene {
  const live = Array.from({ length: 10_000 }, (_, place) => ({
    ...p.mira,
    id: `post-${place}`,
    fullName: `Post ${place}`,
    media: place % 3 === 0 ? p.priya.media : [],
  }));
  return sceneOf(
    {
      counts: { staging: 8, live: 10_000, onAir: 10_000, consumers: 4 },
      blocked: [],
      playHead: { ...baseFeed.playHead, itemId: 'post-1' },
    },
    { live, onAir: live.map((item) => item.id) },
    {},
  );
}
