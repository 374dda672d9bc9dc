/** Tests that the choice of a service changes only what its operator chose, whatever others do meanwhile. */
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { openService, run, untilOnAir } from '../restartedShow.ts';
import { collection } from '../sourceHarness.ts';

const marit = { name: 'Marit', right: 'desk' } as const;
const tom = { name: 'Tom', right: 'desk' } as const;

/** Main has a and b and two has r; another service has y and z in a collection that no feed uses. */
async function openShow() {
  const lists = [collection('col_1', 1, ['a', 'b']), collection('col_2', 2, ['x']), collection('col_3', 3, ['r'])];
  const before = await openService(...lists);
  const after = await openService(collection('col_1', 1, ['a', 'b']), collection('col_2', 4, ['y', 'z']));
  after.allowCheck();
  const feeds = [
    { slug: 'main', collectionId: 'col_1' },
    { slug: 'two', collectionId: 'col_3' },
  ];
  const show = await run(createTemporaryFolder('settings'), before.baseUrl, feeds);
  await untilOnAir(show, 'ab');
  await untilOnAir(show, 'r', 'two');
  const { dispatch } = show.engine;
  const choice = { baseUrl: after.baseUrl, apiKey: 'key', collectionId: 'col_2', feed: 'main' };
  const use = (input: object = {}) => dispatch('useService', { ...choice, ...input }, marit);
  return { ...show, ...{ dispatch, before, after, feeds, use } };
}

test('a change of others that the choice waits for stays', async () => {
  const show = await openShow();
  const reads = show.before.delay();
  const [main] = show.feeds;
  const others = [main, { slug: 'two', collectionId: 'col_2' }, { slug: 'three', collectionId: null }];
  const changed = show.dispatch('changeSettings', { patch: { feeds: others } }, tom);
  await waitUntil('a read for the change of others', () => reads.waiting() === 1);
  const used = show.use();
  await waitUntil('the check of the collection', () => show.after.requests().includes('/v1/collections/col_2'));
  reads.end();
  expect([await changed, await used]).toMatchObject([{ ok: true }, { ok: true }]);
  await untilOnAir(show, 'yz');
  expect(show.engine.settings().feeds).toEqual([{ slug: 'main', collectionId: 'col_2' }, ...others.slice(1)]);
  expect([show.feed('two')?.collectionId, show.feed('three')?.slug]).toEqual(['col_2', 'three']);
});

test('neither service gets the key of the other while the choice waits for a change of others', async () => {
  const show = await openShow();
  const reads = show.before.delay();
  const feeds = [...show.feeds, { slug: 'three', collectionId: 'col_2' }];
  const changed = show.dispatch('changeSettings', { patch: { feeds } }, tom);
  await waitUntil('a read for the change of others', () => reads.waiting() === 1);
  const used = show.use({ apiKey: 'new-key' });
  await waitUntil('the check of the collection', () => show.after.requests().includes('/v1/collections/col_2'));
  const polls = show.before.requests().length;
  await waitUntil('another poll of the service before', () => show.before.requests().length >= polls + 3);
  reads.end();
  expect([await changed, await used]).toMatchObject([{ ok: true }, { ok: true }]);
  await untilOnAir(show, 'yz');
  expect(show.before.keys()).not.toContain('new-key');
  expect(show.after.keys()).not.toContain('key');
});

test('a collection that another operator chooses for another feed meanwhile stays', async () => {
  const show = await openShow();
  const reads = show.after.delay();
  const used = show.use();
  await waitUntil('the check of the collection', () => reads.waiting() === 1);
  reads.answer();
  await waitUntil('the read for the feed', () => reads.waiting() > 0);
  const chosen = show.point('col_1', 'two');
  await untilOnAir(show, 'ab', 'two');
  reads.end();
  expect([await used, await chosen]).toMatchObject([{ ok: true }, { ok: true }]);
  await untilOnAir(show, 'yz');
  expect(show.feed('two')?.collectionId).toBe('col_1');
  expect(show.engine.settings().feeds[1]?.collectionId).toBe('col_1');
});

test('a feed that is deleted meanwhile is not added again', async () => {
  const show = await openShow();
  const reads = show.after.delay();
  const used = show.use({ feed: 'two' });
  await waitUntil('the check of the collection', () => reads.waiting() === 1);
  await show.dispatch('changeSettings', { patch: { feeds: show.feeds.slice(0, 1) } }, tom);
  reads.end();
  expect(await used).toMatchObject({ ok: false, code: 'FEED_UNKNOWN' });
  expect(show.engine.settings().source.baseUrl).toBe(show.before.baseUrl);
});

test('a preview counts the posts of the new service, and a choice with its effects is refused once they are others', async () => {
  const show = await openShow();
  await show.act('hold');
  const preview = async () => {
    const result = await show.use({ preview: true });
    if (!result.ok || !('changes' in result.value)) throw new Error('no preview');
    return result.value.changes;
  };
  const changes = await preview();
  expect(changes).toMatchObject([{ path: 'source.baseUrl' }, { onAir: 'none; +2 −2 wait for main' }]);
  expect(show.engine.settings().source.baseUrl).toBe(show.before.baseUrl);
  await show.dispatch('release', { feed: 'main' }, tom);
  const seen = changes.map(({ effect }) => effect);
  expect(await show.use({ seen })).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
  expect([show.onAir(), show.engine.settings().source.baseUrl]).toEqual([['a', 'b'], show.before.baseUrl]);
  const now = await preview();
  expect(now).toMatchObject([{ path: 'source.baseUrl' }, { onAir: '2 off, 2 on in main, now', changesAir: true }]);
  expect(await show.use({ seen: now.map(({ effect }) => effect) })).toMatchObject({
    ok: true,
    value: { isSwitching: false, changes: [{ path: 'source.baseUrl' }, { path: 'feeds.main' }] },
  });
  expect(show.onAir()).toEqual(['y', 'z']);
});

test('the effect of another service names every feed that follows, and is another one once they are others', async () => {
  const show = await openShow();
  const preview = await show.use({ preview: true });
  if (!preview.ok || !('changes' in preview.value)) throw new Error('no preview');
  const { changes } = preview.value;
  expect(changes[0]?.onAir).toMatch(/^the last good list of main and two stays/);
  await show.act('hold', 'two');
  const seen = changes.map(({ effect }) => effect);
  expect(await show.use({ seen })).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
  expect(show.onAir()).toEqual(['a', 'b']);
});

test('a choice without a key does not send the saved one to another service', async () => {
  const show = await openShow();
  const message = expect.stringContaining(show.before.baseUrl);
  const refused = { ok: false, code: 'SOURCE_KEY_OTHER_SERVICE', message };
  expect(await show.use({ apiKey: null, preview: true })).toMatchObject(refused);
  expect(await show.use({ apiKey: null })).toMatchObject(refused);
  expect(show.after.keys()).not.toContain('key');
});
