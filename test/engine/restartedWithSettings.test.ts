/** Tests that a start with other settings than before never says that on air is unchanged when it is not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setLanguage } from '../../src/core/language/say.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { type Feeds, openService, run, untilOnAir } from './restartedShow.ts';
import { collection } from './sourceHarness.ts';

/** The saved event log as text. */
const readLog = (dataDir: string): string => {
  const folder = join(dataDir, 'event-log');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

const main = (collectionId: string): Feeds => [{ slug: 'main', collectionId }];

async function openBoth() {
  return openService(collection('col_1', 1, ['a', 'b']), collection('col_2', 2, ['x', 'y', 'z']));
}

test('with the same settings, on air is said to be unchanged', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(first, 'ab');
  await first.stop();
  const second = await run(dataDir, service.baseUrl, main('col_1'));
  await expect
    .poll(() => second.restart())
    .toBe('Greenroom restarted. On air started unchanged on main: revision 1, following live.');
  expect(second.feed()?.changedAtStart).toBeNull();
});

test('a feed that uses another collection keeps its list while the service is away, even if the other list is stored', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, [...main('col_1'), { slug: 'side', collectionId: 'col_2' }]);
  await untilOnAir(first, 'ab');
  await untilOnAir(first, 'xyz', 'side');
  await first.stop();
  service.setDown(true);
  const second = await run(dataDir, service.baseUrl, [...main('col_2'), { slug: 'side', collectionId: 'col_2' }]);
  expect(second.onAir()).toEqual(['a', 'b']);
  expect(second.feed()).toMatchObject({ hasChangedSinceRestart: false, changedAtStart: 'collection' });
  await expect
    .poll(() => second.restart())
    .toBe(
      'Greenroom restarted with other settings: main uses another collection. On air started unchanged and can change when its list is read: revision 1, not following live.',
    );
  await expect.poll(() => second.restart('side')).toMatch(/ started unchanged on side: revision 1, /);
  service.setDown(false);
  second.engine.checkNow();
  // The service sends the list that is stored, and not a newer one.
  await untilOnAir(second, 'xyz');
  await second.stop();
  const third = await run(dataDir, service.baseUrl, [...main('col_2'), { slug: 'side', collectionId: 'col_2' }]);
  await expect.poll(() => third.restart()).toMatch(/ started unchanged on main: revision 2, following live\.$/);
});

test('a feed that still waits for the list of another collection keeps its own over a second restart', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, main('col_2'));
  await untilOnAir(first, 'xyz');
  await first.stop();
  const second = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(second, 'ab');
  await second.stop();
  service.setDown(true);
  service.change(collection('col_2', 3, ['z']));
  for (let restarts = 0; restarts < 2; restarts += 1) {
    const running = await run(dataDir, service.baseUrl, main('col_2'));
    expect(running.onAir()).toEqual(['a', 'b']);
    await running.stop();
  }
  service.setDown(false);
  const last = await run(dataDir, service.baseUrl, main('col_2'));
  await untilOnAir(last, 'z');
});

test('a feed that was removed, and is added again after its collection moved on, is said to have changed on air', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const both: Feeds = [...main('col_1'), { slug: 'side', collectionId: 'col_1' }];
  const first = await run(dataDir, service.baseUrl, both);
  await untilOnAir(first, 'ab', 'side');
  await first.stop();
  const second = await run(dataDir, service.baseUrl, main('col_1'));
  service.change(collection('col_1', 5, ['b']));
  await untilOnAir(second, 'b');
  await second.stop();
  service.setDown(true);
  const third = await run(dataDir, service.baseUrl, both);
  expect(third.onAir('side')).toEqual(['b']);
  await expect
    .poll(() => third.restart('side'))
    .toBe(
      'Greenroom restarted with other settings: side was added again. On air has changed: revision 2, following live.',
    );
  await third.stop();
  expect(readLog(dataDir)).toMatch(/side: Restart\. .* off air\. 1 post on air\./);
});

test('a feed that uses a collection not read yet is said to change when it is read, and a held one not', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, [...main('col_1'), { slug: 'side', collectionId: 'col_1' }]);
  await untilOnAir(first, 'ab');
  await untilOnAir(first, 'ab', 'side');
  await first.act('hold', 'side');
  await first.stop();
  service.setDown(true);
  const second = await run(dataDir, service.baseUrl, [...main('col_2'), { slug: 'side', collectionId: 'col_2' }]);
  expect(second.onAir()).toEqual(['a', 'b']);
  await expect
    .poll(() => second.restart())
    .toBe(
      'Greenroom restarted with other settings: main uses another collection. On air started unchanged and can change when its list is read: revision 1, not following live.',
    );
  await expect
    .poll(() => second.restart('side'))
    .toBe(
      'Greenroom restarted with other settings: side uses another collection. On air started unchanged: revision 1, held.',
    );
  service.setDown(false);
  second.engine.checkNow();
  await untilOnAir(second, 'xyz');
  expect(second.onAir('side')).toEqual(['a', 'b']);
  expect(second.feed()).toMatchObject({ hasChangedSinceRestart: true, changedAtStart: 'collection' });
});

