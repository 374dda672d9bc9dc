/** The demo show as it is shipped: every file there, of its kind and small, and filled in with dates counted from now. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, readDemoShow } from '../../../src/service/demo/demoShow.ts';
import { addDemoShow } from '../../../src/service/demo/fillDemo.ts';
import { createMemoryStore, typeOf } from './memoryStore.ts';

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
  test('has three collections, the viewer posts first, with every kind of picture and script', async () => {
    const { collections, main } = await readDemoShow(folder);
    expect(collections).toHaveLength(3);
    expect(collections[0]).toBe(main);
    expect([main.staging.length, main.live.length]).toEqual([8, 7]);
    const used = new Set([...filesOf([main])].map((file) => kinds[extname(file)]));
    expect(used).toEqual(new Set(Object.values(kinds)));
    const words = main.live.concat(main.staging).map((post) => post.message);
    for (const script of [
      /\p{Script=Arabic}/u,
      /\p{Script=Devanagari}/u,
      /\p{Script=Han}/u,
      /\p{Extended_Pictographic}/u,
    ]) {
      expect(words.some((text) => script.test(text))).toBe(true);
    }
    expect(main.staging.some((post) => post.fullName === null)).toBe(true);
    expect(words.some((text) => text.length > 600)).toBe(true);
    expect(words.some((text) => !text.includes(' '))).toBe(true);
  });

  test('names no file twice as a post id, and uses every file it carries', async () => {
    const { collections } = await readDemoShow(folder);
    for (const { staging, live } of collections) {
      const ids = [...staging, ...live].map((post) => post.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect([...filesOf(collections)].sort()).toEqual((await readdir(join(folder, 'media'))).sort());
  });

  test('carries files that are what their names say, together under 4 MB', async () => {
    let total = 0;
    for (const name of await readdir(join(folder, 'media'))) {
      const path = join(folder, 'media', name);
      expect(typeOf(await readFile(path)), name).toBe(kinds[extname(name)]);
      total += (await stat(path)).size;
    }
    expect(total).toBeLessThan(4_000_000);
  });

  test('has films that can be played before they are whole, without sound', async () => {
    for (const name of (await readdir(join(folder, 'media'))).filter((file) => file.endsWith('.mp4'))) {
      const bytes = await readFile(join(folder, 'media', name));
      expect(bytes.indexOf('moov'), name).toBeLessThan(bytes.indexOf('mdat'));
      expect(bytes.includes('soun'), name).toBe(false);
      expect(bytes.includes('avc1'), name).toBe(true);
    }
  });
});

describe('filling it in', () => {
  test('puts the lists in their order, with addresses for files and dates for ages', async () => {
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

  test('leaves alone what stands there by name already', async () => {
    const store = createMemoryStore();
    const show = await readDemoShow(folder);
    await store.create('demo', { name: show.main.name, contentType: 'SOCIAL_POST', staging: [], live: [] });
    const first = await addDemoShow(store, 'demo', show, now);
    expect(first).toEqual({ mainId: 'col_1', added: 2 });
    expect(await addDemoShow(store, 'demo', show, now)).toEqual({ mainId: 'col_1', added: 0 });
    expect((await store.read('demo', 'col_1'))?.live).toEqual([]);
  });
});

describe('a fixture that cannot be used', () => {
  const usable = { isMain: true, name: 'A', contentType: 'SOCIAL_POST', staging: [], live: [] };
  const cases: readonly [string, string, RegExp][] = [
    ['is not JSON', '{', /show\.json of the demo is not JSON/],
    ['lacks a field', JSON.stringify({ ...usable, live: undefined }), /show\.json of the demo cannot be used\. live:/],
    ['has a field nobody knows', JSON.stringify({ ...usable, lve: [] }), /lve/],
    ['is not the main one', JSON.stringify({ ...usable, isMain: false }), /isMain/],
    [
      'names a file that is not there',
      JSON.stringify({
        ...usable,
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
  test.each(cases)('is named with its fault when it %s', async (_name, text, fault) => {
    const broken = await mkdtemp(join(tmpdir(), 'greenroom-demo-'));
    try {
      await mkdir(join(broken, 'media'));
      await writeFile(join(broken, 'show.json'), text);
      await expect(readDemoShow(broken)).rejects.toThrow(fault);
    } finally {
      await rm(broken, { recursive: true });
    }
  });
});
