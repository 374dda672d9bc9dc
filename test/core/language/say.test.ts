/** Messages, numbers and times in the current language. */
import { afterEach, describe, expect, it } from 'vitest';
import { formatNumber } from '../../../src/core/formatNumber.ts';
import { languages, pickLanguage } from '../../../src/core/language/languages.ts';
import { loadTranslations } from '../../../src/core/language/loadTranslations.ts';
import { createPerLanguage, currentLanguage, say, sayParts, setLanguage } from '../../../src/core/language/say.ts';
import { sayStrong } from '../../../src/core/language/sayStrong.ts';
import { describeInEnglish, describeProblem } from '../../../src/core/problem.ts';
import { catalogue } from '../../../src/core/problemCatalogue.ts';
import { formatAge, formatDayTime, formatDuration } from '../../../src/core/time.ts';

afterEach(() => setLanguage('en', {}));

const german = {
  'Held by {who}': 'Gehalten von {who}',
  '{count, plural, one {# post} other {# posts}}': '{count, plural, one {# Beitrag} other {# Beiträge}}',
  'Back||undo a clear': 'Zurückholen',
  'Set `a.b`.': 'Setzen Sie `a.b`.',
  'Press <key>{name}</key> again.': 'Drücken Sie <key>{name}</key> erneut.',
  'Held since {time}': 'Gehalten seit {zeit}',
  Broken: '{',
};

describe('a message', () => {
  it('is English until a language is set, and then its translation', () => {
    expect(say('Held by {who}', { who: 'Ines' })).toBe('Held by Ines');
    setLanguage('de', german);
    expect(say('Held by {who}', { who: 'Ines' })).toBe('Gehalten von Ines');
    expect(currentLanguage()).toBe('de');
    setLanguage('en', {});
    expect(say('Held by {who}', { who: 'Ines' })).toBe('Held by Ines');
  });

  it('is English for programs in every language', async () => {
    setLanguage('de', await loadTranslations('de'));
    expect(describeProblem('FEED_UNKNOWN', 'feed', 't', {}).message).toContain('Es gibt keinen Feed');
    expect(describeInEnglish('FEED_READ_REFUSED', { fault: 'no token', valid: 'the token' })).toEqual({
      code: 'FEED_READ_REFUSED',
      message: 'This request may not read the feed: no token. On air is not affected.',
      nextStep: 'Use the token.',
    });
  });

  it('counts by the rules of the language, and groups digits as it does', () => {
    const message = '{count, plural, one {# post} other {# posts}}';
    expect([1, 2, 12_000].map((count) => say(message, { count }))).toEqual(['1 post', '2 posts', '12,000 posts']);
    setLanguage('de', german);
    expect([1, 12_000].map((count) => say(message, { count }))).toEqual(['1 Beitrag', '12.000 Beiträge']);
  });

  it('is English without a translation, and with an invalid one', () => {
    setLanguage('de', german);
    expect(say('Released by {who}', { who: 'Ines' })).toBe('Released by Ines');
    expect(say('Broken', {})).toBe('Broken');
    expect(say('toString')).toBe('toString');
  });

  it('shows a missing value as a question mark instead of failing', () => {
    expect(say('Held by {who}', {})).toBe('Held by ?');
    setLanguage('de', german);
    expect(say('Held since {time}', { time: '20:42' })).toBe('Held since 20:42');
    expect(sayParts('Press <key>{name}</key> again.', {})).toEqual(['Press ? again.']);
  });

  it('shows neither the context for translators nor the marks of settings', () => {
    expect([say('Back||undo a clear'), say('Set `a.b`.')]).toEqual(['Back', 'Set a.b.']);
    setLanguage('de', german);
    expect([say('Back||undo a clear'), say('Set `a.b`.')]).toEqual(['Zurückholen', 'Setzen Sie a.b.']);
  });

  it('without values is shown as it is written, braces included', () => {
    expect(say('A template such as {timestamp}.{body}')).toBe('A template such as {timestamp}.{body}');
  });

  it('never reads a value as a message', () => {
    expect(say('Held by {who}', { who: '{count} <b>`||' })).toBe('Held by {count} <b>`||');
  });

  it('has parts that are no text, in the order of the language', () => {
    setLanguage('de', german);
    const key = (inner: readonly unknown[]) => ({ key: inner });
    expect(sayParts<object>('Press <key>{name}</key> again.', { key, name: 'C' })).toEqual([
      'Drücken Sie ',
      { key: ['C'] },
      ' erneut.',
    ]);
  });

  it('is split around its bold text', () => {
    setLanguage('de', { 'Undone: <b>{name}</b> moved.': '<b>{name}</b> zurück.' });
    const moved = sayStrong('Undone: <b>{name}</b> moved.', { name: 'Tom <i>' });
    expect(moved).toEqual({ lead: '', strong: 'Tom <i>', text: ' zurück.' });
    setLanguage('en', {});
    expect(sayStrong('Undone: <b>Tom</b> moved.')).toEqual({ lead: 'Undone: ', strong: 'Tom', text: ' moved.' });
    expect(sayStrong('Moved.')).toEqual({ lead: '', strong: '', text: 'Moved.' });
  });

  it('of a problem is in the current language, with the facts in it', () => {
    const { message } = catalogue.WEBHOOK_PORT_TAKEN;
    setLanguage('de', { [message]: 'Port {port} ist belegt.' });
    const problem = describeProblem('WEBHOOK_PORT_TAKEN', 'webhook', 't', { port: 7412 });
    expect(problem.message).toBe('Port 7412 ist belegt.');
    expect(problem.nextStep).toBe(catalogue.WEBHOOK_PORT_TAKEN.nextStep);
  });
});

