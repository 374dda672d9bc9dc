/** Tests what a change of the service together with other collections says about air, and that no list of the service before goes on air with it. */
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { openService, run, untilOnAir } from '../restartedShow.ts';
import { collection } from '../sourceHarness.ts';

const marit = { name: 'Marit', right: 'desk' } as const;
const both = [
  { slug: 'main', collectionId: 'col_1' },
  { slug: 'two', collectionId: 'col_2' },
];

/** Main has a and b and two has x; another service has y and z in the collection of two. */
async function openShow() {
  const before = await openService(collection('col_1', 1, ['a', 'b']), collection('col_2', 2, ['x']));
  const after = await openService(collection('col_1', 1, ['a']), collection('col_2', 3, ['y', 'z']));
  const show = await run(createTemporaryFolder('settings'), before.baseUrl, both);
  await untilOnAir(show, 'ab');
  await untilOnAir(show, 'x', 'two');
  const patch = {
    source: { baseUrl: after.baseUrl },
    feeds: both.map(({ slug }) => ({ slug, collectionId: 'col_2' })),
  };
  const { dispatch } = show.engine;
  const importFile = async (input: object) => {
    const result = await dispatch('importSettings', { file: patch, ...input }, marit);
    if (!result.ok || !('changes' in result.value)) throw new Error('not imported');
    return result.value.changes;
  };
  /** The other service accepts the same key. */
  const change = async (seen: readonly string[] | null) => {
    const changed = await dispatch('changeSettings', { patch, seen }, marit);
    await dispatch('changeSecrets', { keepApiKey: true, force: true }, marit);
    return changed;
  };
  return { ...show, after, importFile, change };
}

const notKnown = {
  path: 'feeds.main',
  onAir: 'not known for main; the live list of this collection at the other service goes on air once that responds',
  changesAir: true,
};

test('a collection of another service is never counted by the list of the service before', async () => {
  const show = await openShow();
  const changes = await show.importFile({ preview: true });
  expect(changes).toMatchObject([{ path: 'source.baseUrl', changesAir: true }, notKnown]);
  const reads = show.after.delay();
  const changed = show.change(changes.map(({ effect }) => effect));
  await waitUntil('a read', () => reads.waiting() > 0);
  expect(show.onAir()).toEqual(['a', 'b']);
  reads.end();
  expect(await changed).toMatchObject({ ok: true });
  await untilOnAir(show, 'yz');
  expect(show.feed()?.onAir.revision).toBe(2);
});

test('a feed that gets a collection while the other service is away keeps its list', async () => {
  const show = await openShow();
  show.after.setDown(true);
  expect(await show.change(null)).toMatchObject({ ok: true });
  expect([show.onAir(), show.onAir('two')]).toEqual([['a', 'b'], ['x']]);
  show.after.setDown(false);
  show.engine.checkNow();
  await untilOnAir(show, 'yz');
});

test('an import of the feed without the service is described and counted by the service in use', async () => {
  const show = await openShow();
  const only = ['feeds.main'];
  const [, main] = await show.importFile({ preview: true, only });
  expect(main).toMatchObject({ onAir: '2 off, 1 on in main, now', changesAir: true });
  expect(await show.importFile({ only, seen: [main?.effect] })).toMatchObject([{ path: 'feeds.main' }]);
  expect(show.onAir()).toEqual(['x']);
});

test('an import without a choice leaves the service, so it counts the feeds by the service in use', async () => {
  const show = await openShow();
  await show.act('hold');
  const [, main] = await show.importFile({ preview: true });
  expect(main).toMatchObject({ onAir: 'none for main; the live list of the other service waits', changesAir: false });
  expect(await show.importFile({})).toMatchObject([{ onAir: 'none; +1 −2 wait for main', changesAir: false }]);
});
