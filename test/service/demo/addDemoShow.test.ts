/** The shipped demo show: its files, their types and size, and its dates relative to now. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDemoShow } from '../../../src/service/demo/addDemoShow.ts';
import { filesOf, readDemoShow } from '../../../src/service/demo/demoShow.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { createMemoryStore, detectType } from './memoryStore.ts';

const folder = resolve(import.meta.dirname, '../../../resources/demo');
const now = Date.UTC(2026, 10, 20, 20, 42, 49);
const kinds: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
};

describe('the shipped show', () => {
  test('has three collections, viewer posts first, with every media type and several scripts', async () => {
    const { collections, main } = await readDemoShow(folder);
    expect(collections).toHaveLength(3);
    expect(collections[0]).toBe(main);
    expect([main.staging.length, main.live.length]).toEqual([8, 7]);
    const used = new Set([...filesOf([main])].map((file) => kinds[extname(file)]));
    expect(used).toEqual(new Set(Object.values(kinds)));
    const messages = main.live.concat(main.staging).map((post) => post.message);
    for (const script of [
      /\p{Script=Arabic}/u,
      /\p{Script=Devanagari}/u,
      /\p{Script=Han}/u,
      /\p{Extended_Pictographic}/u,
    ]) {
      expect(messages.some((text) => script.test(text))).toBe(true);
    }
    expect(main.staging.some((post) => post.fullName === null)).toBe(true);
    expect(messages.some((text) => text.length > 600)).toBe(true);
    expect(messages.some((text) => !text.includes(' '))).toBe(true);
  });

  test('has unique post ids and uses all of its media files', async () => {
    const { collections } = await readDemoShow(folder);
    for (const { staging, live } of collections) {
      const ids = [...staging, ...live].map((post) => post.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect([...filesOf(collections)].sort()).toEqual((await readdir(join(folder, 'media'))).sort());
  });

  test('has media files of the type that their names say, under 4 MB in total', async () => {
    let total = 0;
    for (const name of await readdir(join(folder, 'media'))) {
      const path = join(folder, 'media', name);
      expect(detectType(await readFile(path)), name).toBe(kinds[extname(name)]);
      total += (await stat(path)).size;
    }
    expect(total).toBeLessThan(4_000_000);
  });

  test('has silent videos that play before they are fully loaded', async () => {
    for (const name of (await readdir(join(folder, 'media'))).filter((file) => file.endsWith('.mp4'))) {
      const bytes = await readFile(join(folder, 'media', name));
      expect(bytes.indexOf('moov'), name).toBeLessThan(bytes.indexOf('mdat'));
      expect(bytes.includes('soun'), name).toBe(false);
      expect(bytes.includes('avc1'), name).toBe(true);
    }
  });
});

describe('adding the demo show', () => {
  test('keeps the order, and replaces file names with addresses and ages with dates', async () => {
    const store = createMemoryStore();
    const show = await readDemoShow(folder);
    const { mainId, added } = await addDemoShow(store, 'demo', show, now);
    expect(added).toBe(3);
    const collection = await store.read('demo', mainId);
    expect(collection?.live.map((post) => post.id)).toEqual([
      'mira',
      'omar',
      'priya',
      'tom',
      'kenji',
      'dealz',
      'aoife',
    ]);
    const mira = collection?.live[0];
    expect(mira?.publishedAt).toBe(new Date(now - 14 * 60_000).toISOString());
    expect(mira?.media.map((medium) => medium.mediaType)).toEqual(['video/mp4']);
    expect(store.media.has(mira?.media[0]?.mediaUrl ?? '')).toBe(true);
    expect(store.media.has(mira?.profileImageUrl ?? '')).toBe(true);
    expect(collection?.staging[4]).toMatchObject({ fullName: null, username: null, profileImageUrl: null, media: [] });
  });

  test('does not change existing collections of the same name', async () => {
    const store = createMemoryStore();
    const show = await readDemoShow(folder);
    await store.create('demo', { name: show.main.name, contentType: 'SOCIAL_POST', staging: [], live: [] });
    const first = await addDemoShow(store, 'demo', show, now);
    expect(first).toEqual({ mainId: 'col_1', added: 2 });
    expect(await addDemoShow(store, 'demo', show, now)).toEqual({ mainId: 'col_1', added: 0 });
    expect((await store.read('demo', 'col_1'))?.live).toEqual([]);
  });
});

describe('an invalid fixture', () => {
  const valid = { isMain: true, name: 'A', contentType: 'SOCIAL_POST', staging: [], live: [] };
  const cases: readonly [string, string, RegExp][] = [
    ['is not JSON', '{', /demo file show\.json is not valid JSON/],
    ['lacks a field', JSON.stringify({ ...valid, live: undefined }), /demo file show\.json is not valid\. live:/],
    ['has an unknown field', JSON.stringify({ ...valid, lve: [] }), /lve/],
    ['has no main collection', JSON.stringify({ ...valid, isMain: false }), /isMain/],
    [
      'names a missing file',
      JSON.stringify({
        ...valid,
        live: [
          {
            id: 'p',
            fullName: null,
            username: null,
            source: 'X',
            message: '',
            avatar: 'gone.webp',
            media: [],
            publishedSecondsAgo: 0,
          },
        ],
      }),
      /gone\.webp/,
    ],
  ];
  test.each(cases)('is rejected with its fault if it %s', async (_name, text, fault) => {
    const broken = createTemporaryFolder('demo');
    try {
      await mkdir(join(broken, 'media'));
      await writeFile(join(broken, 'show.json'), text);
      await expect(readDemoShow(broken)).rejects.toThrow(fault);
    } finally {
      await rm(broken, { recursive: true });
    }
  });
});
