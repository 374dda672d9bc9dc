/** Versions of a collection that only grow. */
import { post } from '../engine/source/bench.ts';
import { createVersion } from './stage.ts';

/**
 * The version with so many posts, its own newest first, then those of the ones before it. Nothing leaves it while it has as many
 * as its version: on a disk that takes nothing a post that leaves does leave air, while one that comes waits, so a list that is
 * replaced whole would be empty meanwhile.
 */
export function createGrowingVersion(version: number, posts: number): ReturnType<typeof createVersion> {
  const live = Array.from({ length: posts }, (_, index) => post(`v${version - index}-0`));
  return { ...createVersion(version, 0), liveContents: live, liveContentCount: live.length };
}
