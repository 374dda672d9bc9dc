/** Tests that saving the choice of a collection never changes a feed, whatever is chosen before the save ends. */
import { expect, test } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import { feedOf, type ShowEvent } from '../../../src/core/show.ts';
import { createSettingsService } from '../../../src/engine/settings/settingsService.ts';
import { createMemoryStorage } from '../../../src/engine/settings/settingsStorage.ts';
import type { Persist } from '../../../src/engine/store.ts';
import { now } from '../../core/build.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { createTwoFeeds, main, ports, readTestSettings, two } from '../twoFeeds.ts';

const withThree: ShowEvent = {
  type: 'feedsConfigured',
  feeds: [main, two, { slug: 'three', collectionId: 'col_1' }],
  by: 'Tom',
  at: now,
};

/** Two feeds on a disk that can keep the writes of the show waiting. */
function openShow() {
  let disk = Promise.resolve();
  const persist: Persist = () => disk;
  const store = createTwoFeeds(persist);
  const settings = createSettingsService(createMemoryStorage(readTestSettings({ feeds: [main, two] })), {
    ...{ store, ports, dataDir: createTemporaryFolder('savedChoice'), version: '0' },
    state: store.state,
    isDeskPortFixed: true,
    countActiveConsumers: () => 0,
    hasOpenTakedown: () => false,
    fetchCollection: async () => null,
    serviceKey: { otherOwner: async () => null, leave: async () => undefined, settle: async () => undefined },
    apply: async () => undefined,
  });
  const point = (collectionId: string) =>
    store.apply({ type: 'feedPointed', feed: 'main', collectionId, hold: false, by: 'Ines', at: now });
  /** Saves the choice of col_2 in the settings while `change` is written to the show. */
  const saveDuring = async (change: () => Promise<unknown>): Promise<void> => {
    await point('col_2');
    let finishWrite = (): void => undefined;
    disk = new Promise((resolve) => {
      finishWrite = resolve;
    });
    const changed = change();
    await Promise.resolve();
    const saved = settings.saveChosenCollection('main', 'col_2', 'Ines');
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    finishWrite();
    await Promise.all([changed, saved]);
  };
  return { store, settings, point, saveDuring };
}

test('a feed keeps the newer choice that is written to the show while the one before is saved', async () => {
  const { store, settings, point, saveDuring } = openShow();
  await saveDuring(() => point('col_3'));
  expect(feedOf(store.state(), 'main')).toMatchObject({ collectionId: 'col_3', configuredId: 'col_2' });
  await settings.saveChosenCollection('main', 'col_3', 'Ines');
  expect(feedOf(store.state(), 'main')).toMatchObject({ collectionId: 'col_3', configuredId: 'col_3' });
  expect(settings.inUse().feeds).toEqual([{ slug: 'main', collectionId: 'col_3' }, two]);
});

test('a newer choice survives a restart with the settings of the one before', async () => {
  const { store, settings, point, saveDuring } = openShow();
  await saveDuring(() => point('col_3'));
  const started = advance(store.state(), { type: 'feedsConfigured', feeds: settings.inUse().feeds, at: now }).state;
  expect(feedOf(started, 'main')?.collectionId).toBe('col_3');
});

test('a feed that is added while a choice is saved stays', async () => {
  const { store, saveDuring } = openShow();
  await saveDuring(() => store.apply(withThree));
  expect(store.state().feeds.map(({ slug }) => slug)).toEqual(['main', 'two', 'three']);
});
