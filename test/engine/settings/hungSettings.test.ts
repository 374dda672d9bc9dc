/** Tests a change of the settings on a disk whose syncs hang: its answer comes nevertheless, and says whether it is in use and saved. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyEdit, noSecrets } from '../../../src/engine/settings/settingsEdit.ts';
import { openSettingsFile } from '../../../src/engine/settings/settingsFile.ts';
import { createSettingsService, type SettingsServiceDeps } from '../../../src/engine/settings/settingsService.ts';
import { controlSyncs } from '../../failingSyncs.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { readTestSettings } from '../testSettings.ts';
import { createTwoFeeds, main, ports, two, unusedDeps } from '../twoFeeds.ts';

const ofInterval = (intervalSeconds: number) => ({ source: { poll: { intervalSeconds } } });

/** Settings in a file on a disk that works, until it is made to hang. */
async function openSettings(changed: Partial<SettingsServiceDeps> = {}) {
  const disk = await controlSyncs();
  const dataDir = createTemporaryFolder('hungSettings');
  const file = join(dataDir, 'settings.json');
  const { save } = await openSettingsFile(file, ports);
  const store = createTwoFeeds(async () => undefined);
  const settings = createSettingsService(
    { written: readTestSettings({ feeds: [main, two] }), save, applyOverrides: (read) => read },
    { ...{ store, ports, dataDir, version: '0' }, ...unusedDeps(store), ...changed },
  );
  return {
    ...{ disk, settings },
    codes: () => store.state().problems.map(({ code }) => code),
    backups: () => readdirSync(join(dataDir, 'settings-backups')).filter((name) => name.endsWith('.json')),
    saved: async () => (await openSettingsFile(file, ports)).saved?.source.poll.intervalSeconds ?? null,
  };
}

test('a change takes effect and is answered as not saved, and so is the next; both are saved when the disk answers', async () => {
  const { disk, settings, codes, backups, saved } = await openSettings();
  disk.make('hang');
  for (const intervalSeconds of [7, 8]) {
    const changed = await settings.change(ofInterval(intervalSeconds), 'Ines', null);
    expect(changed).toMatchObject({ ok: true, view: { isSaved: false, settings: ofInterval(intervalSeconds) } });
    expect(settings.inUse()).toMatchObject(ofInterval(intervalSeconds));
  }
  expect([await saved(), codes()]).toEqual([null, ['SETTINGS_NOT_SAVED']]);
  disk.make('work');
  await waitUntil(
    'everything is saved',
    () => settings.view().isSaved && codes().length === 0 && backups().length === 2,
  );
  expect(await saved()).toBe(8);
});

test('another address of the service is refused while its key can’t be kept from it, and nothing changes', async () => {
  const clock = createFakeClock();
  const { settings, codes } = await openSettings({
    ports: { ...ports, clock },
    serviceKey: {
      otherOwner: async () => null,
      leave: () => new Promise(() => undefined),
      settle: async () => undefined,
    },
  });
  const changing = settings.change({ source: { baseUrl: 'https://other.example' } }, 'Ines', null);
  await waitUntil('it waits for the disk', () => clock.timersSetFor(5000) === 1);
  clock.advance(5000);
  const changed = await changing;
  expect(changed).toMatchObject({ ok: false, code: 'SETTINGS_NOT_DONE' });
  expect([settings.inUse().source.baseUrl, settings.view().isSaved, codes()]).toEqual(['', true, []]);
});

test('a key for another address is refused while the disk hangs, keeps no other change waiting, and is removed when the disk answers', async () => {
  const clock = createFakeClock();
  const { settings } = await openSettings({ ports: { ...ports, clock } });
  const stored: string[] = [];
  let answer = (): void => undefined;
  const begin = async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    stored.push('new');
    return {
      ...{ differences: [], isChange: true, undo: noSecrets, onDone: () => undefined },
      cancel: async () => {
        stored.push('old');
      },
      commit: async () => null,
    };
  };
  const edit = { paths: ['secrets.apiKey'], begin };
  const first = settings.changeWithSecrets(emptyEdit, edit, 'Ines');
  await waitUntil('it waits for the disk', () => clock.timersSetFor(5000) === 1);
  clock.advance(5000);
  expect(await first).toMatchObject({ ok: false, code: 'SETTINGS_NOT_DONE' });
  expect(await settings.changeWithSecrets(emptyEdit, edit, 'Ines')).toMatchObject({ code: 'SETTINGS_NOT_DONE' });
  expect(await settings.change(ofInterval(7), 'Ines', null)).toMatchObject({ ok: true });
  answer();
  await waitUntil('it is removed', () => stored.join() === 'new,old');
  const again = settings.changeWithSecrets(emptyEdit, edit, 'Ines');
  await waitUntil('it waits for the disk', () => clock.timersSetFor(5000) === 1);
  answer();
  expect(await again).toMatchObject({ ok: true });
  expect(stored).toEqual(['new', 'old', 'new']);
});
