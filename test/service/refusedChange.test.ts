/** Tests that a change that the service refused, or never announced, does not take effect at its next start. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ContentItem } from '../../src/core/serviceDocument.ts';
import { promote } from '../../src/service/store/edits.ts';
import { openStore } from '../../src/service/store.ts';
import { controlSyncs } from '../failingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

const at = '2026-11-20T18:00:00.000Z';
const post = (id: string): ContentItem => ({
  ...{ id, fullName: 'Ada', username: null, source: 'INSTAGRAM', message: id, profileImageUrl: null },
  ...{ media: [], publishedAt: at, lastModifiedDate: at },
});

async function open(directory: string, logged: string[] = []) {
  const settings = { directory, startupEndpoints: [], checkpointBytes: 4_000_000, mediaQuotaBytes: 1_000_000 };
  const store = await openStore(settings, { now: Date.now, log: (_, code) => void logged.push(code) });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

/** Opens a service with post a in staging and post x live, on a disk whose syncs can fail or hang. */
async function openService() {
  const disk = await controlSyncs();
  const directory = createTemporaryFolder('service');
  const store = await open(directory);
  onTestFinished(() => disk.make('work'));
  const { id } = await store.create('demo', { name: 'n', contentType: 'X', staging: [post('a')], live: [post('x')] });
  const promoteA = () => store.change('demo', id, null, promote('a', 0));
  const crash = (): string => {
    const copy = createTemporaryFolder('crashed');
    cpSync(directory, copy, { recursive: true, filter: (path) => basename(path) !== 'lock' });
    return copy;
  };
  /** Starts twice: what is discarded stays discarded. */
  const restart = async (crashed: string) => {
    const logged: string[] = [];
    await (await open(crashed, logged)).close();
    const again = await (await open(crashed)).read('demo', id);
    return { live: again?.live.map((item) => item.id).join(), version: again?.version, logged };
  };
  const journal = join(directory, readdirSync(directory).find((name) => name.endsWith('.journal')) ?? '');
  return { disk, store, id, journal, promoteA, crash, restart };
}

it('is as before after a crash that follows a change that could not be saved, also after more tries', async () => {
  const { disk, promoteA, crash, restart } = await openService();
  disk.make('fail');
  await expect(promoteA()).rejects.toThrow('could not be saved');
  const first = crash();
  await expect(promoteA()).rejects.toThrow('could not be saved');
  const second = crash();
  disk.make('work');
  for (const crashed of [first, second])
    expect(await restart(crashed)).toEqual({ live: 'x', version: 1, logged: ['DISK_CHANGE_DISCARDED'] });
});

it('is as before after a stop that follows a change that could not be saved', async () => {
  const { disk, store, promoteA, crash, restart } = await openService();
  disk.make('fail');
  await expect(promoteA()).rejects.toThrow('could not be saved');
  await store.close();
  disk.make('work');
  expect(await restart(crash())).toMatchObject({ live: 'x', version: 1 });
});

it('is as before after a crash during a change on a disk that hangs, and changed once the disk answered', async () => {
  const { disk, id, store, journal, promoteA, crash, restart } = await openService();
  disk.make('hang');
  const promoted = promoteA();
  await waitUntil('the change is written', () => readFileSync(journal, 'utf8').includes('itemPromoted'));
  const crashed = crash();
  disk.make('work');
  await promoted;
  expect((await store.read('demo', id))?.live.length).toBe(2);
  expect(await restart(crash())).toEqual({ live: 'a,x', version: 2, logged: [] });
  expect(await restart(crashed)).toMatchObject({ live: 'x', version: 1 });
});
