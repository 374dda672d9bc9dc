/** Tests the quoted part of an edited text. */
import { expect, it } from 'vitest';
import { describeTextChange } from '../../src/core/textChange.ts';

it.each([
  ['a show at 7 pm', 'a show at 8 pm', '“a show at 7 pm” → “a show at 8 pm”'],
  ['one two three four five', 'one two three four five six', '“…three four five” → “…three four five six”'],
  ['at 7 pm. Go on. And then', 'at 8 pm. Go on. And then', '“at 7 pm. Go on…” → “at 8 pm. Go on…”'],
  ['again and  again', 'again and again\n', 'only spaces or invisible characters changed'],
  ['Thank\u0001you', 'Thank\u0002you', 'only spaces or invisible characters changed'],
  ['', 'Magic.', 'no text → “Magic.”'],
  ['go go go', 'go go', '“go go go” → “go go”'],
  [`${'x'.repeat(100)}ab`, `${'x'.repeat(100)}cd`, `“…${'x'.repeat(20)}ab” → “…${'x'.repeat(20)}cd”`],
  ['x'.repeat(80), `${'x'.repeat(80)}y`, `“…${'x'.repeat(20)}” → “…${'x'.repeat(20)}y”`],
  [`at ${'素'.repeat(90)}七時`, `at ${'素'.repeat(90)}八時`, `“…${'素'.repeat(20)}七時” → “…${'素'.repeat(20)}八時”`],
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
  const [before, after] = ['👩', '👩‍👩'].map((last) => `${family.repeat(90)}${last}`);
  const context = family.repeat(19);
  expect(describeTextChange(before ?? '', after ?? '')).toBe(`“…${context}👩” → “…${context}👩‍👩”`);
});
