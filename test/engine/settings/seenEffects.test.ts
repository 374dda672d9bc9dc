/** Tests that a settings change which an operator was told leaves air alone never changes it, and that an undo reverses no other change. */
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { SettingsView } from '../../../src/contract/settings.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { openService, run, untilOnAir } from '../restartedShow.ts';
import { collection } from '../sourceHarness.ts';

const marit = { name: 'Marit', right: 'desk' } as const;
const tom = { name: 'Tom', right: 'desk' } as const;
const other = { feeds: [{ slug: 'main', collectionId: 'col_2' }] };

/** On col_1 with a and b, and held. */
async function openHeldShow() {
  const service = await openService(collection('col_1', 1, ['a', 'b']), collection('col_2', 2, ['x']));
  const show = await run(createTemporaryFolder('settings'), service.baseUrl, [{ slug: 'main', collectionId: 'col_1' }]);
  await untilOnAir(show, 'ab');
  await show.act('hold');
  const { dispatch } = show.engine;
  const preview = async (file: object) => {
    const result = await dispatch('importSettings', { file, preview: true }, marit);
    if (!result.ok || !('changes' in result.value)) throw new Error('no preview');
    return result.value.changes;
  };
  const importAs = (seen: readonly string[] | null) =>
    dispatch('importSettings', { file: other, only: ['feeds.main'], seen }, marit);
  const release = () => dispatch('release', { feed: 'main' }, tom);
  const change = (patch: object, by: typeof marit | typeof tom = marit, seen: readonly string[] | null = null) =>
    dispatch('changeSettings', { patch, seen }, by);
  /** Changes to col_2, whose first read is for the effect, the second for the change. The second waits. */
  const changeUntilSecondRead = async (seen: readonly string[] | null) => {
    const reads = service.delay();
    const changed = change(other, marit, seen);
    await waitUntil('the first read', () => reads.waiting() === 1);
    reads.answer();
    await waitUntil('the second read', () => reads.waiting() === 1);
    return { changed, reads };
  };
  const undo = (id: string | null, by: typeof marit | typeof tom = marit) => dispatch('undoSettings', { id }, by);
  return { ...show, service, preview, importAs, release, change, changeUntilSecondRead, undo };
}

/** Reads the feed two, and resolves once it has its list. */
async function openWall(feedBase: string | null) {
  const wall = new WebSocket(`${(feedBase ?? '').replace('http', 'ws')}/feeds/two/socket?name=Wall&client=w1`);
  onTestFinished(() => wall.terminate());
  await new Promise((resolve) => wall.once('message', resolve));
  return wall;
}

const undoIdOf = (result: Awaited<ReturnType<Awaited<ReturnType<typeof openHeldShow>>['change']>>): string =>
  (result.ok ? (result.value as SettingsView).undo?.id : null) ?? '';

test('an import whose preview said that its posts wait is refused once the feed follows live', async () => {
  const show = await openHeldShow();
  const [seen] = await show.preview(other);
  expect(seen).toMatchObject({ onAir: 'none; +1 −2 wait for main', changesAir: false });
  await show.release();
  expect(await show.importAs([seen?.effect ?? ''])).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
  expect(show.onAir()).toEqual(['a', 'b']);
  const [now] = await show.preview(other);
  expect(now).toMatchObject({ onAir: '2 off, 1 on in main, now', changesAir: true });
  expect(await show.importAs([now?.effect ?? ''])).toMatchObject({ ok: true });
  expect(show.onAir()).toEqual(['x']);
});

test('an import is accepted while air is left alone, although other numbers of posts wait', async () => {
  const show = await openHeldShow();
  const [seen] = await show.preview(other);
  show.service.change(collection('col_2', 3, ['x', 'y']));
  expect(await show.importAs([seen?.effect ?? ''])).toMatchObject({ ok: true });
  expect(show.onAir()).toEqual(['a', 'b']);
});

