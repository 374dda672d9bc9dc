/** Tests the quoted part of an edited text. */
import { describe, expect, it } from 'vitest';
import { describeTextChange, findTextEdit, rowQuote } from '../../src/core/textChange.ts';

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

it('cuts between words, but shows where the change begins', () => {
  const long = 'word '.repeat(20);
  expect(describeTextChange('', long)).toBe(`no text → “${'word '.repeat(15)}word…”`);
  const [before, after] = ['x', 'y'].map((last) => `see ${'a'.repeat(100)}${last}`);
  expect(describeTextChange(before ?? '', after ?? '')).toBe(`“…${'a'.repeat(20)}x” → “…${'a'.repeat(20)}y”`);
});

describe('an edit quoted in a row', () => {
  const family = '👨‍👩‍👧‍👦';
  it.each([
    ['a show at 7 pm. Then the crew', 'a show at 8 pm. Then the crew', '…at 7 pm…', '…at 8 pm…'],
    ['Magic.', 'Magic, all of it.', 'Magic.', 'Magic, all of it.'],
    ['', 'word '.repeat(20), '', `${'word '.repeat(7)}word…`],
    ['see https://a.example/1', `see ${'x'.repeat(60)}`, 'see https://a.example/1', `see ${'x'.repeat(36)}…`],
    ['go', `go ${family.repeat(50)}`, 'go', `go ${family.repeat(37)}…`],
  ])('of %j to %j is short', (before, after, from, to) => {
    expect(findTextEdit(before, after, rowQuote)).toEqual({ before: from, after: to });
  });

  it('is short even if its characters are unusually long', () => {
    const edit = findTextEdit('', `e${'\u0301'.repeat(100_000)}`, rowQuote);
    expect(edit?.after.length).toBeLessThan(1000);
  });
});
