/** Sentences about a show that replaces the other one. Its list was not on air before. */
import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
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

test('a demo whose port is in use says so with the port that it uses, and that its list is unchanged', async () => {
  const folder = createTemporaryFolder('shows');
  const first = await startShows(folder, 'demo');
  await expect.poll(async () => (await first.readFeed()).revision).toBeGreaterThan(0);
  await first.desk.command('hold', { feed: 'main' });
  const { revision } = await first.readFeed();
  const { port: before } = new URL(first.engine.state().source.baseUrl);
  await first.stop();
  // Whichever of the two the first start used, the second uses another one.
  const taken = await Promise.all([listenOn(7410), listenOn(Number(before))]);
  onTestFinished(() => taken.forEach((server) => void server?.close()));
  const moved = await startShows(folder, 'demo');
  const message = `Greenroom restarted. On air started unchanged on main: revision ${revision}, held.`;
  await expect.poll(() => restartOf(moved)).toEqual({ changedAtStart: null, problems: [['FEED_RESTORED', message]] });
  await expect.poll(() => moved.engine.state().source.baseUrl).toMatch(/^http/);
  const { port: now } = new URL(moved.engine.state().source.baseUrl);
  expect(now).not.toBe(before);
  expect(moved.engine.state().problems.find(({ code }) => code === 'DEMO_PORT_TAKEN')?.message).toBe(
    `Port 7410 is in use, so the demo’s service uses port ${now}. On air is not affected.`,
  );
  await moved.stop();
}, 60_000);

/** Resolves with `null` if another program has the port. */
const listenOn = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