test('an import without the effects that were shown runs as before', async () => {
  const show = await openHeldShow();
  await show.release();
  expect(await show.importAs(null)).toMatchObject({ ok: true });
  expect(show.onAir()).toEqual(['x']);
});

test('an import of a change that somebody else has made meanwhile is refused', async () => {
  const show = await openHeldShow();
  const [seen] = await show.preview(other);
  await show.change(other, tom);
  expect(await show.importAs([seen?.effect ?? ''])).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
});

test('a feed that is released while its other collection is being read keeps its list', async () => {
  const show = await openHeldShow();
  const [seen] = await show.preview(other);
  const { changed, reads } = await show.changeUntilSecondRead([seen?.effect ?? '']);
  await show.release();
  reads.end();
  expect(await changed).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
  expect([show.onAir(), show.feed()?.collectionId]).toEqual([['a', 'b'], 'col_1']);
});

test('a refused change of a feed’s collection keeps the collection that an operator chose meanwhile', async () => {
  const show = await openHeldShow();
  show.service.change(collection('col_3', 3, ['c']));
  const [seen] = await show.preview(other);
  const { changed, reads } = await show.changeUntilSecondRead([seen?.effect ?? '']);
  await show.release();
  const chosen = show.point('col_3');
  await untilOnAir(show, 'c');
  const revision = show.feed()?.onAir.revision;
  reads.end();
  expect([await changed, await chosen]).toMatchObject([{ code: 'SETTINGS_EFFECT_CHANGED' }, { ok: true }]);
  expect([show.feed()?.collectionId, show.engine.settings().feeds[0]?.collectionId]).toEqual(['col_3', 'col_3']);
  expect(show.feed()?.onAir.revision).toBe(revision);
});

test('a collection that an operator chooses while a settings change waits for its list stays, and the change is refused', async () => {
  const show = await openHeldShow();
  show.service.change(collection('col_3', 3, ['c']));
  await show.release();
  const { changed, reads } = await show.changeUntilSecondRead(null);
  const chosen = show.point('col_3');
  await untilOnAir(show, 'c');
  reads.end();
  expect([await changed, await chosen]).toMatchObject([
    { ok: false, code: 'SETTINGS_EFFECT_CHANGED' },
    { ok: true, value: { collectionId: 'col_3' } },
  ]);
  expect([show.onAir(), show.engine.settings().feeds[0]?.collectionId]).toEqual([['c'], 'col_3']);
});

test('an undo that waits for its list is refused once somebody else has held and released the feed', async () => {
  const show = await openHeldShow();
  await show.release();
  for (const collectionId of ['col_2', 'col_1'])
    expect(await show.change({ feeds: [{ slug: 'main', collectionId }] })).toMatchObject({ ok: true });
  await untilOnAir(show, 'ab');
  const reads = show.service.delay();
  const undone = show.undo(null);
  await waitUntil('the read', () => reads.waiting() === 1);
  for (const name of ['hold', 'release'] as const)
    expect(await show.engine.dispatch(name, { feed: 'main' }, tom)).toMatchObject({ ok: true });
  reads.end();
  expect(await undone).toMatchObject({ ok: false, code: 'SETTINGS_EFFECT_CHANGED' });
  expect(show.onAir()).toEqual(['a', 'b']);
});

test('an undo of an import is refused once somebody else has changed the gate of its feed', async () => {
  const show = await openHeldShow();
  expect(await show.importAs(null)).toMatchObject({ ok: true });
  await show.release();
  await untilOnAir(show, 'x');
  expect(await show.undo(null)).toMatchObject({
    ...{ ok: false, code: 'SETTINGS_UNDO_GATE' },
    message: expect.stringMatching(/^.?Tom.? changed the gate of main after this change/),
  });
  expect(show.onAir()).toEqual(['x']);
  expect(show.feed()?.collectionId).toBe('col_2');
});

