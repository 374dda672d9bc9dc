/** Tests what the desk says of a feed that follows no collection, or a collection that the service does not have. */
import { describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { buildWallTile } from '../../../src/renderer/model/wallTile.ts';
import { nameCollectionOf } from '../../../src/renderer/model/words/followed.ts';
import { describeHealth } from '../../../src/renderer/model/words/health.ts';
import { shownProblemsOf } from '../../../src/renderer/model/words/shownProblems.ts';
import { buildStripFacts } from '../../../src/renderer/model/words/stripFacts.ts';
import { now } from '../states/posts.ts';
import { baseFeed, baseState } from '../states/show.ts';

const keeps = {
  ...{ ...baseFeed, blocked: [], collection: null, freshness: 'offline', lastConfirmedAt: null },
  keptListOf: { id: 'col_8812', name: 'Harbour Night' },
} as const satisfies DeskFeed;
const none: DeskFeed = { ...keeps, collectionId: null };
const unknown: DeskFeed = { ...keeps, collectionId: 'col_lost' };

describe('a feed that keeps the list of an earlier collection', () => {
  it('is not said to follow live or to resume', () => {
    const gateOf = (feed: DeskFeed) => {
      const { kind, main, note } = buildStripFacts(baseState, feed, now).gate;
      return [kind, main, note];
    };
    expect(gateOf(none)).toEqual(['held', 'No collection', 'On air is unchanged']);
    expect(gateOf(unknown)).toEqual(['held', 'Waiting for live', 'On air is unchanged']);
    expect(buildStripFacts(baseState, none, now).source.note).toBe('No collection to follow');
  });

  it('is named by the collection that it follows now', () => {
    expect([none, unknown, baseFeed].map((feed) => nameCollectionOf(baseState, feed))).toEqual([
      null,
      'col_lost',
      baseFeed.collection?.name,
    ]);
  });

  it('says so where it would otherwise say that there are no problems', () => {
    const stays = 'The list on air is unchanged.';
    expect(describeHealth(baseState.source, none, false, 0)).toBe(`This feed follows no collection. ${stays}`);
    expect(describeHealth(baseState.source, unknown, false, 0)).toBe(
      `The first list of this feed’s collection has not arrived. ${stays}`,
    );
  });

  it('shows the problem with the collection that it follows, and none with the earlier one', () => {
    const problemOf = (id: string) =>
      describeProblem('SOURCE_COLLECTION_UNKNOWN', `collection:${id}`, baseState.at, { collection: id });
    const shownOn = (feed: DeskFeed, id: string) => {
      const state = { ...baseState, feeds: [feed], problems: [problemOf(id)] };
      return [shownProblemsOf(state, feed).length, buildWallTile(state, feed, undefined, null, now).trouble !== null];
    };
    expect(shownOn(unknown, 'col_lost')).toEqual([1, true]);
    expect(shownOn(unknown, 'col_8812')).toEqual([0, false]);
    expect(shownOn(none, 'col_8812')).toEqual([0, false]);
  });
});
