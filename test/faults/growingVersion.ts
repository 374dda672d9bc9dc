/** Creates versions of a collection that share their older posts. */
import { post } from '../engine/sourceHarness.ts';
import { createVersion } from './engineTestBed.ts';

/**
 * Returns a version with `postCount` posts, newest first: its own post, then one from each earlier version.
 * On a full disk removals go on air and additions wait; shared posts keep the list from becoming empty.
 */
export function createGrowingVersion(version: number, postCount: number): ReturnType<typeof createVersion> {
  const live = Array.from({ length: postCount }, (_, index) => post(`v${version - index}-0`));
  return { ...createVersion(version, 0), liveContents: live, liveContentCount: live.length };
}
