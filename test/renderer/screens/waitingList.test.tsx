// @vitest-environment happy-dom
/** Tests the waiting list with posts that a block or a guard keeps off air. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp } from '../openApp.tsx';
import { posts } from '../states/posts.ts';
import { baseFeed, baseLists, makeScene, scenes } from '../states/show.ts';

afterEach(closeApp);

const [block] = baseFeed.blocked;
const blocked =
  block === undefined ? [] : [block, { ...block, itemId: 'ada', post: { ...posts.dealz, fullName: 'Ada' } }];
const edited = { ...posts.dealz, message: 'Corrected' };

it('edits and removals of blocked posts are listed with the version of the held list, and marked', async () => {
  const pending = { ...baseFeed.pending, removed: ['ada'], edited: [{ id: 'dealz', fields: ['message'] }] };
  const lists = {
    live: baseLists.live.map((item) => (item.id === 'dealz' ? edited : item)),
    keptOff: [posts.dealz, { ...posts.mira, id: 'ada', fullName: 'Ada' }],
  };
  await openApp(makeScene({ gate: 'held', gateBy: 'Marit Lund', pending, blocked }, lists, {}));
  const list = screen.getByRole('region', { name: 'Waiting: 2' });
  const lines = [...list.querySelectorAll('.change')];
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^−Adablocked/),
    expect.stringMatching(/^±Ticket Hunter 24blocked.*Corrected/),
  ]);
  await act(async () => fireEvent.click(lines[0] ?? list));
  expect(screen.getByRole('heading', { name: 'Blocked' })).toBeDefined();
});

it.each(['guarded', 'held-guarded'] as const)(
  'guarded posts are named, but do not count as waiting: %s',
  async (state) => {
    await openApp(scenes[state]);
    const list = screen.getByRole('region', { name: 'Waiting' });
    expect(list.textContent).toMatch(
      /^WAITING 0Live and on air are the same, except for guarded posts\..*Guards keep 1 post off air\./,
    );
  },
);

it('a move is marked by an arrow that no font draws as an emoji', async () => {
  const pending = { ...baseFeed.pending, moved: ['mira'] };
  await openApp(makeScene({ gate: 'held', gateBy: 'Marit Lund', pending }, {}, {}));
  const list = screen.getByRole('region', { name: 'Waiting: 1' });
  expect(list.textContent).toContain('↕');
  expect(list.textContent).not.toMatch(/↕(?!\ufe0e)/);
  expect(screen.getByRole('button', { name: /^TAKE ALL/ }).textContent).not.toMatch(/↕(?!\ufe0e)/);
});
