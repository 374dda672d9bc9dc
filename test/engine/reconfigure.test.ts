import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import { feedOf } from '../../src/core/show.ts';
import { createJournalWith } from '../../src/disk/journal.ts';
import { createReconfigure, type ReconfigureDeps } from '../../src/engine/reconfigure.ts';
import type { Persist, Store } from '../../src/engine/store.ts';
import { now } from '../core/build.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { readTestSettings } from './testSettings.ts';
import { createTwoFeeds, main, ports, two } from './twoFeeds.ts';

const readFeeds = (...feeds: readonly (typeof main)[]) => readTestSettings({ feeds });

/** Two feeds with the same posts, on a disk that keeps each write waiting. */
function openShow() {
  const writes: (() => void)[] = [];
  const persist: Persist = () => new Promise((resolve) => writes.push(resolve));
  const store = createTwoFeeds(persist);
  const applied: string[] = [];
  const apply: Store['apply'] = (event) => {
    applied.push(event.type);
    return store.apply(event);
  };
  const reconfigure = createReconfigure({
    ...({} as ReconfigureDeps),
    ...{
      store: { ...store, apply },
      ports,
      dataDir: createTemporaryFolder('reconfigure'),
      findSeenRevision: async () => undefined,
    },
  });
  const block = (feed: string) =>
    store.apply({ type: 'itemBlocked', feed, itemId: 'a', reason: null, by: 'Ines', at: now });
  const hasNoBlock = () => (feedOf(store.state(), 'two')?.blocks.length ?? 0) === 0;
  const removeTwo = () => reconfigure(readFeeds(main, two), readFeeds(main), 'Tom', {}, hasNoBlock);
  /** Saves, once the removal waits for the store. */
  const finishWrites = async (): Promise<void> => {
    await waitUntil('the removal', () => applied.includes('feedsConfigured'));
    for (let turn = 0; turn < 20; turn += 1) {
      writes.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { store, block, removeTwo, finishWrites };
}

test('a feed is not removed while a block of its post is being saved', async () => {
  const { store, block, removeTwo, finishWrites } = openShow();
  const blocked = block('two');
  await Promise.resolve();
  const removed = removeTwo().catch((error: unknown) => error);
  await finishWrites();
  expect(await removed).toMatchObject({ code: 'FEED_NEEDED' });
  expect(await blocked).toEqual({ kind: 'done' });
  expect(feedOf(store.state(), 'two')?.blocks).toMatchObject([{ itemId: 'a' }]);
});

test('a feed that is added begins its own history if its folder has that of another feed', async () => {
  const store = createTwoFeeds(async () => undefined);
  const dataDir = createTemporaryFolder('reconfigure');
  const folder = join(dataDir, 'history/three');
  await mkdir(folder, { recursive: true });
  const path = join(folder, '000000000000070.journal');
  await (await createJournalWith(path, [{ feed: 'two', revision: 70 }])).close();
  const raised: Problem[] = [];
  const raise = (problem: Problem): void => void raised.push(problem);
  const source = {
    readCollection: async () => ({ failed: true }),
    refresh: async () => null,
    recordReadForUse() {},
  } as never;
  const reconfigure = createReconfigure({
    ...({} as ReconfigureDeps),
    ...{ store, ports, dataDir, raise, source, findSeenRevision: async () => undefined },
  });
  const three = { slug: 'three', collectionId: 'col_1' };
  await reconfigure(readFeeds(main, two), readFeeds(main, two, three), 'Tom', {}, () => true);
  expect(feedOf(store.state(), 'three')?.onAir.revision).toBeLessThan(70);
  expect(await readdir(join(dataDir, 'history'))).toEqual(['three.corrupt']);
  expect(raised.map(({ message }) => message)).toEqual([
    'The folder history/three has the history of another feed. It was kept as history/three.corrupt, and three begins a new history. On air is not affected.',
  ]);
});

test('a block in another feed does not stop a removal', async () => {
  const { store, block, removeTwo, finishWrites } = openShow();
  const blocked = block('main');
  const removed = removeTwo();
  await finishWrites();
  expect([await removed, await blocked]).toEqual([undefined, { kind: 'done' }]);
  expect(store.state().feeds.map(({ slug }) => slug)).toEqual(['main']);
});
