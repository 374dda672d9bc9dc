/** Tests the list of events of a recorded show. */
import { expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import { emptyShow } from '../../../src/core/show.ts';
import { summariseShow } from '../../../src/engine/logs/summariseShow.ts';
import { eventOf, now } from '../../core/build.ts';

const commands = ['hold', 'block a', 'elapsed a', 'point col_1', 'release'];

/** The lines of the commands on `main`, in a show with these feeds. */
async function linesWith(...slugs: readonly string[]): Promise<readonly string[] | undefined> {
  const feeds = slugs.map((slug) => ({ slug, collectionId: 'col_1' }));
  const configured = advance(emptyShow, { type: 'feedsConfigured', feeds, at: now }).state;
  const start = advance(configured, eventOf('live 1 ab')).state;
  const steps = commands.map((command) => ({ at: now, afterMs: 0, events: [eventOf(command)] }));
  return (await summariseShow({ start, steps }, () => true))?.map(({ words }) => words);
}

it('names the feed of each command in a show with several', async () => {
  expect(await linesWith('main', 'side')).toEqual([
    'main: Hold',
    'main: Block user-a',
    'main: Rotation moved to user-b',
    'Use “Posts” for main',
    'main: Release',
  ]);
});

it('names no feed in a show with only one', async () => {
  expect((await linesWith('main'))?.slice(0, 2)).toEqual(['Hold', 'Block user-a']);
});
