/** Tests that a stored list which the service has not confirmed since a feed began to use it is not taken as the service’s. */
import { expect, onTestFinished, test } from 'vitest';
import { setLanguage } from '../../../src/core/language/say.ts';
import type { ProblemCode } from '../../../src/core/problem.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { openService, run, untilOnAir } from '../restartedShow.ts';
import { collection } from '../sourceHarness.ts';

const marit = { name: 'Marit', right: 'desk' } as const;

type Running = Awaited<ReturnType<typeof run>>;

const hold = (show: Running, collectionId: string, slug = 'main') =>
  show.engine.dispatch('point', { feed: slug, collectionId, hold: true }, marit);

const messagesOf = (show: Running, wanted: ProblemCode): string[] =>
  show.engine
    .state()
    .problems.filter(({ code }) => code === wanted)
    .map(({ about, message }) => `${about} ${message.replaceAll(/[\u2066-\u2069]/g, '')}`);

const unreadOf = (show: Running): string[] => messagesOf(show, 'SOURCE_LIST_UNREAD');

/** Main had x and y of col_2 before, and has a of col_1 now; three has nothing. The service has deleted x since. */
async function openShow() {
  const dataDir = createTemporaryFolder('unread');
  const service = await openService(collection('col_1', 1, ['a']), collection('col_2', 2, ['x', 'y']));
  const start = (collectionId = 'col_1') =>
    run(dataDir, service.baseUrl, [
      { slug: 'main', collectionId },
      { slug: 'three', collectionId: null },
    ]);
  const show = await start();
  await untilOnAir(show, 'a');
  await show.point('col_2');
  await untilOnAir(show, 'xy');
  await show.point('col_1');
  service.change(collection('col_2', 3, ['y']));
  return { show, service, start };
}

test('another feed does not get a list that a held feed uses unread', async () => {
  const { show, service } = await openShow();
  service.setDown(true);
  expect(await hold(show, 'col_2')).toMatchObject({ ok: true });
  expect(await show.point('col_2', 'three')).toMatchObject({ ok: false, code: 'SOURCE_FAILING' });
  expect(show.onAir('three')).toEqual([]);
  expect(unreadOf(show)).toMatchObject([
    expect.stringContaining('On air is not affected until you take or release on main.'),
  ]);
  expect(await hold(show, 'col_2', 'three')).toMatchObject({ ok: true });
  await waitUntil('both named', () => unreadOf(show)[0]?.includes('take or release on main and three.') === true);
  service.setDown(false);
  expect(await show.point('col_2')).toMatchObject({ ok: true });
  await waitUntil('read', () => unreadOf(show).length === 0);
  expect(show.feed()?.live.items.map(({ id }) => id)).toEqual(['y']);
});

test('an unread list is described in a language that is chosen later', async () => {
  onTestFinished(() => setLanguage('en', {}));
  const { show, service } = await openShow();
  service.setDown(true);
  await hold(show, 'col_2');
  const german = { patch: { language: 'de' }, seen: null };
  expect(await show.engine.dispatch('changeSettings', german, marit)).toMatchObject({ ok: true });
  await waitUntil('German', () => unreadOf(show)[0]?.includes('Der Dienst hat') === true);
});

test('an unread list on air is named as on air', async () => {
  const { show, service } = await openShow();
  service.setDown(true);
  await hold(show, 'col_2');
  await show.engine.dispatch('take', { feed: 'main' }, marit);
  await waitUntil('on air', () => unreadOf(show)[0]?.includes('On air could be affected on main.') === true);
  service.setDown(false);
  await waitUntil('read', () => unreadOf(show).length === 0);
});

test('a list is still unread after a restart, until the service confirms it', async () => {
  const { show, service, start } = await openShow();
  service.setDown(true);
  await hold(show, 'col_2');
  await show.stop();
  const again = await start('col_2');
  await waitUntil('a failed poll', () => again.engine.state().problems.some(({ code }) => code === 'SOURCE_FAILING'));
  expect(unreadOf(again)).toHaveLength(1);
  expect(await again.point('col_2', 'three')).toMatchObject({ ok: false, code: 'SOURCE_FAILING' });
  service.setDown(false);
  await waitUntil('read', () => unreadOf(again).length === 0);
  expect(again.feed()?.live.items.map(({ id }) => id)).toEqual(['y']);
  await again.stop();
  service.setDown(true);
  expect(unreadOf(await start('col_2'))).toEqual([]);
});

test('a list that was read is not called unread after a restart while the service is down', async () => {
  const { show, service, start } = await openShow();
  await show.stop();
  service.setDown(true);
  const again = await start();
  await waitUntil('a failed poll', () => again.engine.state().problems.some(({ code }) => code === 'SOURCE_FAILING'));
  expect(unreadOf(again)).toEqual([]);
  expect(await again.point('col_1', 'three')).toMatchObject({ ok: false, code: 'SOURCE_FAILING' });
  expect(await hold(again, 'col_1', 'three')).toMatchObject({ ok: true });
});

