// @vitest-environment happy-dom
/** Shows the past of the selected post in its details. */
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PostPast } from '../../../src/contract/postPast.ts';
import { closeApp, openApp, pressKey, settle } from '../openApp.tsx';
import { at } from '../states/posts.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const origin = { cause: 'service', by: null, verb: null, about: null } as const;
const full: PostPast = {
  since: at('20:00:00'),
  changes: [
    { ...origin, revision: 9, at: at('20:30:00'), kind: 'off', fields: [], text: null, cause: 'operator', by: 'Ann' },
    {
      ...origin,
      revision: 8,
      at: at('20:20:00'),
      kind: 'edited',
      fields: ['message', 'media', 'newField'],
      text: { before: 'The old words', after: 'The new words' },
    },
  ],
  earlierChanges: 3,
  times: [
    { on: at('20:35:00'), off: null, seconds: 10 },
    { on: at('20:10:00'), off: at('20:30:00'), seconds: 1200 },
  ],
  earlierTimes: 1,
  missingRevisions: 2,
  unreadable: [],
};

async function openDetails(past: PostPast | null): Promise<void> {
  const wire = await openApp(scenes.following);
  if (past !== null) wire.answerQuery('postPast', past);
  await pressKey('ArrowDown');
  await pressKey('Enter');
  await settle();
}

it('the details list the times on air and each change, with what the logs lack', async () => {
  await openDetails(full);
  const region = screen.getByRole('region', { name: 'Past of this post' });
  const past = within(region);
  // Tab brings it into view.
  expect(region.tabIndex).toBe(0);
  const lines = past.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toEqual([
    'on air since 20:35:00',
    '20:10:00 to 20:30:00, 20 min 00 s',
    'and 1 earlier one',
    expect.stringMatching(/^20:30:00, revision 9: went off air · .*Ann/),
    expect.stringMatching(/^20:20:00, revision 8: text, pictures and videos, other data edited · the service/),
    'and 3 earlier ones',
  ]);
  expect(past.getByText('old').tagName).toBe('DEL');
  expect(past.getByText('new').tagName).toBe('INS');
  expect(past.getByText('Read back to 20:00:00')).toBeDefined();
  expect(past.getByText(/^2 revisions have no entry/)).toBeDefined();
});

it('logs that cannot be read are named, and say that on air is not affected', async () => {
  await openDetails({ ...full, times: [], changes: [], since: null, unreadable: ['history', 'asRun'] });
  expect(screen.getByText(/^The history can’t be read.*On air is not affected\.$/)).toBeDefined();
  expect(screen.getByText(/^The as-run log can’t be read.*On air is not affected\.$/)).toBeDefined();
});

it('a post without a past has no section for it', async () => {
  await openDetails(null);
  expect(screen.queryByRole('region', { name: 'Past of this post' })).toBeNull();
});

it('the date that the service sets with every edit is named only if nothing else changed', async () => {
  const edits = [['message', 'lastModifiedDate'], ['lastModifiedDate']].map((fields, index) => ({
    ...{ ...origin, revision: 9 - index, at: at('20:30:00'), kind: 'edited' as const, fields, text: null },
  }));
  await openDetails({ ...full, changes: edits, earlierChanges: 0, times: [] });
  const lines = within(screen.getByRole('region', { name: 'Past of this post' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent?.replace(/ · .*/, ''))).toEqual([
    '20:30:00, revision 9: text edited',
    '20:30:00, revision 8: other data edited',
  ]);
});
