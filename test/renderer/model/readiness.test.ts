/** Tests which posts of staging count as ready for air. */
import { describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { passOf } from '../../../src/core/guard.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { describeReadiness } from '../../../src/renderer/model/words/readiness.ts';
import { posts } from '../states/posts.ts';
import { baseFeed, baseLists } from '../states/show.ts';

const staging = [posts.luca, posts.petra, posts.joonas];
const [block] = baseFeed.blocked;

function readinessWith(feed: Partial<DeskFeed>): string {
  const index = indexFeed({ ...baseFeed, guarded: [], ...feed }, { ...baseLists, staging });
  return describeReadiness(staging, index.blocked, index.guarded).split(',')[0] ?? '';
}

describe('ready for air', () => {
  it('are only posts which neither a block nor a guard would keep off air', () => {
    expect(readinessWith({ guards: { ...baseFeed.guards, words: [] } })).toBe('3 ready for air');
    expect(readinessWith({})).toBe('2 ready for air');
    const blocked = block === undefined ? [] : [{ ...block, itemId: 'luca' }];
    expect(readinessWith({ blocked })).toBe('1 ready for air');
  });

  it('is a guarded post that was allowed, with the allowed text only', () => {
    const allowedWith = (message: string) => {
      const guards = { ...baseFeed.guards, allowed: ['petra'], passes: [passOf({ ...posts.petra, message })] };
      return readinessWith({ guards });
    };
    expect(allowedWith(posts.petra.message)).toBe('3 ready for air');
    expect(allowedWith('An evacuation, as it was before an edit')).toBe('2 ready for air');
  });
});
