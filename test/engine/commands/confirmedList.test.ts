/** Tests that a list in use goes on air on another feed only if the service has just confirmed it. */
import { expect, it, vi } from 'vitest';
import { feedOf } from '../../../src/core/show.ts';
import { createReconfigure, type ReconfigureDeps } from '../../../src/engine/reconfigure.ts';
import { pointFeed } from '../pointFeed.ts';
import {
  collection,
  createHarness,
  payload,
  type Respond,
  respondWithCollection,
  respondWithStatus,
} from '../sourceHarness.ts';
import { readTestSettings } from '../testSettings.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Main has a of col_1, and feed-1 has x of col_2. The last confirmation is some seconds old. */
async function startShow(mode: 'poll' | 'push' | 'hybrid' = 'poll', intervalSeconds = 60) {
  const lists = { col_1: collection('col_1', 1, ['a']), col_2: collection('col_2', 2, ['x']) };
  const respond: Respond = (request, response) =>
    respondWithCollection(() => (request.url?.includes('col_2') ? lists.col_2 : lists.col_1))(request, response);
  const harness = await createHarness(respond, { mode, poll: { intervalSeconds } }, ['col_1', 'col_2']);
  await harness.source.start();
  await harness.settle();
  const { store, source, ports, dataDir } = harness;
  const point = (hold = false) => pointFeed('feed-1', 'col_1', hold, harness);
  const second = () => {
    const feed = feedOf(store.state(), 'feed-1');
    return `${feed?.collectionId} ${feed?.gate} ${feed?.onAir.items.map(({ id }) => id)}`;
  };
  const read = (collectionId: string) =>
    readTestSettings({
      feeds: [
        { slug: 'main', collectionId: 'col_1' },
        { slug: 'feed-1', collectionId },
      ],
    });
  const findSeenRevision = async () => undefined;
  const configure = createReconfigure({ ...({} as ReconfigureDeps), store, ports, dataDir, source, findSeenRevision });
  const change = () => configure(read('col_2'), read('col_1'), 'Marit', {}, () => true);
  return { ...harness, point, second, change };
}

const gone = respondWithStatus(404);

it('a collection that the service says it does not have is refused although another feed shows it, also with a hold', async () => {
  const show = await startShow();
  await show.advance(9000);
  show.service.respond = gone;
  expect(await show.point()).toMatchObject({ ok: false, code: 'COLLECTION_UNKNOWN' });
  expect(await show.point(true)).toMatchObject({ ok: false, code: 'COLLECTION_UNKNOWN' });
  expect([show.second(), show.onAir()]).toEqual(['col_2 following x', ['a']]);
});

it('a poll that has just failed counts more than the confirmation before it', async () => {
  const show = await startShow('poll', 5);
  show.service.respond = gone;
  await show.advance(5000);
  expect(await show.point()).toMatchObject({ ok: false, code: 'COLLECTION_UNKNOWN' });
  expect(show.second()).toBe('col_2 following x');
});

it('a poll that has just brought an older list counts more than the confirmation before it', async () => {
  const show = await startShow('poll', 5);
  show.service.respond = respondWithCollection(() => collection('col_1', 0, ['deleted']));
  await show.advance(5000);
  const refused = await show.point();
  expect(refused).toMatchObject({ ok: false, code: 'SOURCE_LIST_OLDER' });
  expect(refused).toHaveProperty('message', expect.stringMatching(/ Nothing happened\.$/));
  expect(show.problemCodes()).toContain('SOURCE_OLDER_IGNORED');
  expect(show.second()).toBe('col_2 following x');
});

it('a poll that has just brought a shorter list than its count refuses the list and says that nothing happened', async () => {
  const show = await startShow('poll', 5);
  show.service.respond = respondWithCollection(() => ({ ...collection('col_1', 3, []), liveContentCount: 2 }));
  await show.advance(5000);
  const refused = await show.point();
  expect(refused).toMatchObject({ ok: false, code: 'SOURCE_EMPTY_DOUBTED' });
  expect(refused).toHaveProperty('message', expect.stringMatching(/ Nothing happened\.$/));
  expect(show.second()).toBe('col_2 following x');
});

it('a list that a failing service does not confirm is taken with a hold only', async () => {
  const show = await startShow();
  await show.advance(9000);
  show.service.respond = respondWithStatus(503);
  expect(await show.point()).toMatchObject({ ok: false, code: 'SOURCE_FAILING' });
  expect(show.second()).toBe('col_2 following x');
  expect(await show.point(true)).toMatchObject({ ok: true });
  expect(show.second()).toBe('col_1 held x');
});

it('a newer version that cannot be saved refuses the list because of the disk, and not of the service', async () => {
  const show = await startShow('poll', 5);
  show.disk.isFull = true;
  show.service.respond = respondWithCollection(() => collection('col_1', 3, ['b']));
  await show.advance(10_000);
  expect(await show.point()).toMatchObject({ ok: false, code: 'DISK_WRITE_FAILED' });
  expect(await show.point(true)).toMatchObject({ ok: false, code: 'DISK_WRITE_FAILED' });
  expect(show.second()).toBe('col_2 following x');
});

it('a delivery that could not be saved counts more than the confirmation before it', async () => {
  const show = await startShow('hybrid');
  const newer = collection('col_1', 3, ['b']);
  show.disk.isFull = true;
  expect((await show.deliver(payload(newer))).status).toBe(503);
  show.disk.isFull = false;
  show.service.respond = respondWithCollection(() => newer);
  expect(await show.point()).toMatchObject({ ok: true });
  expect(show.second()).toBe('col_1 following b');
});

it('settings keep the list of a feed if the service does not confirm the other one', async () => {
  const show = await startShow();
  await show.advance(9000);
  show.service.respond = gone;
  await show.change();
  expect([show.second(), show.onAir()]).toEqual(['col_1 following x', ['a']]);
});

it('push mode without a key uses the list that its deliveries brought', async () => {
  const show = await startShow('push');
  show.secrets.apiKey = null;
  await show.advance(900_000);
  show.service.respond = gone;
  expect(await show.point()).toMatchObject({ ok: true });
  expect(show.second()).toBe('col_1 following a');
});
