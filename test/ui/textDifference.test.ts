/** The word-by-word difference: its parts always join back to the two texts. */

import { expect, test } from 'vitest';
import { diffWords, shortenContext } from '../../src/ui/textDifference.ts';
import { fc } from '../properties.ts';

test('marks removed and added words', () => {
  expect(diffWords('a show at 7 pm today', 'a show at 8 pm today')).toEqual([
    { kind: 'same', text: 'a show at' },
    { kind: 'removed', text: ' 7' },
    { kind: 'added', text: ' 8' },
    { kind: 'same', text: ' pm today' },
  ]);
  expect(diffWords('', '')).toEqual([]);
});

test('joins to the old text without added parts and to the new text without removed parts', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'नमस्ते', '🎶', 'مرحبا'), { maxLength: 40 });
  fc.assert(
    fc.property(words, words, (oldWords, newWords) => {
      const before = oldWords.join(' ');
      const after = newWords.join(' ');
      const parts = diffWords(before, after);
      const without = (kind: 'removed' | 'added') =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('');
      expect(without('removed')).toBe(after);
      expect(without('added')).toBe(before);
    }),
  );
});

test('shows very long texts as one removed and one added part', () => {
  const long = 'word '.repeat(1300);
  expect(diffWords(long, 'short').map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test('shortens unchanged text to a few words around each change', () => {
  const before = 'nobody believed there would be a show at 7 pm. Then the crane crew came in on their day off';
  const after = 'nobody believed there would be a show at 8 pm. Then the crane crew came in on their free day';
  const text = shortenContext(diffWords(before, after))
    .map((part) => (part.kind === 'same' ? part.text : `[${part.text}]`))
    .join('');
  expect(text).toBe('…a show at[ 7][ 8] pm. Then the… in on their[ free] day[ off]');
  expect(shortenContext(diffWords('', 'Magic.'))).toEqual([{ kind: 'added', text: 'Magic.' }]);
  expect(shortenContext(diffWords('one two', 'one three'))[0]).toEqual({ kind: 'same', text: 'one' });
});
