/** Tests the quoted part of an edited text. */
import { expect, it } from 'vitest';
import { describeTextChange } from '../../src/core/textChange.ts';

it.each([
  ['a show at 7 pm', 'a show at 8 pm', '“a show at 7 pm” → “a show at 8 pm”'],
  ['one two three four five', 'one two three four five six', '“…three four five” → “…three four five six”'],
  ['Thank you', 'Thank you', '“Thank you” → “Thank you”'],
  ['', 'Magic.', 'no text → “Magic.”'],
  ['go go go', 'go go', '“go go go” → “go go”'],
  [`${'x'.repeat(100)} end`, 'short end', `“${'x'.repeat(80)}…” → “short end”`],
])('%j became %j', (before, after, expected) => {
  expect(describeTextChange(before, after)).toBe(expected);
});

it('keeps text from right to left inside its quotes', () => {
  expect(describeTextChange('أجمل ليلة', 'أجمل يوم')).toBe('“\u2068أجمل ليلة\u2069” → “\u2068أجمل يوم\u2069”');
});

it('cuts no character in two', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(describeTextChange('', family.repeat(90))).toBe(`no text → “${family.repeat(80)}…”`);
});
