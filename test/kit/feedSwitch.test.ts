import { expect, test } from 'vitest';
import type { FeedConnection } from '../../src/kit/feedConnection.ts';
import { createFeedSwitch } from '../../src/kit/feedSwitch.ts';
import type { FeedState } from '../../src/kit/publicTypes.ts';

const stateOf = (revision: number): FeedState => ({
  ...{
    feed: 'main',
    revision,
    now: null,
    next: null,
    list: [],
    gate: 'following',
    freshness: 'fresh',
    collection: null,
  },
});

function start() {
  const calls: string[] = [];
  let runs = 1;
  const states = new Map<string, (state: FeedState) => void>();
  const connect = (feed: string, onState: (state: FeedState) => void): FeedConnection => {
    states.set(feed, onState);
    return {
      start: () => calls.push(`start ${feed}`),
      stop: () => calls.push(`stop ${feed}`),
      run: () => `run ${runs}`,
      reportPainted: ({ revision, run }) => calls.push(`painted ${feed} ${revision} of ${run}`),
      reconnectNow: () => calls.push(`reconnect ${feed}`),
    };
  };
  const feeds = createFeedSwitch(connect, ({ revision }) => calls.push(`state ${revision}`));
  /** Returns the calls since the last one. */
  const take = (): readonly string[] => calls.splice(0);
  return {
    feeds,
    take,
    receive: (feed: string, revision: number) => states.get(feed)?.(stateOf(revision)),
    replaceGreenroom: () => {
      runs += 1;
    },
  };
}

test('disconnects from every feed when the page leaves the screen, and connects again when it is back', () => {
  const { feeds, take, receive } = start();
  feeds.change('main');
  receive('main', 4);
  feeds.change('second');
  take();
  feeds.stop();
  feeds.restart();
  expect(take()).toEqual(['stop main', 'stop second', 'start main', 'start second']);
});

test('keeps the old connection until the new feed’s first state is on screen', () => {
  const { feeds, take, receive } = start();
  feeds.change('main');
  receive('main', 4);
  feeds.reporter()(4);
  expect(take()).toEqual(['start main', 'state 4', 'painted main 4 of run 1']);
  feeds.change('second');
  receive('main', 5);
  feeds.reporter()(5);
  expect(take()).toEqual(['start second', 'state 5', 'painted main 5 of run 1']);
  receive('second', 9);
  receive('main', 6);
  expect(take()).toEqual(['state 9']);
  feeds.reporter()(9);
  // The screen no longer shows anything of the old feed.
  expect(take()).toEqual(['painted second 9 of run 1', 'painted main 6 of run 1', 'stop main']);
});

test('forgets a feed that never answered, and returns to its own', () => {
  const { feeds, take } = start();
  feeds.change('main');
  feeds.change('missing');
  feeds.change('main');
  expect(take()).toEqual(['start main', 'start missing', 'stop missing']);
});

test('reports a paint of the old feed to the old feed only', () => {
  const { feeds, take, receive } = start();
  feeds.change('main');
  receive('main', 4);
  const reportOld = feeds.reporter();
  feeds.change('second');
  receive('second', 4);
  take();
  reportOld(4);
  expect(take()).toEqual([]);
});

test('changes between feeds that were never connected', () => {
  const { feeds, take, receive } = start();
  feeds.change('main');
  feeds.change('second');
  receive('second', 2);
  feeds.reporter()(2);
  expect(take()).toEqual(['start main', 'start second', 'state 2', 'painted second 2 of run 1', 'stop main']);
});

test('reports a late paint as one of the run that sent its state', () => {
  const { feeds, take, receive, replaceGreenroom } = start();
  feeds.change('main');
  receive('main', 4);
  const reportOld = feeds.reporter();
  replaceGreenroom();
  receive('main', 4);
  take();
  reportOld(4);
  feeds.reporter()(4);
  expect(take()).toEqual(['painted main 4 of run 1', 'painted main 4 of run 2']);
});
