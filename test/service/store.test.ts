/** The store: durability, write size, undo, and recovery from crashes and damage. */
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ContentItem } from '../../src/core/serviceDocument.ts';
import type { StoreLog } from '../../src/service/store/durableState.ts';
import {
  addItem,
  clearLive,
  deleteCollection,
  deleteItem,
  deleteItems,
  demoteItems,
  editCollection,
  editItem,
  orderList,
  promote,
  promoteItems,
} from '../../src/service/store/edits.ts';
import { type Endpoint, openStore, type Store } from '../../src/service/store.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const at = '2026-11-20T18:00:00.000Z';
const endpoint: Endpoint = {
  id: 'whk_given',
  organisation: null,
  name: 'given',
  url: 'http://127.0.0.1:1/hook',
  signing: 'body',
  secret: 's',
  createdAt: at,
};

const key = { id: 'key_1', organisation: 'demo', name: 'reader', hash: 'h', endsWith: 'abcd', createdAt: at };

function post(id: string): ContentItem {
  return {
    id,
    fullName: 'Ada',
    username: null,
    source: 'INSTAGRAM',
    message: `text of ${id}`,
    profileImageUrl: null,
    media: [],
    publishedAt: at,
    lastModifiedDate: at,
  };
}

function freshDirectory(): string {
  return createTemporaryFolder('service-store');
}

/** Copies the directory as a crash at this moment would leave it; the store keeps running. */
function copyAfterCrash(directory: string): string {
  const copy = freshDirectory();
  cpSync(directory, copy, { recursive: true, filter: (path) => basename(path) !== 'lock' });
  return copy;
}