test('an undo of a collection is refused once somebody else has held and released its feed, which follows live as before', async () => {
  const show = await openHeldShow();
  await show.release();
  expect(await show.change(other)).toMatchObject({ ok: true });
  await untilOnAir(show, 'x');
  for (const name of ['hold', 'release'] as const)
    expect(await show.engine.dispatch(name, { feed: 'main' }, tom)).toMatchObject({ ok: true });
  expect(await show.undo(null)).toMatchObject({ ok: false, code: 'SETTINGS_UNDO_GATE' });
  expect(show.onAir()).toEqual(['x']);
});

test.each(['main', 'two'])(
  'an undo of another service is refused once somebody else has changed the gate of %s',
  async (feed) => {
    const show = await openHeldShow();
    await show.change({
      feeds: [
        { slug: 'main', collectionId: 'col_1' },
        { slug: 'two', collectionId: null },
      ],
    });
    const next = await openService(collection('col_1', 1, ['x']));
    expect(await show.change({ source: { baseUrl: next.baseUrl } })).toMatchObject({ ok: true });
    const gate = show.feed(feed)?.gate === 'following' ? 'hold' : 'release';
    expect(await show.engine.dispatch(gate, { feed }, tom)).toMatchObject({ ok: true });
    expect(await show.undo(null)).toMatchObject({
      ok: false,
      code: 'SETTINGS_UNDO_GATE',
      message: expect.stringContaining(feed),
    });
    expect(show.engine.settings().source.baseUrl).toBe(next.baseUrl);
  },
);

test('an undo of another service, and of a collection, is refused once somebody else has chosen a collection', async () => {
  const show = await openHeldShow();
  const next = await openService(collection('col_1', 1, ['x']), collection('col_3', 3, ['c']));
  show.service.change(collection('col_3', 3, ['c']));
  const changes = [
    { patch: other, setting: 'Feed main', chosen: 'col_3' },
    { patch: { source: { baseUrl: next.baseUrl } }, setting: 'Source address', chosen: 'col_1' },
  ];
  for (const { patch, setting, chosen } of changes) {
    expect(await show.change(patch)).toMatchObject({ ok: true });
    const point = { feed: 'main', collectionId: chosen, hold: true };
    expect(await show.engine.dispatch('point', point, tom)).toMatchObject({ ok: true });
    expect(await show.undo(null)).toMatchObject({
      ...{ ok: false, code: 'SETTINGS_UNDO_COLLECTION' },
      message: expect.stringMatching(/^.?Tom.? chose a collection for main after this change/),
      nextStep: expect.stringContaining(`“${setting}”`),
    });
    expect(show.feed()?.collectionId).toBe(chosen);
  }
  expect(show.engine.settings().source.baseUrl).toBe(next.baseUrl);
});

test('an undo of another service keeps the collection that the same operator chose afterwards', async () => {
  const show = await openHeldShow();
  const next = await openService(collection('col_1', 1, ['x']));
  await show.change(other);
  await show.change({ source: { baseUrl: next.baseUrl } });
  const point = { feed: 'main', collectionId: 'col_1', hold: true };
  expect(await show.engine.dispatch('point', point, marit)).toMatchObject({ ok: true });
  expect(await show.undo(null)).toMatchObject({ ok: true, value: { changes: [{ path: 'source.baseUrl' }] } });
  expect(show.engine.settings()).toMatchObject({
    source: { baseUrl: show.service.baseUrl },
    feeds: [{ collectionId: 'col_1' }],
  });
});

test('an undo of an import is not refused after a change of the gate by the same operator', async () => {
  const show = await openHeldShow();
  expect(await show.importAs(null)).toMatchObject({ ok: true });
  await show.engine.dispatch('release', { feed: 'main' }, marit);
  expect(await show.undo(null)).toMatchObject({ ok: true });
  await untilOnAir(show, 'ab');
});

