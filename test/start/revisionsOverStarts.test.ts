/** The revisions of the demo and the own show, which share their addresses, when Greenroom ends in between. */
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { ownKey, startOwnService, startShows, type TestShows } from './showsTestBed.ts';

const isDemo = ({ desk }: TestShows) => desk.state()?.isDemo;

test('a start with the other show than the last one on air raises the revision above it, and a further start keeps it', async () => {
  const folder = createTemporaryFolder('shows');
  const { baseUrl, collectionId } = await startOwnService();
  const first = await startShows(folder, 'demo');
  await first.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey });
  await expect.poll(() => isDemo(first)).toBe(false);
  const { items } = await first.readFeed();
  await first.desk.command('useDemo', {});
  await expect.poll(() => isDemo(first)).toBe(true);
  await first.desk.command('clear', { feed: 'main' });
  const demo = (await first.readFeed()).revision;
  await first.stop();

  const own = await startShows(folder, 'own');
  const started = await own.readFeed();
  expect(started.revision).toBeGreaterThan(demo);
  expect(started.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  await own.stop();
  const again = await startShows(folder, 'own');
  expect((await again.readFeed()).revision).toBe(started.revision);
  await again.stop();

  const demoAgain = await startShows(folder, 'demo');
  expect((await demoAgain.readFeed()).revision).toBeGreaterThan(started.revision);
}, 60_000);
