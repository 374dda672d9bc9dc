/** Tests that no problem speaks of a last good list where there is none. */
import { afterEach, expect, test } from 'vitest';
import { createEmptyFeed, type FeedState } from '../../src/core/feedState.ts';
import { languages } from '../../src/core/language/languages.ts';
import { loadTranslations } from '../../src/core/language/loadTranslations.ts';
import { say, setLanguage } from '../../src/core/language/say.ts';
import { createProblemRaised } from '../../src/core/lastGoodList.ts';
import { describeInEnglish, describeProblem } from '../../src/core/problem.ts';
import { catalogue } from '../../src/core/problemCatalogue.ts';
import { emptyShow } from '../../src/core/show.ts';

afterEach(() => setLanguage('en', {}));

const empty = createEmptyFeed('main', '2026-11-20T17:00:00Z');
const shown: FeedState = { ...empty, onAir: { ...empty.onAir, revision: 3 } };
const { source } = emptyShow;
const describe = (...feeds: FeedState[]): string =>
  createProblemRaised({ source, feeds }, 'SOURCE_FAILING', 'source', 't', { status: 503, detail: '' }).problem.message;

test('a feed keeps its last good list while the service fails, also an empty one', () => {
  expect(describe(shown)).toBe('The service returned 503. On air is not affected: the last good list stays.');
  expect(describe(shown, empty)).toContain('the last good list stays');
});

test.each(['push', 'hybrid'] as const)('in mode %s, deliveries can change the list without a poll', (mode) => {
  const show = { source: { ...source, mode }, feeds: [shown] };
  const { problem } = createProblemRaised(show, 'SOURCE_KEY_REFUSED', 'source', 't', { status: 401 });
  expect(problem.message).toMatch(/On air changes only with deliveries, and may be out of date\.$/);
  const clock = createProblemRaised(show, 'SOURCE_CLOCK_SKEWED', 'source', 't', { seconds: 9 });
  expect(clock.problem.message).toMatch(/On air is not affected\.$/);
});

test('there is no last good list before the first, and none that is known after a damaged show', () => {
  expect(describe(empty)).toBe('The service returned 503. On air is not affected.');
  expect(describe(shown, { ...shown, loss: 'list' })).toBe('The service returned 503. On air is not affected.');
});

test('a problem with a collection speaks of the lists of the feeds that use it', () => {
  const other: FeedState = { ...empty, slug: 'other', collectionId: 'col_other' };
  const describeOf = (collectionId: string): string =>
    createProblemRaised({ source, feeds: [{ ...shown, collectionId: 'col_1' }, other] }, ...unknown(collectionId))
      .problem.message;
  const unknown = (id: string) => ['SOURCE_COLLECTION_UNKNOWN', `collection:${id}`, 't', { collection: id }] as const;
  expect(describeOf('col_1')).toMatch(/On air is not affected: the last good list stays\.$/);
  expect(describeOf('col_other')).toMatch(/On air is not affected\.$/);
});

test.each(languages)('every problem that speaks of it can be said without it (%s)', async (language) => {
  const speaking = (Object.keys(catalogue) as (keyof typeof catalogue)[]).filter((code) =>
    describeInEnglish(code, {}).message.endsWith('last good list stays.'),
  );
  expect(speaking.length).toBeGreaterThan(10);
  // A message without its facts would be in English.
  const names = ['what', 'status', 'detail', 'host', 'phase', 'collection', 'megabytes'];
  const facts = Object.fromEntries(names.map((name) => [name, name]));
  setLanguage(language, await loadTranslations(language));
  for (const code of speaking) {
    const { message } = createProblemRaised({ source, feeds: [empty] }, code, 'source', 't', facts).problem;
    const air = say('On air is not affected.');
    expect(message.endsWith(air), message).toBe(true);
    expect(message).not.toBe(describeProblem(code, 'source', 't', facts).message);
    expect(describeProblem(code, 'source', 't', facts, 'none').message).toBe(message.slice(0, -air.length - 1));
  }
});
