import { expect, it, onTestFinished } from 'vitest';
import { waitUntil } from '../../waitUntil.ts';
import { openControl } from '../openControl.ts';

async function start() {
  const control = await openControl();
  onTestFinished(control.stop);
  const press = (verb: string, body: object) => control.call('POST', `/api/feeds/main/${verb}`, body);
  const isReading = (id: string) => waitUntil(`${id} is read`, () => control.sourceCalls.includes(`read ${id}`));
  const feed = async () => (await control.call('GET', '/api/state')).body.feeds[0];
  return { ...control, press, isReading, feed };
}

it.each([
  ['hold', {}, 'Hold'],
  ['clear', {}, 'Clear'],
  ['take', { only: 'removals' }, 'Take removals'],
  ['point', { collectionId: 'col_1' }, 'Use another collection'],
])(
  'a newer %s wins over a collection that is still being read, which then says that it did nothing',
  async (verb, body, label) => {
    const { press, isReading, feed, holdService } = await start();
    const answer = holdService();
    const older = press('point', { collectionId: 'col_2' });
    await isReading('col_2');
    expect((await press(verb, body)).status).toBe(200);
    const before = await feed();
    answer();
    const { status, body: refused } = await older;
    expect([status, refused.error.code]).toEqual([409, 'COMMAND_OVERTAKEN']);
    expect(refused.error.message).toContain(`pressed ${label} while`);
    expect(await feed()).toEqual(before);
  },
);

it('a newer change of the settings wins over a collection that is still being read', async () => {
  const { store, press, isReading, feed, holdService } = await start();
  const answer = holdService();
  const older = press('point', { collectionId: 'col_2' });
  await isReading('col_2');
  const feeds = [{ slug: 'main', collectionId: 'col_3', isCollectionSet: true }];
  await store.apply({ type: 'feedsConfigured', feeds, at: '2026-11-20T18:00:01.000Z' });
  const before = await feed();
  answer();
  const { status, body } = await older;
  expect([status, body.error?.code]).toEqual([409, 'LIST_MOVED_ON']);
  expect(await feed()).toEqual(before);
});

it('a feed that is removed while a collection is still being read is said to be unknown', async () => {
  const { store, press, isReading, holdService } = await start();
  const answer = holdService();
  const chosen = press('point', { collectionId: 'col_2' });
  await isReading('col_2');
  await store.apply({ type: 'feedsConfigured', feeds: [], at: '2026-11-20T18:00:01.000Z' });
  answer();
  const { status, body } = await chosen;
  expect([status, body.error?.code]).toEqual([404, 'FEED_UNKNOWN']);
});

it('of two collections that are being read, only the one chosen last is used', async () => {
  const { press, isReading, feed, holdService } = await start();
  const answer = holdService();
  const older = press('point', { collectionId: 'col_2' });
  await isReading('col_2');
  const newer = press('point', { collectionId: 'col_3' });
  await isReading('col_3');
  answer();
  expect([(await older).status, (await newer).status]).toEqual([409, 200]);
  expect(await feed()).toMatchObject({ collection: { id: 'col_3' } });
});

it('a collection that is being read is still used after a command that does not choose the list', async () => {
  const { press, isReading, feed, holdService } = await start();
  const answer = holdService();
  const chosen = press('point', { collectionId: 'col_2' });
  await isReading('col_2');
  expect((await press('block', { itemId: 'a' })).status).toBe(200);
  expect((await press('next', {})).status).toBe(200);
  answer();
  expect((await chosen).status).toBe(200);
  expect(await feed()).toMatchObject({ collection: { id: 'col_2' } });
});

it('a choice of a collection polls the list of a collection in use again, unless it was just confirmed', async () => {
  const { press, sourceCalls } = await start();
  await press('point', { collectionId: 'col_1' });
  expect(sourceCalls).toEqual(['refresh col_1']);
});
