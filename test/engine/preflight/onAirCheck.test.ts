import { expect, it } from 'vitest';
import { createEmptyFeed, type FeedState } from '../../../src/core/feedState.ts';
import { loadTranslations } from '../../../src/core/language/loadTranslations.ts';
import { setLanguage } from '../../../src/core/language/say.ts';
import { checkOnAir } from '../../../src/engine/preflight/feedChecks.ts';
import { post } from '../openControl.ts';

const at = '2026-11-20T20:00:00Z';
const empty = createEmptyFeed('main', at);
const listOf = (count: number) => ({
  items: Array.from({ length: count }, (_, index) => post(`p${index}`)),
  header: { id: 'col_1', name: 'Harbour', contentType: 'SOCIAL_POST', lastModifiedDate: at },
});

/** A feed with `onAir` of the `base` posts behind its gate. */
function feedWith(gate: FeedState['gate'], live: number, base: number, onAir: number): FeedState {
  return {
    ...empty,
    gate,
    collectionId: 'col_1',
    live: { ...listOf(live), version: 1 },
    base: listOf(base),
    onAir: { ...empty.onAir, ...listOf(onAir) },
  };
}
const messageOf = (feed: FeedState): string => {
  const { verdict, message } = checkOnAir(feed);
  return `${verdict}: ${message}`;
};

it('is good while the feed follows live, and counts the posts that are kept off', () => {
  expect(messageOf(feedWith('following', 18, 18, 18))).toBe('good: Following: 18 on air');
  expect(messageOf(feedWith('following', 18, 18, 16))).toBe('good: Following: 16 on air, 2 blocked or guarded');
  expect(messageOf(feedWith('following', 0, 0, 0))).toBe('good: Following. Live has no posts');
});

it('is a warning with a next step while the feed is cleared', () => {
  expect(checkOnAir(feedWith('cleared', 18, 0, 0))).toEqual({
    verdict: 'warning',
    all: [],
    message: 'Cleared: nothing is on air',
    nextStep: 'Press Back or Release before the show starts.',
  });
});

it('is a warning with a next step while the feed is held', () => {
  expect(checkOnAir(feedWith('held', 18, 6, 5))).toEqual({
    verdict: 'warning',
    all: [],
    message: 'Held: 5 on air, 18 live',
    nextStep: 'Press Release if the feed must follow live, or Take all to update on air.',
  });
  const blocks = ['p2', 'p3'].map((itemId) => ({
    ...{ itemId, post: null, reason: null, since: at, by: null, offAirRevision: 0 },
  }));
  expect(checkOnAir({ ...feedWith('held', 4, 4, 2), blocks })).toMatchObject({
    message: 'Held: 2 on air, 4 live',
    nextStep: 'Press Release if the feed must follow live. Nothing is waiting to be taken.',
  });
  expect(messageOf(feedWith('held', 18, 6, 0))).toBe(
    'warning: Held: nothing is on air, because every post of the held list is blocked or guarded',
  );
});

it('counts one post as one in Spanish', async () => {
  setLanguage('es', await loadTranslations('es'));
  expect(messageOf(feedWith('following', 2, 2, 1))).toBe('good: Sigue a Live: 1 en antena, 1 bloqueada o retenida');
  setLanguage('en', {});
});

it('is a warning with a next step when every live post is blocked or guarded', () => {
  expect(checkOnAir(feedWith('following', 18, 18, 0))).toEqual({
    verdict: 'warning',
    all: [],
    message: 'Nothing is on air: every live post is blocked or guarded',
    nextStep: 'On the Show screen, press W, and check the guards and blocks.',
  });
});

it('is a warning while it is not known what the feed showed last, although the gate follows', () => {
  expect(messageOf({ ...feedWith('following', 3, 0, 0), loss: 'list' })).toBe(
    'warning: Unknown: graphics get nothing and keep their last picture',
  );
});

it('warns if the feed keeps the list of an earlier collection', () => {
  const kept = { ...feedWith('following', 3, 3, 3), collectionId: null };
  expect(messageOf(kept)).toBe('warning: 3 on air, and the feed has no live list to follow');
});
