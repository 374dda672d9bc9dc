// @vitest-environment happy-dom
/** The sentences of the announcer and the strip in each language, for every state of the desk. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../../src/core/language/languages.ts';
import { loadTranslations } from '../../../src/core/language/loadTranslations.ts';
import { say, setLanguage } from '../../../src/core/language/say.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { badgesOf } from '../../../src/renderer/model/badges.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { buildLiveRows } from '../../../src/renderer/model/rows.ts';
import { announcementOf } from '../../../src/renderer/model/words/announcement.ts';
import { announceDisconnection } from '../../../src/renderer/model/words/disconnection.ts';
import { buildDisconnectedFacts, buildStripFacts } from '../../../src/renderer/model/words/stripFacts.ts';
import { rowLabelOf } from '../../../src/renderer/screens/show/Row.tsx';
import { at, now } from '../states/posts.ts';
import { baseFeed, type SceneName, scenes } from '../states/show.ts';

const inputOf = (name: SceneName) => {
  const { state } = scenes[name];
  const feed = state.feeds[0] ?? baseFeed;
  const input = { state, feed, nowMs: now, armed: null, notice: null, done: null, airChange: null, arrivals: null };
  return { ...input, nameOfPost: () => 'Omar', isInLive: () => true, hasPost: () => true };
};

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  beforeAll(async () => setLanguage(language, await loadTranslations(language)));
  afterAll(() => setLanguage('en', {}));

  it('the label of a row keeps the capitals of nouns and names', () => {
    const { state, lists } = scenes.held;
    const index = indexFeed({ ...baseFeed, ...state.feeds[0] }, lists);
    const context = { index, airChange: null, state, nowMs: now, isCompact: false, isDisconnected: false };
    const labels = buildLiveRows(index, false).map((row) =>
      rowLabelOf(row, badgesOf(row, { ...context, fit: null, targets: [], isHiddenInLive: false })),
    );
    const label = labels.find((text) => text.includes('Tom Okafor')) ?? '';
    expect(label).toContain(`Tom Okafor, ${say('edited: old text on air')}: `);
    if (language === 'de') expect(label).toContain('auf Sendung, Tom Okafor, geändert: alter Text auf Sendung');
  });

  it('every sentence has its values', () => {
    const names = Object.keys(scenes) as SceneName[];
    const sentences = names.map((name) => {
      const input = inputOf(name);
      const { state, feed } = input;
      const facts = [buildStripFacts(state, feed, now), buildDisconnectedFacts(feed, at('20:42:10'), 3000)];
      return [announcementOf(input), announceDisconnection(3000, 'rack-2', true), ...facts];
    });
    expect(JSON.stringify(sentences)).not.toMatch(/plural|\{\w+\}/);
  });

  it('an outage names its cause, and does not advise Hold while held', () => {
    const facts = { what: 'rack-2', check: 'rack-3' };
    const problems = [describeProblem('SOURCE_OFFLINE', 'source', at('20:42:10'), facts)];
    const input = inputOf('held');
    const { lead, rest } = announcementOf({ ...input, state: { ...input.state, problems } });
    expect(lead).toContain('rack-2');
    expect(rest).toBe(`${say('it stays held.')} ${say('Check {check}.', { check: 'rack-3' })}`);
  });
});
