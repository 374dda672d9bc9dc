/** Tests that a feed never gets the list of another service when an operator uses another collection for it. */
import { expect, test } from 'vitest';
import { controlSyncs } from '../../failingSyncs.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { openService, run, untilOnAir } from '../restartedShow.ts';
import { collection } from '../sourceHarness.ts';

const marit = { name: 'Marit', right: 'desk' } as const;

/** Main has a and two has x. Both still have these lists of the service before, because the one in use now does not answer. */
async function openShow() {
  const before = await openService(collection('col_1', 1, ['a']), collection('col_2', 2, ['x']));
  const after = await openService(collection('col_1', 3, ['b']), collection('col_2', 4, ['y']));
  const show = await run(createTemporaryFolder('collection'), before.baseUrl, [
    { slug: 'main', collectionId: 'col_1' },
    { slug: 'two', collectionId: 'col_2' },
  ]);
  await untilOnAir(show, 'a');
  await untilOnAir(show, 'x', 'two');
  after.setDown(true);
  const patch = { source: { baseUrl: after.baseUrl } };
  expect(await show.engine.dispatch('changeSettings', { patch, seen: null }, marit)).toMatchObject({ ok: true });
  await show.engine.dispatch('changeSecrets', { keepApiKey: true, force: true }, marit);
  return { ...show, after };
}

test('the list of another service does not go on air although another feed still has it', async () => {
  const show = await openShow();
  expect(await show.point('col_2')).toMatchObject({ ok: false });
  expect([show.feed()?.collectionId, show.onAir()]).toEqual(['col_1', ['a']]);
});

test('a change of the service’s address while the list is read is said, not that the service isn’t responding', async () => {
  const before = await openService(collection('col_1', 1, ['a']), collection('col_2', 2, ['x']));
  const after = await openService(collection('col_1', 3, ['b']), collection('col_2', 4, ['y']));
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  const show = await run(createTemporaryFolder('collection'), before.baseUrl, feeds);
  await untilOnAir(show, 'a');
  before.delay();
  const pressed = show.point('col_2');
  await expect.poll(() => before.requests().some((path) => path.endsWith('/col_2'))).toBe(true);
  const patch = { source: { baseUrl: after.baseUrl } };
  expect(await show.engine.dispatch('changeSettings', { patch, seen: null }, marit)).toMatchObject({ ok: true });
  expect(await pressed).toMatchObject({ ok: false, code: 'LIST_MOVED_ON' });
});

test('a change of the service’s address while a slow disk saves the list keeps the list of the service before off air', async () => {
  const before = await openService(collection('col_1', 1, ['a']), collection('col_2', 2, ['x']));
  const after = await openService(collection('col_1', 3, ['b']), collection('col_2', 4, ['y']));
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  const show = await run(createTemporaryFolder('collection'), before.baseUrl, feeds);
  await untilOnAir(show, 'a');
  after.setDown(true);
  const disk = await controlSyncs();
  disk.make('hang');
  const pressed = show.point('col_2');
  await expect.poll(() => before.requests().some((path) => path.endsWith('/col_2'))).toBe(true);
  const patch = { source: { baseUrl: after.baseUrl } };
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await show.engine.dispatch('changeSettings', { patch, seen: null }, marit)).toMatchObject({ ok: true });
  disk.make('work');
  expect(await pressed).toMatchObject({ ok: false, code: 'LIST_MOVED_ON' });
  expect([show.feed()?.collectionId, show.onAir()]).toEqual(['col_1', ['a']]);
});

test('the list of the service in use goes on air although another feed still has the one of another service', async () => {
  const show = await openShow();
  show.after.setDown(false);
  expect(await show.point('col_2')).toMatchObject({ ok: true });
  expect(show.onAir()).toEqual(['y']);
});