async function open(
  directory: string,
  {
    startupEndpoints = [] as readonly Endpoint[],
    checkpointBytes = 4_000_000,
    now = Date.now,
    log = (() => undefined) as StoreLog,
  } = {},
) {
  const settings = { directory, startupEndpoints, checkpointBytes, mediaQuotaBytes: 1_000_000 };
  const store = await openStore(settings, { now, log });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

async function createCollection(store: Store, staging: readonly string[], live: readonly string[]) {
  return store.create('demo', {
    name: 'show',
    contentType: 'SOCIAL_POST',
    staging: staging.map(post),
    live: live.map(post),
  });
}

function ids(items: readonly ContentItem[] | undefined): string {
  return (items ?? []).map((item) => item.id).join(' ');
}

describe('the store', () => {
  it('has every acknowledged change after a crash', async () => {
    const directory = freshDirectory();
    const store = await open(directory);
    const created = await createCollection(store, ['a', 'b', 'c'], ['x']);
    await store.change('demo', created.id, null, promote('b', 0));
    await store.change('demo', created.id, null, editItem('a', { message: 'new' }, null, null, at));
    await store.change('demo', created.id, null, orderList('staging', ['c', 'a']));
    const again = await (await open(copyAfterCrash(directory))).read('demo', created.id);
    expect(ids(again?.staging)).toBe('c a');
    expect(ids(again?.live)).toBe('b x');
    expect(again?.staging[1]?.message).toBe('new');
    expect(again?.version).toBe(4);
  });

  it('has every change after many checkpoints', async () => {
    const directory = freshDirectory();
    const store = await open(directory, { checkpointBytes: 2000 });
    const created = await createCollection(store, [], []);
    for (let n = 0; n < 60; n += 1) await store.change('demo', created.id, null, addItem(post(`p${n}`), 'staging', 0));
    await store.close();
    const later = await (await open(directory, { checkpointBytes: 2000 })).read('demo', created.id);
    expect(later?.version).toBe(61);
    expect(later?.staging.length).toBe(60);
    expect(readdirSync(directory).filter((name) => name.endsWith('.journal')).length).toBeLessThan(3);
  });

  it('dates each change strictly later, even if the clock stops or goes back', async () => {
    let now = Date.parse(at);
    const store = await open(freshDirectory(), { now: () => now });
    const created = await createCollection(store, [], []);
    const first = await store.change('demo', created.id, null, editCollection('one', null));
    now -= 3_600_000;
    const second = await store.change('demo', created.id, null, editCollection('two', null));
    const dates = [created, first, second].map(
      (step) => ('collection' in step ? step.collection : (step as typeof created)).lastModifiedDate,
    );
    expect(dates).toEqual([at, '2026-11-20T18:00:00.001Z', '2026-11-20T18:00:00.002Z']);
  });

  it('undoes every kind of change, including a deletion, after a restart', async () => {
    const directory = freshDirectory();
    const store = await open(directory);
    const created = await createCollection(store, ['a', 'b'], ['x', 'y']);
    const edits = [
      promote('a', 0),
      promoteItems(['b', 'x'], 1),
      demoteItems(['y', 'a'], null),
      deleteItems(['a', 'b']),
      deleteItem('y'),
      clearLive(),
      editCollection('other', null),
      deleteCollection(),
    ];
    const seen: string[] = [];
    const describeContents = (
      c: { name: string; staging: readonly ContentItem[]; live: readonly ContentItem[] } | null,
    ) => (c === null ? 'gone' : `${c.name}: ${ids(c.staging)} | ${ids(c.live)}`);
    for (const edit of edits) {
      seen.push(describeContents(await store.read('demo', created.id)));
      expect((await store.change('demo', created.id, null, edit)).outcome).toBe('done');
    }
    expect(await store.read('demo', created.id)).toBeNull();
    await store.close();
    const later = await open(directory);
    for (const before of seen.toReversed()) {
      await later.undo('demo', created.id, null);
      expect(describeContents(await later.read('demo', created.id))).toBe(before);
    }
    expect(await later.undo('demo', created.id, null)).toMatchObject({
      outcome: 'refused',
      refused: 'NOTHING_TO_UNDO',
    });
  });

  it('writes only the change when one of 500 posts is promoted', async () => {
    const directory = freshDirectory();
    const store = await open(directory);
    const created = await createCollection(
      store,
      Array.from({ length: 500 }, (_, n) => `post-${n}`),
      [],
    );
    const measureFiles = () =>
      readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
    const before = measureFiles();
    await store.change('demo', created.id, null, promote('post-250', null));
    expect(measureFiles() - before).toBeLessThan(600);
  });

  it('returns the unchanged collection and writes nothing if an edit has no effect', async () => {
    const store = await open(freshDirectory());
    const created = await createCollection(store, ['a'], []);
    const same = await store.change('demo', created.id, null, editCollection('show', null));
    expect(same).toMatchObject({ outcome: 'done', collection: { version: 1 } });
    expect(
      await store.change('demo', created.id, null, editItem('a', { message: 'text of a' }, null, null, at)),
    ).toMatchObject({
      collection: { version: 1 },
    });
  });

  it('discards an incomplete last record and keeps all earlier ones', async () => {
    const directory = freshDirectory();
    const store = await open(directory);
    const created = await createCollection(store, ['a'], []);
    const copy = copyAfterCrash(directory);
    appendFileSync(join(copy, 'changes.0.journal'), '0123456789abcdef {"type":"collecti');
    const again = await open(copy);
    expect(ids((await again.read('demo', created.id))?.staging)).toBe('a');
  });

  it('keeps a damaged index as .corrupt and rebuilds it from the collection files', async () => {
    const directory = freshDirectory();
    const store = await open(directory);
    await store.addOrganisation('demo');
    const created = await createCollection(store, ['a'], []);
    await store.close();
    writeFileSync(join(directory, 'index.json'), '{"format":1,');
    const again = await open(directory);
    expect(again.summaries('demo').map((summary) => summary.id)).toEqual([created.id]);
    expect(readdirSync(directory)).toContain('index.json.corrupt');
  });

  it.each([
    ['missing', () => undefined],
    ['unreadable', (path: string) => mkdirSync(path)],
  ])('rebuilds an index that is %s from its previous one and the collection files', async (_, replace) => {
    const directory = freshDirectory();
    const store = await open(directory);
    await store.changeRegistry({ type: 'organisationAdded', name: 'demo' });
    await store.changeRegistry({ type: 'keyAdded', key });
    const created = await createCollection(store, ['a'], []);
    await store.close();
    const second = await open(directory);
    const later = await createCollection(second, ['b'], []);
    await second.close();
    rmSync(join(directory, 'index.json'));
    replace(join(directory, 'index.json'));
    const logged: string[] = [];
    const again = await open(directory, { log: (__, code) => void logged.push(code) });
    expect(again.summaries('demo').map(({ id }) => id)).toEqual([created.id, later.id]);
    expect(again.organisations()).toContain('demo');
    expect(again.registry().keys.map(({ id }) => id)).toEqual([key.id]);
    expect(logged).toEqual(['DISK_FILE_CORRUPT']);
    await again.close();
  });

  it('keeps the version of a waiting delivery through a checkpoint and a restart', async () => {
    const directory = freshDirectory();
    const store = await open(directory, { startupEndpoints: [endpoint] });
    const created = await createCollection(store, ['a'], []);
    await store.change('demo', created.id, null, promote('a', null));
    await store.close();
    const again = await open(directory, { startupEndpoints: [endpoint] });
    expect(again.deliveries.pendingCount('whk_given')).toBe(2);
    const head = again.deliveries.nextFor('whk_given');
    expect(head).not.toBeNull();
    const payload = head === null ? null : await again.loadPayload(head);
    expect([ids(payload?.staging), ids(payload?.live)]).toEqual(['a', '']);
  });

  it('allows one process at a time', async () => {
    const directory = freshDirectory();
    const store = await open(directory);
    await expect(
      openStore(
        { directory, startupEndpoints: [], checkpointBytes: 1, mediaQuotaBytes: 1_000_000 },
        { now: Date.now, log: () => undefined },
      ),
    ).rejects.toThrow(/is using/);
    await store.close();
    expect((await open(directory)).organisations()).toEqual([]);
  });

  it('hides collections from other organisations', async () => {
    const store = await open(freshDirectory());
    const created = await createCollection(store, ['a'], []);
    expect(await store.read('other', created.id)).toBeNull();
    expect(store.summaries('other')).toEqual([]);
    expect(await store.change('other', created.id, null, editCollection('x', null))).toEqual({ outcome: 'unknown' });
  });

  it('lists collections in creation order, even within one millisecond', async () => {
    const store = await open(freshDirectory(), { now: () => Date.parse(at) });
    const created: string[] = [];
    for (let count = 0; count < 6; count += 1) created.push((await createCollection(store, [], [])).id);
    expect(store.summaries('demo').map(({ id }) => id)).toEqual(created);
  });

  it('names a picture by its content and refuses other files', async () => {
    const store = await open(freshDirectory());
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)]);
    const stored = await store.addMedia(png);
    expect(stored).toMatchObject({ mediaType: 'image/png' });
    const file = await store.media.find(stored?.mediaUrl.slice('/media/'.length) ?? '');
    expect(file === null ? null : readFileSync(file.path).equals(png)).toBe(true);
    expect(await store.addMedia(Buffer.from('<svg onload="x()"></svg>     '))).toBeNull();
    expect(await store.media.find('../index.json')).toBeNull();
  });
});
