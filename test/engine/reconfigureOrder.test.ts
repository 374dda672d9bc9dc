/** Tests that a settings change that is refused has changed nothing on air on the way, and which lists feeds have after it. */
import { expect, test } from 'vitest';
import { readFeedsSeen } from '../../src/core/feedsSeen.ts';
import { feedOf } from '../../src/core/show.ts';
import { createReconfigure, type ReconfigureDeps } from '../../src/engine/reconfigure.ts';
import { now } from '../core/build.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { readTestSettings } from './testSettings.ts';
import { createTwoFeeds, main, ports, two } from './twoFeeds.ts';

const moved = { slug: 'two', collectionId: 'col_2' };
const other = { source: { baseUrl: 'https://two.example' } };

const readChange = (document: object) =>
  readTestSettings({ source: { baseUrl: 'https://one.example' }, feeds: [main, two], ...document });

/** Main and two with a, b and c; `called` has what was done to the other parts. */
function openShow(fail: (call: string) => Promise<void> = async () => undefined) {
  const store = createTwoFeeds(async () => undefined);
  const called: string[] = [];
  const record = async (call: string): Promise<void> => {
    called.push(call);
    await fail(call);
  };
  const parts = {
    source: {
      prepare: async () => undefined,
      configure: ({ baseUrl }: { baseUrl: string }) => record(baseUrl),
      ...{ refresh: async () => null, serviceAddress: () => '' },
      recordReadForUse: () => undefined,
      readCollection: async () => {
        await record('read');
        return { code: 'SOURCE_OFFLINE' };
      },
    },
    media: { configure: () => undefined },
    theme: { configure: () => void record('overlays') },
    ...{ store, ports, dataDir: createTemporaryFolder('reconfigure'), findSeenRevision: async () => undefined },
  };
  const reconfigure = createReconfigure(parts as unknown as ReconfigureDeps);
  const seen = readFeedsSeen(store.state().feeds, 'gate');
  const change = (document: object, mayRemoveFeeds = () => true) =>
    reconfigure(readChange({}), readChange(document), 'Tom', seen, mayRemoveFeeds).catch((error: unknown) => error);
  const hold = () => store.apply({ type: 'feedHeld', feed: 'two', by: 'Ines', at: now });
  return { called, change, hold, two: () => feedOf(store.state(), 'two') };
}

test('a change of the service that a gate refuses never reaches the other service', async () => {
  const show = openShow();
  await show.hold();
  expect(await show.change({ ...other, feeds: [main, moved] })).toMatchObject({ code: 'AIR_CHANGED' });
  expect(show.called).toEqual([]);
  expect(show.two()?.collectionId).toBe('col_1');
});

test('a change of the service that a reader of a removed feed refuses never reaches the other service', async () => {
  const show = openShow();
  expect(await show.change({ ...other, feeds: [main] }, () => false)).toMatchObject({ code: 'FEED_NEEDED' });
  expect(show.called).toEqual([]);
});

test('a feed keeps its list until the other service has sent its new collection', async () => {
  const show = openShow();
  expect(await show.change({ ...other, feeds: [main, moved] })).toBeUndefined();
  expect(show.called).toEqual(['https://two.example']);
  expect(show.two()).toMatchObject({ collectionId: 'col_2', live: { header: { id: 'col_1' } } });
});

test('nothing has changed on air while a collection is read, and a hold meanwhile refuses all of the change', async () => {
  let endRead = (): void => undefined;
  const show = openShow(() => new Promise((resolve) => (endRead = resolve)));
  const changed = show.change({ overlay: { accent: '#123456' }, feeds: [main, moved] });
  await waitUntil('the read', () => show.called.length > 0);
  await show.hold();
  endRead();
  expect(await changed).toMatchObject({ code: 'AIR_CHANGED' });
  expect(show.called).toEqual(['read']);
});

test('if the service can’t be changed after all, each feed has its collection and its list as before', async () => {
  const show = openShow(async (call) => {
    if (call === 'https://two.example') throw new Error('no service');
  });
  const before = show.two();
  expect(await show.change({ ...other, feeds: [main, moved] })).toMatchObject({ message: 'no service' });
  expect(show.called).toEqual(['https://two.example', 'https://one.example']);
  expect(show.two()).toEqual(before);
});
