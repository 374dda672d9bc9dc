import { describe, expect, test } from 'vitest';
import { labelPost } from '../../src/core/postLabel.ts';
import { post } from './build.ts';

describe('the label of a post', () => {
  test.each([
    [{ message: 'Magic.' }, 'Ada “Magic.”'],
    [{ message: ' ' }, 'Ada'],
    [{ fullName: null, username: 'ada' }, 'ada “Text”'],
    [{ fullName: null, username: null }, 'a post without a name “Text”'],
    [{ message: 'Two\nlines\u202e of text' }, 'Ada “Two lines of text”'],
    [{ message: `${'word '.repeat(20)}` }, 'Ada “word word word word word word word word…”'],
    [{ message: '👩‍👩‍👧‍👦'.repeat(50) }, `Ada “${'👩‍👩‍👧‍👦'.repeat(40)}…”`],
    [{ message: `${'a'.repeat(39)}e\u0301 and more` }, `Ada “${'a'.repeat(39)}e\u0301…”`],
    [{ message: 'x'.repeat(41) }, `Ada “${'x'.repeat(40)}…”`],
    [
      { message: 'The whole quay is singing along. Goosebumps and wet socks.' },
      'Ada “The whole quay is singing along…”',
    ],
    [{ message: 'أجمل '.repeat(20) }, `Ada “\u2068${'أجمل '.repeat(8).trim()}…\u2069”`],
    [{ fullName: 'عمر', message: 'Text' }, '\u2068عمر\u2069 “Text”'],
  ])('of %j has its author and first words', (fields, label) => {
    expect(labelPost({ ...post('p1'), fullName: 'Ada', message: 'Text', ...fields })).toBe(label);
  });
});
