// @vitest-environment happy-dom
/** Tests a post whose name is empty, which a service can send: it is named as a post without a name. */
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { authorOf } from '../../../src/core/postLabel.ts';
import { closeApp, openApp, pressKey } from '../openApp.tsx';
import { posts } from '../states/posts.ts';
import { baseLists, makeScene } from '../states/show.ts';

afterEach(closeApp);

it.each(['', ' ', '\u200f'])(
  'a name without a character to see is said to be missing in the row and the details (%j)',
  async (fullName) => {
    const [, ...others] = baseLists.live;
    await openApp(makeScene({}, { live: [{ ...posts.mira, fullName }, ...others] }, {}));
    const row = screen.getByRole('option', { name: /No name given: / });
    expect(row.querySelector('.row-name')?.textContent).toBe('No name given');
    row.click();
    await pressKey('Enter');
    expect(screen.getAllByRole('heading', { name: 'No name given' })).toHaveLength(1);
  },
);

it('a sentence of the log names the handle instead of an empty name', () => {
  expect(authorOf({ fullName: '', username: 'ada' })).toBe('ada');
});
