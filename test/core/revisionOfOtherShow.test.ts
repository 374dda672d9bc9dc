/** Tests the revision of a feed whose name readers also know from another show. */
import { expect, test } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import { feedOf, type ShowState } from '../../src/core/show.ts';
import { now, play } from './build.ts';

test('a feed that an operator adds again rises above the other show’s revision, without a notice that a show was opened', () => {
  const { state } = play('live 1 abc');
  const removed: ShowState = {
    ...state,
    feeds: [],
    removedFeeds: state.feeds.map((feed) => ({ ...feed, isRestored: true })),
  };
  const feeds = [{ slug: 'main', collectionId: 'col_1', seenRevision: 9 }];
  const added = feedOf(advance(removed, { type: 'feedsConfigured', feeds, by: 'Ines', at: now }).state, 'main');
  expect(added?.onAir).toMatchObject({ revision: 10, cause: 'operator', by: 'Ines' });
  expect(added?.changedAtStart).toBeNull();
  const started = feedOf(advance(removed, { type: 'feedsConfigured', feeds, at: now }).state, 'main');
  expect(started).toMatchObject({ onAir: { revision: 10, cause: 'rule' }, changedAtStart: 'show' });
});
