/** Damages each file of the service’s data in seven ways, opens the store again, and lists everything false or lost. */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ContentItem } from '../../src/core/serviceDocument.ts';
import { promote } from '../../src/service/store/edits.ts';
import { type Endpoint, openStore, type Store } from '../../src/service/store.ts';
import { damages, listFiles } from '../faults/damage/damages.ts';
import { createRandom } from '../random.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

const at = '2026-11-20T18:00:00.000Z';
const endpoint: Endpoint = {
  ...{ id: 'whk_given', organisation: null, name: 'given', url: 'http://127.0.0.1:1/hook' },
  ...{ signing: 'body', secret: 's', createdAt: at },
};
const key = { id: 'key_1', organisation: 'demo', name: 'reader', hash: 'h', endsWith: 'abcd', createdAt: at };

const post = (id: string): ContentItem => ({
  ...{ id, fullName: 'Ada', username: null, source: 'INSTAGRAM', message: `text of ${id}`, profileImageUrl: null },
  ...{ media: [], publishedAt: at, lastModifiedDate: at },
});

async function open(directory: string, logged: string[] = []): Promise<Store> {
  const settings = { directory, startupEndpoints: [endpoint], checkpointBytes: 4_000_000, mediaQuotaBytes: 1_000_000 };
  const log = (_: string, code: string, fields: object): void => void logged.push(`${code} ${JSON.stringify(fields)}`);
  return openStore(settings, { now: Date.now, log });
}

type Lists = { readonly version: number; readonly live: string; readonly staging: string };
const listsOf = async (store: Store, id: string): Promise<Lists | null> => {
  const read = await store.read('demo', id).catch(() => null);
  if (read === null) return null;
  const texts = (items: readonly ContentItem[]): string => items.map((item) => JSON.stringify(item)).join();
  return { version: read.version, live: texts(read.live), staging: texts(read.staging) };
};

/** The newest journal. */
const journalOf = (directory: string): string =>
  join(
    directory,
    readdirSync(directory)
      .filter((name) => /^changes\.\d+\.journal$/.test(name))
      .sort()
      .at(-1) ?? '',
  );

/** As a crash leaves it: with files, an index and the one before it, waiting deliveries, and a journal of later changes. */
async function createData() {
  const directory = createTemporaryFolder('service-data');
  let store = await open(directory);
  await store.changeRegistry({ type: 'organisationAdded', name: 'demo' });
  await store.changeRegistry({ type: 'keyAdded', key });
  const ids: string[] = [];
  for (const name of ['one', 'two']) {
    const staging = ['a', 'b', 'c'].map((letter) => post(`${name}-${letter}`));
    ids.push((await store.create('demo', { name, contentType: 'SOCIAL_POST', staging, live: [] })).id);
  }
  await store.close();
  store = await open(directory);
  const [first = ''] = ids;
  await store.change('demo', first, null, promote('one-a', 0));
  await store.close();
  store = await open(directory);
  await store.change('demo', first, null, promote('one-b', 0));
  const known = new Map<string, Lists>();
  for (const id of ids) {
    const lists = await listsOf(store, id);
    if (lists !== null) known.set(id, lists);
  }
  const newest = journalOf(directory);
  const isMarked = (): boolean =>
    readFileSync(join(directory, 'changes-confirmed'), 'utf8').includes(`"bytes":${statSync(newest).size}`);
  await waitUntil('the last change is marked as confirmed', isMarked);
  const crashed = createTemporaryFolder('service-crashed');
  cpSync(directory, crashed, { recursive: true, filter: (path) => basename(path) !== 'lock' });
  await store.close();
  return { crashed, known };
}

describe('each file of the service’s data, damaged', () => {
  it('is reported and kept, and no post is ever changed by it', async () => {
    const { crashed, known } = await createData();
    const random = createRandom(1);
    const files = await listFiles(crashed);
    expect(files.length).toBeGreaterThan(5);
    const faults: string[] = [];
    for (const file of files) {
      for (const damage of damages) {
        const directory = createTemporaryFolder('service-damaged');
        cpSync(crashed, directory, { recursive: true });
        const bytes = await damage.apply(join(directory, file), random);
        const fault = (text: string): number => faults.push(`${file}, ${damage.name}: ${text}`);
        const logged: string[] = [];
        try {
          const store = await open(directory, logged);
          for (const [id, before] of known) {
            const after = await listsOf(store, id);
            if (JSON.stringify(after) === JSON.stringify(before)) continue;
            if (after !== null && after.version >= before.version) fault(`${id} is changed`);
            if (logged.length === 0) fault(`${id} is lost without a report`);
          }
          const hasKey = store.registry().keys.some(({ id }) => id === key.id);
          if (!hasKey && logged.length === 0) fault('the API key is lost without a report');
          for (const delivery of [store.deliveries.nextFor(endpoint.id)])
            if (delivery !== null) await store.loadPayload(delivery);
          await store.close();
        } catch (error) {
          fault(`does not open: ${String(error)}`);
          continue;
        }
        const present = (await listFiles(directory)).map((path) => readFileSync(join(directory, path)));
        if (bytes !== null && !present.some((content) => content.equals(bytes))) fault('was deleted or overwritten');
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('the service’s last confirmed change', () => {
  const lastChangeBytes = (path: string): number => {
    const bytes = readFileSync(path);
    return bytes.length - 1 - bytes.lastIndexOf(10, bytes.length - 2);
  };

  it.each<[string, (path: string) => void]>([
    ['cut off exactly', (path) => truncateSync(path, statSync(path).size - lastChangeBytes(path))],
    ['cut off in the middle', (path) => truncateSync(path, statSync(path).size - 20)],
    ['gone with its file', (path) => rmSync(path)],
  ])('is reported once as lost when it is %s', async (_, damage) => {
    const { crashed, known } = await createData();
    damage(journalOf(crashed));
    const logged: string[] = [];
    const store = await open(crashed, logged);
    const [id = ''] = known.keys();
    expect((await listsOf(store, id))?.version).toBe((known.get(id)?.version ?? 0) - 1);
    const losses = logged.filter((line) => line.startsWith('SERVICE_CHANGE_LOST'));
    expect(losses).toHaveLength(1);
    expect(losses[0]).toMatch(/are missing.*could be affected.*Check each collection/);
    await store.change('demo', id, null, promote('one-c', 0));
    await store.close();
    const later: string[] = [];
    await (await open(crashed, later)).close();
    expect(later).toEqual([]);
  });

  it('is not reported as lost when only the beginning of a later one was written, or the mark is from before an update', async () => {
    const { crashed } = await createData();
    writeFileSync(journalOf(crashed), '0123456789abcdef {"type"', { flag: 'a' });
    const older = createTemporaryFolder('service-older');
    cpSync(crashed, older, { recursive: true });
    rmSync(join(older, 'changes-confirmed'));
    for (const directory of [crashed, older]) {
      const logged: string[] = [];
      await (await open(directory, logged)).close();
      expect(logged.map((line) => line.split(' ')[0])).toEqual(['DISK_TAIL_TORN']);
    }
  });
});