test('an undo reverses only the change that it names', async () => {
  const show = await openHeldShow();
  const first = undoIdOf(await show.change({ media: { quotaMegabytes: 512 } }));
  const second = undoIdOf(await show.change({ history: { maxRevisions: 100 } }));
  expect(await show.undo(first)).toMatchObject({ ok: false, code: 'SETTINGS_UNDO_OTHER' });
  expect(await show.undo(second)).toMatchObject({ ok: true, value: { changes: [{ path: 'history.maxRevisions' }] } });
  expect(await show.undo(second)).toMatchObject({ ok: false, code: 'SETTINGS_UNDO_NONE' });
});

test('nobody undoes the change of somebody else', async () => {
  const show = await openHeldShow();
  const mine = undoIdOf(await show.change({ media: { quotaMegabytes: 512 } }));
  const theirs = undoIdOf(await show.change(other, tom));
  for (const id of [mine, theirs, null])
    expect(await show.undo(id)).toMatchObject({
      code: 'SETTINGS_UNDO_OTHER',
      message: expect.stringMatching(/another one, by .?Tom/u),
    });
  expect(show.feed()?.collectionId).toBe('col_2');
  expect(await show.undo(null, tom)).toMatchObject({ ok: true });
  expect(show.feed()?.collectionId).toBe('col_1');
});

test('a confirmed deletion of one feed is refused if it would delete another feed too', async () => {
  const show = await openHeldShow();
  const main = { slug: 'main', collectionId: 'col_1' };
  const [old, bonus] = ['old', 'bonus'].map((slug) => ({ slug, collectionId: null }));
  await show.change({ feeds: [main, old] });
  const [seen] = await show.preview({ feeds: [main] });
  await show.change({ feeds: [main, old, bonus] }, tom);
  expect(await show.change({ feeds: [main] }, marit, [seen?.effect ?? ''])).toMatchObject({
    code: 'SETTINGS_EFFECT_CHANGED',
  });
  expect(await show.change({ feeds: [main, bonus] }, marit, [seen?.effect ?? ''])).toMatchObject({
    ok: true,
    value: { changes: [{ path: 'feeds.old', to: null }] },
  });
});

test('a feed that a program begins to read while another collection is being read is not removed', async () => {
  const show = await openHeldShow();
  const main = { slug: 'main', collectionId: 'col_1' };
  await show.change({ feeds: [main, { slug: 'two', collectionId: null }] });
  const { changed, reads } = await show.changeUntilSecondRead(null);
  await openWall(show.engine.feedBase());
  reads.end();
  expect(await changed).toMatchObject({ ok: false, code: 'SETTINGS_FEED_READ' });
  expect([show.feed('two')?.slug, show.feed()?.collectionId]).toEqual(['two', 'col_1']);
});

test('a feed whose reader left with a blocked post while another collection is being read is not removed', async () => {
  const show = await openHeldShow();
  show.service.change(collection('col_3', 3, ['q', 'r']));
  const main = { slug: 'main', collectionId: 'col_1' };
  await show.change({ feeds: [main, { slug: 'two', collectionId: null }] });
  await show.engine.dispatch('release', { feed: 'two' }, tom);
  await show.point('col_3', 'two');
  await untilOnAir(show, 'qr', 'two');
  const [seen, removed] = await show.preview(other);
  const { changed, reads } = await show.changeUntilSecondRead([seen?.effect ?? '', removed?.effect ?? '']);
  const wall = await openWall(show.engine.feedBase());
  wall.terminate();
  await waitUntil('the wall to leave', () => show.engine.consumers('two').length === 0);
  await show.engine.dispatch('block', { feed: 'two', itemId: 'q' }, tom);
  reads.end();
  expect(await changed).toMatchObject({ ok: false, code: 'SETTINGS_FEED_UNCONFIRMED' });
  expect([show.onAir('two'), show.feed()?.collectionId]).toEqual([['r'], 'col_1']);
  await show.engine.dispatch('confirm', { feed: 'two', itemId: 'q' }, tom);
  expect(await show.change(other)).toMatchObject({ ok: true });
});
