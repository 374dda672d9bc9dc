/** Words of a recorded show never name a post by its bare id where its name is known. */
import { describe, expect, it } from 'vitest';
import { knownNames, namedWords } from '../../../src/renderer/past/rehearsal/namedWords.ts';
import { indexFeed } from '../../../src/renderer/show/feedIndex.ts';
import { baseFeed, scenes } from '../../../src/renderer/states/show.ts';

const names = knownNames(indexFeed(baseFeed, scenes.following.lists), null);

describe('the words of a recorded event', () => {
  it('have the name of a post that this desk knows', () => {
    expect(namedWords('Used: mira', names)).toBe('Used: Mira Solberg');
    expect(namedWords('Used: mira; Not used: tom', names)).toBe('Used: Mira Solberg; Not used: Tom Okafor');
  });

  it('stay as they were told otherwise', () => {
    for (const words of ['Used: itm_1', 'Live: mira was added', 'Rotation: 田中 健司', 'mira'])
      expect(namedWords(words, names)).toBe(words);
  });
});
