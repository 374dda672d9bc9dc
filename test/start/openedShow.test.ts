/** Sentences about a show that replaces the other one. Its list was not on air before. */
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { ownKey, startOwnService, startShows, type TestShows } from './showsTestBed.ts';

const isDemo = ({ desk }: TestShows) => desk.state()?.isDemo;
const restartOf = ({ engine }: TestShows, slug = 'main') => {
  const { problems, feeds } = engine.state();
  const ofRestart = problems.filter(({ code, about }) => about === `feed:${slug}` && code.startsWith('FEED_'));
  return {
    changedAtStart: feeds.find((feed) => feed.slug === slug)?.changedAtStart,
    problems: ofRestart.map(({ code, message }) => [code, message]),
  };
};
const opened = (show: string, revision: number, gate: string, slug = 'main') => ({
  changedAtStart: 'show',
  problems: [
    [
      'FEED_SHOW_OPENED',
      `${show} was opened. On air on ${slug} started with the list of this show: revision ${revision}, ${gate}.`,
    ],
  ],
});

test('a show that replaces the other one, while Greenroom runs or at a start, is never said to be unchanged on air', async () => {
  const folder = createTemporaryFolder('shows');
  const { baseUrl, collectionId } = await startOwnService();
  const shows = await startShows(folder, 'demo');
  const useOwn = async (): Promise<void> => {
    await shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey });
    await expect.poll(() => isDemo(shows)).toBe(false);
  };
  await useOwn();
  await shows.desk.command('hold', { feed: 'main' });
  const revisionOf = async () => (await shows.readFeed()).revision;
  const own = await revisionOf();
  await shows.desk.command('useDemo', {});
  await expect.poll(() => isDemo(shows)).toBe(true);
  await expect.poll(() => restartOf(shows)).toEqual(opened('The demo', own + 1, 'following live'));
  // The own show has no such feed.
  expect(restartOf(shows, 'foyer')).toEqual(opened('The demo', 1, 'following live', 'foyer'));
  await shows.desk.command('clear', { feed: 'main' });
  await expect.poll(() => restartOf(shows)).toEqual({ changedAtStart: null, problems: [] });
  const demo = await revisionOf();
  await useOwn();
  await expect.poll(() => restartOf(shows)).toEqual(opened('Your own show', demo + 1, 'held'));
  await shows.stop();

  const started = await startShows(folder, 'demo');
  await expect.poll(() => restartOf(started)).toEqual(opened('The demo', demo + 2, 'cleared'));
  await started.stop();
  const startedOwn = await startShows(folder, 'own');
  await expect.poll(() => restartOf(startedOwn)).toEqual(opened('Your own show', demo + 3, 'held'));
  await startedOwn.stop();
  // Of the own show, because the demo’s service has another address if its port is in use.
  const again = await startShows(folder, 'own');
  await expect
    .poll(() => restartOf(again))
    .toEqual({
      changedAtStart: null,
      problems: [
        ['FEED_RESTORED', `Greenroom restarted. On air started unchanged on main: revision ${demo + 3}, held.`],
      ],
    });
}, 60_000);
