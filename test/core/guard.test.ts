import { describe, expect, it } from 'vitest';
import { type GuardMatch, matchGuard, noGuards, passOf } from '../../src/core/guard.ts';
import { post } from './build.ts';

describe('a guard', () => {
  const check = (
    guards: { words?: string[]; authors?: string[]; allowed?: string[] },
    item: { message?: string; fullName?: string | null; username?: string | null },
    wanted: GuardMatch | null,
  ): void => expect(matchGuard({ ...noGuards, ...guards }, post('a', item))).toEqual(wanted);

  it('by word matches anywhere, ignoring case, width and ligatures', () => {
    const hit = { by: 'word', rule: 'Fire' } as const;
    check({ words: ['Fire'] }, { message: 'There is a ﬁRE!' }, hit);
    check({ words: ['Fire'] }, { message: 'campﬁre' }, hit);
    check({ words: ['Fire'] }, { message: 'ＦＩＲＥ' }, hit);
    check({ words: ['Fire'] }, { fullName: 'fire brigade' }, hit);
    check({ words: ['Fire'] }, { username: 'xfirex' }, hit);
    check({ words: ['Fire'] }, { message: 'ice' }, null);
    check({ words: ['@bob'] }, { username: 'bob' }, { by: 'word', rule: '@bob' });
    check({ words: ['@bob'] }, { username: '@Bob' }, { by: 'word', rule: '@bob' });
    check({ words: ['@bob'] }, { username: 'xbob' }, null);
    check({ words: ['@'] }, { username: '', fullName: null }, null);
    check({ words: ['CAFÉ'] }, { message: 'cafe\u0301' }, { by: 'word', rule: 'CAFÉ' });
    check({ words: [' fire '] }, { message: 'fire' }, { by: 'word', rule: ' fire ' });
  });

  it('by author matches the whole handle or name, with or without an @', () => {
    check({ authors: ['@Ada'] }, { username: 'ada' }, { by: 'author', rule: '@Ada' });
    check({ authors: ['ada'] }, { username: '@ADA' }, { by: 'author', rule: 'ada' });
    check({ authors: ['ada lovelace'] }, { fullName: 'Ada Lovelace' }, { by: 'author', rule: 'ada lovelace' });
    check({ authors: ['ada'] }, { username: 'adam', fullName: 'Ada L' }, null);
    check({ authors: ['ada'] }, { username: null, fullName: null }, null);
  });

  it('ignores empty rules and allowed posts', () => {
    check({ words: ['', '  '], authors: ['', '@'] }, { message: '', username: '', fullName: '@' }, null);
    check({ words: ['a'], allowed: ['a'] }, { message: 'a' }, null);
  });

  it('lets an allowed post on air whose id has line feeds, and no post whose id looks like that of an allowed one', () => {
    const guards = { ...noGuards, words: ['damn'] };
    const text = { message: 'damn nice' };
    const lines = post('a\nb', text);
    expect(matchGuard({ ...guards, allowed: [passOf(lines)] }, lines)).toBeNull();
    const alike = post(passOf(post('a', text)), text);
    expect(matchGuard({ ...guards, allowed: [passOf(post('a', text))] }, alike)).toEqual({ by: 'word', rule: 'damn' });
  });

  it('matches again when an allowed post is edited, whichever guard the new text matches', () => {
    const allowed = [passOf(post('a', { message: 'damn nice' }))];
    check({ words: ['damn', 'slur'], allowed }, { message: 'damn nice' }, null);
    check({ words: ['damn', 'slur'], allowed }, { message: 'now a slur' }, { by: 'word', rule: 'slur' });
    check({ words: ['damn', 'slur'], allowed }, { message: 'damn nice!' }, { by: 'word', rule: 'damn' });
    check({ words: ['damn', 'eve'], allowed }, { message: 'damn nice', fullName: 'Eve' }, { by: 'word', rule: 'damn' });
  });

  it('by word ignores invisible characters and folds case as people read it', () => {
    for (const hidden of ['ba\u200bdword', 'bad\u00adword', 'bad\u2060word', 'b\u{e0061}adword', 'BAD\ufe0fWORD'])
      check({ words: ['badword'] }, { message: `so ${hidden}!` }, { by: 'word', rule: 'badword' });
    for (const notDrawn of ['\0', '\u0001', '\u001b', '\u007f', '\u009f', '\u202e', '\ufff9', '\uffff', '\u{1fffe}']) {
      check({ words: ['badword'] }, { message: `bad${notDrawn}word` }, { by: 'word', rule: 'badword' });
      check({ authors: ['@ada'] }, { username: `a${notDrawn}da` }, { by: 'author', rule: '@ada' });
    }
    for (const space of ['\n', '  ', '\t', '\u00a0', ' \u200b ', '\u3000', '\r\n', '\u2028'])
      check({ words: ['bomb threat'] }, { message: `a bomb${space}threat` }, { by: 'word', rule: 'bomb threat' });
    check({ words: ['bomb  threat'] }, { message: 'bomb threat' }, { by: 'word', rule: 'bomb  threat' });
    check({ words: ['bomb threat'] }, { message: 'a bomb', fullName: 'threat' }, null);
    check({ words: ['bad\u200bword'] }, { message: 'badword' }, { by: 'word', rule: 'bad\u200bword' });
    check({ words: ['straße'] }, { message: 'STRASSE' }, { by: 'word', rule: 'straße' });
    check({ words: ['istanbul'] }, { message: 'İSTANBUL' }, { by: 'word', rule: 'istanbul' });
    check({ words: ['ΟΔΟΣ'] }, { message: 'οδος εδώ' }, { by: 'word', rule: 'ΟΔΟΣ' });
    check({ words: ['family 👨‍👩‍👧'] }, { message: 'family 👨‍👩‍👧' }, { by: 'word', rule: 'family 👨‍👩‍👧' });
  });
});
