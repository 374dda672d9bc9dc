/** Which words left and which came: the stretches always make the two texts again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference } from '../../../../src/service/authoring/page/state/difference.ts';

test('names the words that left and came', () => {
  expect(difference('a show at 7 pm today', 'a show at 8 pm today')).toEqual([
    { kind: 'same', text: 'a show at' },
    { kind: 'left', text: ' 7' },
    { kind: 'came', text: ' 8' },
    { kind: 'same', text: ' pm today' },
  ]);
  expect(difference('', '')).toEqual([]);
});

test('joined without what came it is the old text, without what left the new one', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'नमस्ते', '🎶', 'مرحبا'), { maxLength: 40 });
  fc.assert(
    fc.property(words, words, (one, other) => {
      const before = one.join(' ');
      const after = other.join(' ');
      const stretches = difference(before, after);
      const without = (kind: 'left' | 'came') =>
        stretches
          .filter((stretch) => stretch.kind !== kind)
          .map((stretch) => stretch.text)
          .join('');
      expect(without('left')).toBe(after);
      expect(without('came')).toBe(before);
    }),
  );
});

test('texts of very many words are shown whole', () => {
  const long = 'word '.repeat(1300);
  expect(difference(long, 'short').map(({ kind }) => kind)).toEqual(['left', 'came']);
});
