import { expect, test } from 'vitest';
import { rawTextOf, toAirItem, toAirText } from '../../../src/core/feed/airText.ts';
import { fc } from '../../properties.ts';
import { hostile, sample } from './samples.ts';

/** The text that is drawn for a viewer’s text. */
function check(text: string, drawn: string): void {
  expect(JSON.stringify(toAirText(text))).toBe(JSON.stringify(drawn));
}

test('leaves ordinary text as it is, in every script', () => {
  for (const text of [
    'Ada Lovelace: “weaves”\n\tpatterns',
    'أجمل ليلة على الميناء 💃',
    '\u200fשלום\u200e',
    'बारिश में भी भीड़',
    '港の花火、雨でも最高',
    'นี่คือข้อความ',
    '👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿1️⃣',
  ])
    check(text, text);
});

test('removes control and direction characters, and keeps line breaks', () => {
  check('a\u0000\u0001b\u007fc\u009bd', 'abcd');
  check('a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne');
  check('abc\u202Efdp.exe\u202C', 'abcfdp.exe');
  check('\u2066left\u2069 \u2067right\u2069\ufeff', 'left right');
  check('a\ufdd0b\u{1fffe}c', 'abc');
  check('half \ud83d a character', 'half \ufffd a character');
  check('two halves \ud800\u0007\udc00', 'two halves \ufffd\ufffd');
});

test('composes characters, and keeps at most eight marks on one', () => {
  check('e\u0301', 'é');
  check(`a${`${'\u0335'.repeat(8)}\u200d`.repeat(20)}b`, `a${'\u0335'.repeat(8)}\u200db`);
  check(`Z${'\u0335'.repeat(40)}algo`, `Z${'\u0335'.repeat(8)}algo`);
});

test('cleaning twice changes nothing, and no text keeps an unsafe character', () => {
  const texts = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(texts, (text) => {
      const once = toAirText(text);
      expect(toAirText(once)).toBe(once);
      expect(once).not.toMatch(/[[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]--[\t\n]]/v);
      expect(once).not.toMatch(/\p{M}{9}/u);
    }),
  );
});

test('keeps the object of a clean post, and the original text of the fields that had to change', () => {
  const clean = sample({});
  expect(toAirItem(clean)).toBe(clean);
  const dirty = sample({ fullName: 'A\u0001da', message: 'ok' });
  const cleaned = toAirItem(dirty);
  expect(cleaned).toMatchObject({ fullName: 'Ada', message: 'ok' });
  expect(rawTextOf(dirty, cleaned)).toEqual({ fullName: 'A\u0001da' });
  expect(rawTextOf(clean, clean)).toBeNull();
});

test('every character of a text that is not looked at again would stay as it is', () => {
  const isMark = /\p{M}/u;
  const lineFeeds = /[\r\u0085\u2028\u2029]/;
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    // Between other characters, because a mark or a character that composes changes its neighbours.
    const text = `a${character}a${character}`;
    if (isMark.test(character) || lineFeeds.test(character)) continue;
    const cleaned = toAirText(`${text}\u202e`);
    const drawn = toAirText(text);
    if (cleaned !== drawn) throw new Error(`U+${code.toString(16)} is drawn as it is, but cleaning changes it`);
  }
});

test('a mark is always looked at', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{M}/u.test(character)) check(`a${character.repeat(12)}`, toAirText(`a${character.repeat(12)}\u202e`));
  }
});