test('another service is followed from its first list, even if it is older, and the restart says so', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const other = await openService(collection('col_1', -1000, ['old']));
  const first = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(first, 'ab');
  await first.stop();
  const second = await run(dataDir, other.baseUrl, main('col_1'));
  await expect
    .poll(() => second.restart())
    .toBe(
      'Greenroom restarted with other settings: the service has another address. On air started unchanged and can change when its list is read: revision 1, following live.',
    );
  await untilOnAir(second, 'old');
  expect(second.engine.state().problems.map(({ code }) => code)).not.toContain('SOURCE_OLDER_IGNORED');
  await second.stop();
  // The same service again: nothing has changed.
  const third = await run(dataDir, other.baseUrl, main('col_1'));
  await expect.poll(() => third.restart()).toMatch(/^Greenroom restarted\. On air started unchanged on main: /);
});

test('another service with the same list is another one only once', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const other = await openBoth();
  const first = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(first, 'ab');
  await first.stop();
  const second = await run(dataDir, other.baseUrl, main('col_1'));
  expect(second.feed()?.changedAtStart).toBe('service');
  await waitUntil('its list is confirmed', () => second.engine.state().source.freshness === 'fresh');
  await second.stop();
  const third = await run(dataDir, other.baseUrl, main('col_1'));
  expect(third.feed()?.changedAtStart).toBeNull();
});

test('a feed that was removed and added again is not said to be unchanged', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, [...main('col_1'), { slug: 'side', collectionId: 'col_2' }]);
  await untilOnAir(first, 'xyz', 'side');
  await first.stop();
  const second = await run(dataDir, service.baseUrl, main('col_1'));
  expect(second.feed('side')).toBeUndefined();
  await second.stop();
  expect(readLog(dataDir)).toContain('side: removed from the settings.');
  service.setDown(true);
  const third = await run(dataDir, service.baseUrl, [...main('col_1'), { slug: 'side', collectionId: 'col_2' }]);
  await expect
    .poll(() => third.restart('side'))
    .toBe(
      'Greenroom restarted with other settings: side was added again. On air started with its last list from before: revision 1, following live.',
    );
  await expect.poll(() => third.restart()).toMatch(/^Greenroom restarted\. On air started unchanged on main: /);
});

test('what is said about a restart follows the language', async () => {
  onTestFinished(() => setLanguage('en', {}));
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(first, 'ab');
  await first.stop();
  const second = await run(dataDir, service.baseUrl, main('col_1'));
  await expect.poll(() => second.restart()).toMatch(/^Greenroom restarted/);
  await second.engine.dispatch('changeSettings', { patch: { language: 'de' } }, { name: 'Desk', right: 'desk' });
  await expect
    .poll(() => second.restart())
    .toMatch(/^Greenroom wurde neu gestartet\. Die Sendung begann auf main unverändert: Revision 1, folgt/);
});

test('a feed that was renamed in the settings is said to be gone, with what its readers get, until it is added again', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(first, 'ab');
  await first.stop();
  const before = await run(dataDir, service.baseUrl, [{ slug: 'maim', collectionId: 'col_1' }]);
  await untilOnAir(before, 'ab', 'maim');
  await before.stop();
  // Another restart does not forget it.
  const second = await run(dataDir, service.baseUrl, [{ slug: 'maim', collectionId: 'col_1' }]);
  const findGone = () => second.engine.state().problems.find(({ code }) => code === 'FEED_REMOVED_WHILE_STOPPED');
  await expect.poll(findGone).toMatchObject({
    about: 'feed:main',
    message: expect.stringMatching(/^The feed main was removed .* status 404, .* On air could be affected\.$/),
  });
  const added = [{ slug: 'maim', collectionId: 'col_1' }, ...main('col_1')];
  await second.engine.dispatch('changeSettings', { patch: { feeds: added } }, { name: 'Desk', right: 'desk' });
  await expect.poll(findGone).toBeUndefined();
  const removed = { feeds: [{ slug: 'maim', collectionId: 'col_1' }] };
  await second.engine.dispatch('changeSettings', { patch: removed }, { name: 'Desk', right: 'desk' });
  expect(second.feed()).toBeUndefined();
  await second.stop();
  const third = await run(dataDir, service.baseUrl, removed.feeds);
  expect(third.engine.state().problems.map(({ code }) => code)).not.toContain('FEED_REMOVED_WHILE_STOPPED');
});
