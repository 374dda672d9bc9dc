/** A collection that the service restored from a backup while no feed used it. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { hasDoubt } from '../../../src/core/doubtedLists.ts';
import { feedOf } from '../../../src/core/show.ts';
import { createReconfigure, type ReconfigureDeps } from '../../../src/engine/reconfigure.ts';
import { createSource } from '../../../src/engine/source.ts';
import { readForEffect } from '../../../src/engine/storeFetched.ts';
import { pointFeed } from '../pointFeed.ts';
import { collection, createHarness, respondWithCollection } from '../sourceHarness.ts';
import { readTestSettings } from '../testSettings.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** A feed has used `col_2`, and then `col_1` for some time. Meanwhile the service went back to an older version of `col_2`. */
async function startRewound(awayMs: number) {
  let second = collection('col_2', 20, ['newer']);
  const harness = await createHarness(
    (request, response) =>
      respondWithCollection(() => (request.url?.includes('col_2') ? second : collection('col_1', 1, ['other'])))(
        request,
        response,
      ),
    { mode: 'poll' },
    ['col_1'],
  );
  const { store, settle, ports, dataDir, clock } = harness;
  let { source } = harness;
  const now = () => new Date(clock.now()).toISOString();
  const point = async (collectionId: string, hold = false) => {
    const result = await pointFeed('main', collectionId, hold, { store, source, clock });
    await settle();
    return result;
  };
  const change = async () => {
    const read = (collectionId: string) => readTestSettings({ feeds: [{ slug: 'main', collectionId }] });
    const deps = { ...({} as ReconfigureDeps), store, ports, dataDir, source, findSeenRevision: async () => undefined };
    await createReconfigure(deps)(read('col_1'), read('col_2'), 'Ines', {}, () => true);
    await settle();
  };
  const restart = async () => {
    await source.stop();
    source = createSource(harness.settings, { store, ports, dataDir, isDemo: false });
    onTestFinished(() => source.stop());
    await source.start();
    await settle();
  };
  await source.start();
  await settle();
  expect(await point('col_2')).toMatchObject({ ok: true });
  expect(await point('col_1')).toMatchObject({ ok: true });
  second = collection('col_2', 10, ['restored']);
  await harness.advance(awayMs);
  return {
    ...{ ...harness, point, change, restart },
    isUnread: () => hasDoubt(store.state(), 'col_2', 'isUnread'),
    waiting: () => feedOf(store.state(), 'main')?.live.items.map(({ id }) => id),
    read: () => readForEffect(store, source, 'col_2', now()),
  };
}

it('shows its list when a feed uses it again', async () => {
  const { point, onAir, problemCodes, isUnread } = await startRewound(70_000);
  expect(await point('col_2')).toMatchObject({ ok: true });
  expect([onAir(), isUnread()]).toEqual([['restored'], false]);
  expect(problemCodes()).not.toContain('SOURCE_OLDER_IGNORED');
});

it('is refused for a while if a cache could have sent the older list', async () => {
  const { point, onAir, advance } = await startRewound(10_000);
  expect(await point('col_2')).toMatchObject({ ok: false, code: 'SOURCE_LIST_OLDER' });
  expect(onAir()).toEqual(['other']);
  await advance(60_000);
  expect(await point('col_2')).toMatchObject({ ok: true });
  expect(onAir()).toEqual(['restored']);
});

it('is refused for a while after a restart too', async () => {
  const { point, onAir, advance, restart } = await startRewound(70_000);
  await restart();
  expect(await point('col_2')).toMatchObject({ ok: false, code: 'SOURCE_LIST_OLDER' });
  expect(onAir()).toEqual(['other']);
  await advance(70_000);
  expect(await point('col_2')).toMatchObject({ ok: true });
  expect(onAir()).toEqual(['restored']);
});

it('brings the stored list as an unread one with a hold, until the service has repeated the older one', async () => {
  const { point, onAir, advance, isUnread, waiting } = await startRewound(10_000);
  expect(await point('col_2', true)).toMatchObject({ ok: true });
  expect([onAir(), waiting(), isUnread()]).toEqual([['other'], ['newer'], true]);
  await advance(90_000);
  expect([onAir(), waiting(), isUnread()]).toEqual([['other'], ['restored'], false]);
});

it('changes nothing on air when settings choose it, until the service has repeated the older list', async () => {
  const { change, read, onAir, advance } = await startRewound(10_000);
  expect(await read()).toMatchObject({ code: 'SOURCE_LIST_OLDER' });
  await change();
  expect(onAir()).toEqual(['other']);
  await advance(90_000);
  expect(onAir()).toEqual(['restored']);
});
