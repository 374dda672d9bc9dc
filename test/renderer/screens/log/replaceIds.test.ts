/** Tests that recorded events show a post's name instead of its id, if this desk knows it. */
import { describe, expect, it } from 'vitest';
import { postNamesOf, replaceIds } from '../../../../src/renderer/screens/log/rehearsal/replaceIds.ts';
import { scenes } from '../../states/show.ts';

const names = postNamesOf(scenes.following.lists, null);

describe('a recorded event', () => {
  it('shows the name of a post that this desk knows', () => {
    expect(replaceIds('Used: mira', names)).toBe('Used: Mira Solberg');
    expect(replaceIds('Used: mira; Not used: tom', names)).toBe('Used: Mira Solberg; Not used: Tom Okafor');
  });

  it('is otherwise shown unchanged', () => {
    for (const text of ['Used: itm_1', 'Live: mira was added', 'Rotation: 田中 健司', 'mira'])
      expect(replaceIds(text, names)).toBe(text);
  });
});