describe('numbers and times', () => {
  const now = Date.parse('2026-11-20T12:00:00');
  it.each([
    ['en', '12,345', '18 Nov 21:10', '3 days', '14 min ago'],
    ['de', '12.345', '18. Nov. 21:10', '3 Tage', 'vor 14 min'],
    ['es', '12.345', '18 nov 21:10', '3 días', 'hace 14 min'],
    ['fr', '12 345', '18 nov. 21:10', '3 jours', 'il y a 14 min'],
  ] as const)('follow the language %s', async (language, number, day, days, age) => {
    setLanguage(language, await loadTranslations(language));
    expect(formatNumber(12_345).replaceAll(/\s/g, ' ')).toBe(number);
    expect(formatDayTime('2026-11-18T21:10:00', now)).toBe(day);
    expect(formatDuration(3 * 86_400_000)).toBe(days);
    expect(formatAge(new Date(now - 14 * 60_000).toISOString(), now, true)).toBe(age);
  });

  it('use a format that is created once for each language', () => {
    let created = 0;
    const format = createPerLanguage((locale) => {
      created += 1;
      return `${locale} ${created}`;
    });
    expect([format(), format()]).toEqual(['en-GB 1', 'en-GB 1']);
    setLanguage('fr', {});
    expect([format(), format()]).toEqual(['fr 2', 'fr 2']);
  });
});

describe('the language', () => {
  it('of the system is the first that Greenroom speaks, in any of its regions', () => {
    expect(pickLanguage('system', ['de-AT', 'en-US'])).toBe('de');
    expect(pickLanguage('system', ['ja-JP', 'fr_CA.UTF-8'])).toBe('fr');
    expect(pickLanguage('system', ['C', 'ja-JP'])).toBe('en');
    expect(pickLanguage('system', [])).toBe('en');
    expect(pickLanguage('es', ['de-AT'])).toBe('es');
  });

  it('of every choice can be loaded', async () => {
    for (const language of languages) {
      const translations = await loadTranslations(language);
      expect(Object.keys(translations).length > 100).toBe(language !== 'en');
    }
  });
});
