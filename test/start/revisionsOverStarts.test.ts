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

test('a feed that is added to the own show continues above the revision that its readers had from the demo', async () => {
  const folder = createTemporaryFolder('shows');
  const { baseUrl, collectionId } = await startOwnService();
  const shows = await startShows(folder, 'demo');
  const readRevision = async (): Promise<number> => {
    const response = await fetch(`${shows.feed}/feeds/studio-b/live.json`);
    return ((await response.json()) as { readonly revision: number }).revision;
  };
  await shows.desk.command('clear', { feed: 'studio-b' });
  await shows.desk.command('back', { feed: 'studio-b' });
  const demo = await readRevision();
  await shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey });
  await expect.poll(() => isDemo(shows)).toBe(false);
  const own = shows.desk.state()?.feeds.map(({ slug }) => ({ slug, collectionId })) ?? [];
  const feeds = [...own, { slug: 'studio-b', collectionId }];
  expect(await shows.desk.command('changeSettings', { patch: { feeds } })).toMatchObject({ ok: true });
  const added = await readRevision();
  expect(added).toBeGreaterThan(demo);
  await shows.stop();

  const again = await startShows(folder, 'own');
  const response = await fetch(`${again.feed}/feeds/studio-b/live.json`);
  expect(await response.json()).toMatchObject({ revision: added });
}, 60_000);