test('a collection that the service has deleted is refused also with a hold', async () => {
  const { show, service } = await openShow();
  service.remove('col_2');
  expect(await hold(show, 'col_2')).toMatchObject({ ok: false, code: 'COLLECTION_UNKNOWN' });
  expect([show.feed()?.gate, show.feed()?.collectionId, unreadOf(show)]).toEqual(['following', 'col_1', []]);
});

test('a collection that was deleted while a feed uses it is refused for another feed', async () => {
  const { show, service } = await openShow();
  service.remove('col_1');
  await waitUntil('gone', () => show.engine.state().problems.some(({ code }) => code === 'SOURCE_COLLECTION_GONE'));
  expect(await show.point('col_1', 'three')).toMatchObject({ ok: false, code: 'COLLECTION_UNKNOWN' });
  expect(await hold(show, 'col_1', 'three')).toMatchObject({ ok: false, code: 'COLLECTION_UNKNOWN' });
  expect([show.onAir(), show.onAir('three')]).toEqual([['a'], []]);
});

test('a collection that was deleted at the service is still said to be gone, and refused for another feed, while the service is down', async () => {
  const { show, service, start } = await openShow();
  const isGone = ({ engine }: Running) => engine.state().problems.some(({ code }) => code === 'SOURCE_COLLECTION_GONE');
  const isFailing = ({ engine }: Running) => engine.state().problems.some(({ code }) => code === 'SOURCE_FAILING');
  service.remove('col_1');
  await waitUntil('gone', () => isGone(show));
  service.setDown(true);
  await waitUntil('a failed poll', () => isFailing(show));
  expect(isGone(show)).toBe(true);
  expect(await show.point('col_1', 'three')).toMatchObject({ ok: false, code: 'SOURCE_FAILING' });
  await show.stop();
  const again = await start();
  await waitUntil('a failed poll after a restart', () => isFailing(again));
  expect([isGone(again), again.onAir()]).toEqual([true, ['a']]);
  expect(await again.point('col_1', 'three')).toMatchObject({ ok: false, code: 'SOURCE_FAILING' });
  service.change(collection('col_1', 1, ['a']));
  service.setDown(false);
  await waitUntil('back', () => !isGone(again));
  expect(await again.point('col_1', 'three')).toMatchObject({ ok: true });
});

test('a collection that was deleted names the feeds that show its posts, and the held feeds that could take them, also after further polls', async () => {
  const { show, service } = await openShow();
  await hold(show, 'col_2', 'three');
  await hold(show, 'col_2');
  const lengthOf = (slug: string) => show.feed(slug)?.live.items.length;
  await waitUntil('both read', () => unreadOf(show).length === 0 && lengthOf('three') === 1 && lengthOf('main') === 1);
  service.remove('col_2');
  const gone = 'collection:col_2 The service no longer has collection Collection col_2.';
  const isSaid = (air: string) => () => messagesOf(show, 'SOURCE_COLLECTION_GONE')[0] === `${gone} ${air}`;
  await waitUntil('gone', isSaid('On air is not affected until you take or release on main and three.'));
  await show.engine.dispatch('take', { feed: 'three' }, marit);
  expect(show.onAir('three')).toEqual(['y']);
  const afterTake = 'Its posts are still on air on three. A take or release on main puts its posts on air too.';
  await waitUntil('on air', isSaid(afterTake));
  const before = service.requests().length;
  await waitUntil(
    'two further polls',
    () =>
      service
        .requests()
        .slice(before)
        .filter((url) => url.endsWith('/col_2')).length > 1,
  );
  expect(isSaid(afterTake)()).toBe(true);
});

test('a collection that was deleted names a feed that shows its posts but uses another collection, and Back of a cleared feed', async () => {
  const { show, service } = await openShow();
  await show.point('col_1', 'three');
  await untilOnAir(show, 'a', 'three');
  await hold(show, 'col_2');
  await show.engine.dispatch('clear', { feed: 'three' }, marit);
  service.remove('col_1');
  const gone = 'collection:col_1 The service no longer has collection Collection col_1.';
  const isSaid = (air: string) => () => messagesOf(show, 'SOURCE_COLLECTION_GONE')[0] === `${gone} ${air}`;
  const closed = 'A take or release on three puts its posts on air too.';
  const cleared = `${closed} Back on three puts its posts on air too.`;
  await waitUntil('gone', isSaid(`Its posts are still on air on main. ${cleared}`));
  await show.engine.dispatch('clear', { feed: 'main' }, marit);
  const offAir = 'On air is not affected until you take or release on three, or press Back on main and three.';
  await waitUntil('off air', isSaid(offAir));
  await show.engine.dispatch('back', { feed: 'three' }, marit);
  expect(show.onAir('three')).toEqual(['a']);
  await waitUntil('on air', isSaid('Its posts are still on air on three. Back on main puts its posts on air too.'));
  await show.engine.dispatch('back', { feed: 'main' }, marit);
  await waitUntil('both on air', isSaid('Its posts are still on air on main and three.'));
});

