import { expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { aboutPost, describeProblem, type ProblemCode } from '../../../src/core/problem.ts';
import { buildWallTile } from '../../../src/renderer/model/wallTile.ts';
import { hasHiddenProblems, shownProblemsOf } from '../../../src/renderer/model/words/shownProblems.ts';
import { posts } from '../states/posts.ts';
import { baseFeed, scenes } from '../states/show.ts';

const { state: base, lists } = scenes.following;
const main: DeskFeed = { ...baseFeed, blocked: [] };
const sport = { id: 'col_sport', name: 'Sport', contentType: 'text', lastModifiedDate: '' };
const other: DeskFeed = { ...main, slug: 'sport', collectionId: sport.id, collection: sport };
const since = '2026-11-20T20:42:40Z';
const facts = { collection: 'Sport posts', count: 9, what: 'timeout', name: 'Wall', revision: 4 };

function showWith(code: ProblemCode, about: string, postOfMain = 'mira') {
  const problem = describeProblem(code, about, since, facts);
  const state = { ...base, feeds: [main, other], problems: [problem] };
  const hasPost = (feed: DeskFeed) => (id: string) => feed === main && id === postOfMain;
  const messagesOn = (feed: DeskFeed) => shownProblemsOf(state, feed, hasPost(feed)).map(({ message }) => message);
  const troubleOn = (feed: DeskFeed, own?: typeof lists) =>
    buildWallTile(state, feed, own, null, Date.parse(since)).trouble?.text ?? null;
  return { problem, messagesOn, troubleOn, isHidden: hasHiddenProblems(state, main, hasPost(main)) };
}

it('shows a problem with a collection only where a feed uses it', () => {
  const { problem, messagesOn, troubleOn, isHidden } = showWith('SOURCE_COLLECTION_GONE', 'collection:col_sport');
  expect(messagesOn(main)).toEqual([]);
  expect(isHidden).toBe(true);
  expect(messagesOn(other)).toEqual([problem.message]);
  expect([troubleOn(main), troubleOn(other)]).toEqual([null, problem.message]);
});

it('shows a problem with a collection also where its posts are on air, or in Back, while the feed follows another one', () => {
  const problem = describeProblem('SOURCE_COLLECTION_GONE', 'collection:col_old', since, facts);
  const shows = { ...other, shownCollections: ['col_old'] };
  const state = { ...base, feeds: [main, shows], problems: [problem] };
  const messagesOn = (feed: DeskFeed) => shownProblemsOf(state, feed).map(({ message }) => message);
  expect([messagesOn(main), messagesOn(shows)]).toEqual([[], [problem.message]]);
  expect(buildWallTile(state, shows, undefined, null, Date.parse(since)).trouble?.text).toBe(problem.message);
});

it('names the other feed of a problem that affects air there', () => {
  const ofCollection = showWith('SOURCE_EMPTIED', 'collection:col_sport');
  expect(ofCollection.messagesOn(main)).toEqual([`On another feed (sport): ${ofCollection.problem.message}`]);
  expect(ofCollection.messagesOn(other)).toEqual([ofCollection.problem.message]);
  const ofFeed = showWith('FEED_CONSUMER_BEHIND', 'feed:sport');
  expect(ofFeed.messagesOn(main)).toEqual([`On another feed (sport): ${ofFeed.problem.message}`]);
});

it('shows the problems that affect air first, and of these the feed’s own', () => {
  const behind = (feed: string, at: string) =>
    describeProblem('FEED_CONSUMER_BEHIND', `feed:${feed}`, at, { feed, names: 'OBS' });
  const [ofSport, ofMain] = [behind('sport', since), behind('main', '2026-11-20T20:42:41Z')];
  const full = describeProblem('MEDIA_DISK_LOW', 'media', since, { free: '1 MB' });
  const state = { ...base, feeds: [main, other], problems: [full, ofSport, ofMain] };
  const aboutsOn = (feed: DeskFeed) => shownProblemsOf(state, feed).map(({ about }) => about);
  expect(aboutsOn(main)).toEqual(['feed:main', 'feed:sport', 'media']);
  expect(aboutsOn(other)).toEqual(['feed:sport', 'feed:main', 'media']);
});

it('keeps late consumers in sight beside an older problem, because only their button ends that', () => {
  const lost = describeProblem('FEED_CONSUMER_LOST', 'feed:main', '2026-11-20T20:42:41Z', {
    feed: 'main',
    names: 'OBS',
  });
  const secret = describeProblem('WEBHOOK_SECRET_MISSING', 'webhook', since, {});
  const state = { ...base, feeds: [main, other], problems: [secret, lost] };
  expect(shownProblemsOf(state, main).map(({ code }) => code)).toEqual([lost.code, secret.code]);
  expect(shownProblemsOf(state, other).map(({ code }) => code)).toEqual([secret.code]);
});

it('shows a problem with the picture of a post only on the feeds that have the post', () => {
  const { problem, messagesOn, troubleOn } = showWith('MEDIA_UNREACHABLE', 'post:mira');
  expect([messagesOn(main), messagesOn(other)]).toEqual([[problem.message], []]);
  const empty = { ...lists, live: [], staging: [], onAirOnly: [] };
  expect([troubleOn(main, lists), troubleOn(other, empty)]).toEqual([problem.message, null]);
});

it('shows a problem with a picture of a post whose id is the subject of other problems', () => {
  for (const id of ['collection:col_sport', 'feed:sport', 'source']) {
    const { problem, messagesOn, troubleOn } = showWith('MEDIA_UNREACHABLE', aboutPost(id), id);
    expect([messagesOn(main), messagesOn(other)]).toEqual([[problem.message], []]);
    const named = { ...lists, live: [{ ...posts.tom, id }] };
    expect([troubleOn(main, named), troubleOn(other, { ...lists, live: [], staging: [], onAirOnly: [] })]).toEqual([
      problem.message,
      null,
    ]);
  }
});

it('shows a problem with the whole service or the disk on every feed', () => {
  for (const [code, about] of [
    ['SOURCE_KEY_REFUSED', 'source'],
    ['MEDIA_DISK_LOW', 'media'],
  ] as const) {
    const { problem, messagesOn } = showWith(code, about);
    expect([messagesOn(main), messagesOn(other)]).toEqual([[problem.message], [problem.message]]);
  }
});

it('says on every feed what a scheduled preflight found on one, and on its tile only there', () => {
  const { problem, messagesOn, troubleOn } = showWith('PREFLIGHT_FOUND_ON_FEED', 'preflight:sport');
  expect([messagesOn(main), messagesOn(other)]).toEqual([[problem.message], [problem.message]]);
  expect([troubleOn(main), troubleOn(other)]).toEqual([null, problem.message]);
});
