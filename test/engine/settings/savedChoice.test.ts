/** Tests that saving the choice of a collection never changes a feed, whatever is chosen before the save ends. */
import { expect, test } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import { feedOf, type ShowEvent } from '../../../src/core/show.ts';
import type { SettingsDocument } from '../../../src/engine/settings/document.ts';
import { createSettingsService } from '../../../src/engine/settings/settingsService.ts';
import { createMemoryStorage, type SettingsStorage } from '../../../src/engine/settings/settingsStorage.ts';
import { createStore, type Persist } from '../../../src/engine/store.ts';
import { now } from '../../core/build.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { readTestSettings } from '../testSettings.ts';
import { createTwoFeeds, main, ports, two, unusedDeps } from '../twoFeeds.ts';

const withThree: ShowEvent = {
  type: 'feedsConfigured',
  feeds: [main, two, { slug: 'three', collectionId: 'col_1' }],
  by: 'Tom',
  at: now,
};

const full = (): Error => Object.assign(new Error('no space left'), { code: 'ENOSPC' });

/** Two feeds on a disk that can keep the writes of the show waiting. */
function openShow() {
  let disk = Promise.resolve();
  const persist: Persist = () => disk;
  const store = createTwoFeeds(persist);
  const settings = createSettingsService(createMemoryStorage(readTestSettings({ feeds: [main, two] })), {
    ...{ store, ports, dataDir: createTemporaryFolder('savedChoice'), version: '0' },
    ...unusedDeps(store),
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

/** Two feeds whose settings file and show can refuse their writes. */
function openFailingShow() {
  const clock = createFakeClock();
  let isShowFull = false;
  const store = createStore(
    createTwoFeeds(async () => undefined).state(),
    async (_, into) => {
      if (isShowFull && into === 'files') throw full();
    },
    { clock, log: () => undefined },
  );
  let file: SettingsDocument = readTestSettings({ feeds: [main, two] });
  let isFileFull = false;
  let onFileWritten = (): void => undefined;
  let fileAnswers: Promise<void> | null = null;
  let isFileAwaited = false;
  const storage: SettingsStorage = {
    written: file,
    applyOverrides: (read) => read,
    save: async (document) => {
      isFileAwaited = fileAnswers !== null;
      await fileAnswers;
      if (isFileFull) throw full();
      file = document;
      onFileWritten();
    },
  };
  const settings = createSettingsService(storage, {
    ...{ store, ports: { clock, log: () => undefined }, dataDir: createTemporaryFolder('savedChoice'), version: '0' },
    ...unusedDeps(store),
  });
  const choose = async (collectionId: string): Promise<void> => {
    await store.apply({ type: 'feedPointed', feed: 'main', collectionId, hold: false, by: 'Ines', at: now });
    await settings.saveChosenCollection('main', collectionId, 'Ines');
  };
  return {
    ...{ settings, clock, choose },
    failShow: (fails: boolean) => {
      isShowFull = fails;
    },
    failFile: (fails: boolean) => {
      isFileFull = fails;
    },
    /** The file does not answer. Returns a function that lets it. */
    hangFile: () => {
      let answer = (): void => undefined;
      fileAnswers = new Promise((resolve) => {
        answer = resolve;
      });
      return () => answer();
    },
    isFileAwaited: () => isFileAwaited,
    saved: () => readTestSettings(file).feeds[0]?.collectionId,
    onFileWritten: (listener: () => void) => {
      onFileWritten = listener;
    },
    /** The feed’s collection after a kill and a restart. */
    restart: () => {
      const { feeds } = readTestSettings(file);
      const started = advance(store.state(), { type: 'feedsConfigured', feeds, at: now }).state;
      return feedOf(started, 'main')?.collectionId;
    },
  };
}

test('two choices that can’t be saved in the settings survive a kill at any time, and the second is saved', async () => {
  const { settings, clock, choose, failFile, restart } = openFailingShow();
  failFile(true);
  await choose('col_2');
  expect([restart(), settings.view().isSaved]).toEqual(['col_2', false]);
  await choose('col_3');
  expect([restart(), settings.view().isSaved]).toEqual(['col_3', false]);
  failFile(false);
  clock.advance(2000);
  await waitUntil('it is saved', () => settings.view().isSaved);
  expect([restart(), settings.inUse().feeds[0]?.collectionId]).toEqual(['col_3', 'col_3']);
});

test('a choice counts as saved only once the show knows it too, so that a restart keeps the next choice', async () => {
  const { settings, clock, choose, failShow, failFile, onFileWritten, restart } = openFailingShow();
  onFileWritten(() => failShow(true));
  await choose('col_2');
  expect([restart(), settings.view().isSaved]).toEqual(['col_2', false]);
  onFileWritten(() => undefined);
  failShow(false);
  clock.advance(2000);
  await waitUntil('the show knows it', () => settings.view().isSaved);
  failFile(true);
  await choose('col_3');
  expect(restart()).toBe('col_3');
});

test('a choice on air is answered although the settings file does not answer, and survives a kill until it is saved', async () => {
  const { clock, choose, hangFile, isFileAwaited, saved, restart } = openFailingShow();
  const answer = hangFile();
  const chosen = choose('col_2');
  await waitUntil('it is being saved', isFileAwaited);
  clock.advance(1000);
  await chosen;
  expect([restart(), saved()]).toEqual(['col_2', 'col_1']);
  answer();
  await waitUntil('it is saved', () => saved() === 'col_2');
  expect(restart()).toBe('col_2');
});