test('a feed with an unread list on air is named also after it uses another collection with a hold, until it shows that one', async () => {
  const { show, service } = await openShow();
  service.setDown(true);
  await hold(show, 'col_2');
  await show.engine.dispatch('take', { feed: 'main' }, marit);
  await hold(show, 'col_1');
  service.setDown(false);
  await waitUntil('col_1 read', () => unreadOf(show).every((message) => message.includes('col_2')));
  expect(unreadOf(show)).toMatchObject([expect.stringContaining('On air could be affected on main.')]);
  expect(show.onAir()).toEqual(['x', 'y']);
  await show.engine.dispatch('take', { feed: 'main' }, marit);
  expect(show.onAir()).toEqual(['a']);
  await waitUntil('nothing said', () => unreadOf(show).length === 0);
});

test('a collection that was deleted is named as long as a feed shows its posts or Back can, although no feed uses it', async () => {
  const { show, service, start } = await openShow();
  await show.point('col_1', 'three');
  await untilOnAir(show, 'a', 'three');
  service.remove('col_1');
  const gone = 'collection:col_1 The service no longer has collection Collection col_1.';
  const untilSaid = (running: Running, ...air: readonly string[]) =>
    waitUntil(air.join() || 'nothing said', () => {
      const expected = air.map((sentence) => `${gone} ${sentence}`).join();
      return messagesOf(running, 'SOURCE_COLLECTION_GONE').join() === expected;
    });
  await untilSaid(show, 'Its posts are still on air on main and three.');
  await show.engine.dispatch('clear', { feed: 'three' }, marit);
  await hold(show, 'col_2', 'three');
  await hold(show, 'col_2');
  const onMain = 'Its posts are still on air on main. Back on three puts its posts on air too.';
  await untilSaid(show, onMain);
  await show.stop();
  const again = await start('col_2');
  const press = (command: 'take' | 'back' | 'block' | 'unblock', feed: string, post = {}) =>
    again.engine.dispatch(command, { feed, ...post }, marit);
  await untilSaid(again, onMain);
  await press('take', 'main');
  await untilSaid(again, 'On air is not affected until you press Back on three.');
  await press('back', 'three');
  await untilSaid(again, 'Its posts are still on air on three.');
  await press('block', 'three', { itemId: 'a' });
  await untilSaid(again);
  await press('unblock', 'three', { itemId: 'a' });
  await untilSaid(again, 'Its posts are still on air on three.');
  await press('take', 'three');
  await untilSaid(again);
});

test('a collection that was deleted is named again once a restore puts its posts on air, and after a restart, until the service has it again and a feed uses it', async () => {
  const { show, service, start } = await openShow();
  const revision = show.feed()?.onAir.revision ?? 0;
  const isGone = (running: Running) => messagesOf(running, 'SOURCE_COLLECTION_GONE').length > 0;
  service.remove('col_1');
  await waitUntil('gone', () => isGone(show));
  expect(await show.point('col_2')).toMatchObject({ ok: true });
  await waitUntil('nothing said', () => !isGone(show));
  expect(await show.engine.dispatch('rollback', { feed: 'main', revision }, marit)).toMatchObject({ ok: true });
  expect(show.onAir()).toEqual(['a']);
  await waitUntil('named again', () => isGone(show));
  await show.stop();
  const again = await start('col_2');
  await waitUntil('named after a restart', () => isGone(again));
  expect(messagesOf(again, 'SOURCE_COLLECTION_GONE')).toMatchObject([
    expect.stringContaining('Its posts are still on air on main.'),
  ]);
  service.change(collection('col_1', 1, ['a']));
  expect(await again.point('col_1', 'three')).toMatchObject({ ok: true });
  await waitUntil('back', () => !isGone(again));
});

test('a removed feed that returns with its list while the service is down says that the list is unread', async () => {
  const { show, service } = await openShow();
  const configure = (feeds: { slug: string; collectionId: string | null }[]) =>
    show.engine.dispatch('changeSettings', { patch: { feeds }, seen: null }, marit);
  await show.point('col_2', 'three');
  await untilOnAir(show, 'y', 'three');
  expect(await configure([{ slug: 'main', collectionId: 'col_1' }])).toMatchObject({ ok: true });
  service.change(collection('col_2', 4, ['z']));
  service.setDown(true);
  await configure([
    { slug: 'main', collectionId: 'col_1' },
    { slug: 'three', collectionId: 'col_2' },
  ]);
  expect(show.onAir('three')).toEqual(['y']);
  await waitUntil('unread', () => unreadOf(show)[0]?.includes('On air could be affected on three.') === true);
  service.setDown(false);
  await untilOnAir(show, 'z', 'three');
  await waitUntil('read', () => unreadOf(show).length === 0);
});
