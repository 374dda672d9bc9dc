/** Versions of a collection that only grow. */
import { post } from '../engine/source/harness.ts';
import { createVersion } from './engineTestBed.ts';

/**
 * Returns a version with `posts` posts: its own first, then those of earlier versions, newest first. On a full disk removals go
 * on air and additions wait, so a replaced list would be empty for a while; a growing one never is.
 */
export function createGrowingVersion(version: number, posts: number): ReturnType<typeof createVersion> {
  const live = Array.from({ length: posts }, (_, index) => post(`v${version - index}-0`));
  return { ...createVersion(version, 0), liveContents: live, liveContentCount: live.length };
}
