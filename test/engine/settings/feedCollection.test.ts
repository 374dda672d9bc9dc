/** Tests that another collection in the settings never puts its stored list on air, which can be old, while the service is away. */
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { openWindow } from '../openWindow.ts';
import { openService, run, untilOnAir } from '../restartedShow.ts';
import { collection } from '../sourceHarness.ts';

const desk = { name: 'Desk', right: 'desk' } as const;

/** On col_1 with a and b. The stored list of col_2 has x and a post that the service has removed since. */
async function openShow() {
  const service = await openService(collection('col_1', 1, ['a', 'b']), collection('col_2', 2, ['x', 'removed']));
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  const running = await run(createTemporaryFolder('settings'), service.baseUrl, feeds);
  await untilOnAir(running, 'ab');
  await running.point('col_2');
  await untilOnAir(running, 'xremoved');
  await running.point('col_1');
  await untilOnAir(running, 'ab');
  service.change(collection('col_2', 3, ['x']));
  const { changeSettings, name } = openWindow(running.engine);
  const use = (collectionId: string, slug = 'main') =>
    changeSettings({ feeds: [...feeds.filter((feed) => feed.slug !== slug), { slug, collectionId }] });
  const undo = () => running.engine.dispatch('undoSettings', {}, { ...desk, name: name() });
  return { ...running, service, use, undo };
}

const waits =
  'none now for main, because the service has not confirmed the list of this collection; its live list goes on air once it does';

test('keeps the list on air while the service is away, and takes the new one once it answers', async () => {
  const show = await openShow();
  show.service.setDown(true);
  expect(await show.use('col_2')).toMatchObject({
    value: { changes: [{ path: 'feeds.main', onAir: waits, changesAir: true }] },
  });
  expect(show.onAir()).toEqual(['a', 'b']);
  show.service.setDown(false);
  show.engine.checkNow();
  await untilOnAir(show, 'x');
  expect(show.feed()?.onAir.revision).toBe(4);
});

test('does not say that the service did not return a list that was only older than before', async () => {
  const show = await openShow();
  show.service.change(collection('col_2', 1, ['old']));
  expect(await show.use('col_2')).toMatchObject({
    value: { changes: [{ path: 'feeds.main', onAir: waits, changesAir: true }] },
  });
  expect(show.onAir()).toEqual(['a', 'b']);
});

test('takes the stored list once the service confirms that it is still the newest', async () => {
  const show = await openShow();
  show.service.change(collection('col_2', 2, ['x', 'removed']));
  show.service.setDown(true);
  await show.use('col_2');
  expect(show.onAir()).toEqual(['a', 'b']);
  show.service.setDown(false);
  show.engine.checkNow();
  await untilOnAir(show, 'xremoved');
});

test('does not count a feed that waits for its list as a user of the collection', async () => {
  const show = await openShow();
  show.service.setDown(true);
  await show.use('col_2');
  await show.use('col_1', 'side');
  expect(await show.point('col_2', 'side')).toMatchObject({ ok: false, code: 'SOURCE_FAILING' });
  expect(show.onAir()).toEqual(['a', 'b']);
  expect(show.onAir('side')).not.toContain('removed');
});

test('is undone without the old list of the collection before', async () => {
  const show = await openShow();
  await show.use('col_2');
  expect(show.onAir()).toEqual(['x']);
  show.service.setDown(true);
  show.service.change(collection('col_1', 4, ['b']));
  expect(await show.undo()).toMatchObject({ ok: true });
  expect([show.feed()?.collectionId, show.onAir()]).toEqual(['col_1', ['x']]);
  show.service.setDown(false);
  show.engine.checkNow();
  await untilOnAir(show, 'b');
});

test('of a held feed changes nothing on air, and no stored list waits', async () => {
  const show = await openShow();
  await show.act('hold');
  show.service.setDown(true);
  expect(await show.use('col_2')).toMatchObject({
    value: {
      changes: [
        { onAir: 'none for main; the service has not confirmed the list of this collection', changesAir: false },
      ],
    },
  });
  expect([show.onAir(), show.feed()?.live.items.map(({ id }) => id)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('is described by the list that the service has, and not by the stored one', async () => {
  const show = await openShow();
  show.service.change(collection('col_2', 3, ['x', 'y', 'z']));
  expect(await show.use('col_2')).toMatchObject({ value: { changes: [{ onAir: '2 off, 3 on in main, now' }] } });
  expect(show.onAir()).toEqual(['x', 'y', 'z']);
});

test('with the same date as the stored list goes on air as the service sends it now', async () => {
  const show = await openShow();
  show.service.change(collection('col_2', 2, ['x']));
  await show.use('col_2');
  expect(show.onAir()).toEqual(['x']);
  await show.use('col_1');
  show.service.change(collection('col_2', 2, ['y'], { lastModifiedDate: 'unknown' }));
  await show.point('col_2');
  expect(show.onAir()).toEqual(['y']);
});

test('of a feed that returns is described by the list it gets', async () => {
  const show = await openShow();
  const both = (collectionId: string) => ({
    feeds: [
      { slug: 'main', collectionId: 'col_1' },
      { slug: 'side', collectionId },
    ],
  });
  const { changeSettings } = openWindow(show.engine);
  show.service.change(collection('col_3', 1, []));
  await changeSettings(both('col_3'));
  await show.engine.dispatch('release', { feed: 'side' }, desk);
  await changeSettings({ feeds: both('col_3').feeds.slice(0, 1) });
  const other = { onAir: 'side returns with another list: 0 off, 2 on, 2 on air now', changesAir: true };
  expect(await changeSettings(both('col_1'))).toMatchObject({ value: { changes: [other] } });
  expect(show.onAir('side')).toEqual(['a', 'b']);
  await changeSettings({ feeds: both('col_1').feeds.slice(0, 1) });
  show.service.setDown(true);
  const unread =
    'side returns with 2 on air, because the service has not confirmed the list of its collection; its live list goes on air once it does';
  expect(await changeSettings(both('col_2'))).toMatchObject({
    value: { changes: [{ onAir: unread, changesAir: true }] },
  });
  expect(show.onAir('side')).toEqual(['a', 'b']);
});
