import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJpeg, readPng } from '../../../src/engine/media/imageHeader.ts';
import { isOpaque, shrink } from '../../../src/engine/media/shrink.ts';
import { at } from '../feed/showHarness.ts';
import { type MediaTestBed, startMediaTestBed } from './mediaTestBed.ts';
import { gifOf, jpegOf } from './pictures.ts';
import { realJpeg, realPng, turnJpeg } from './realPictures.ts';

let bed: MediaTestBed;
beforeEach(async () => {
  bed = await startMediaTestBed({ quotaMegabytes: 16 });
});
afterEach(() => bed.stop());

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const cacheOne = async (path: string, body: Buffer): Promise<string> =>
  (await bed.cacheFiles({ [path]: body }))[0] ?? '';
const listFiles = async (): Promise<readonly string[]> =>
  (await readdir(join(bed.folder, 'media', 'files'), { recursive: true })).filter((name) => name.includes('.'));

describe('a smaller size of a picture', () => {
  it('has the requested width and the proportions of the original, for each width that is made', async () => {
    const name = await cacheOne('/a.jpg', await realJpeg(1600, 1200));
    for (const [width, height] of [
      [320, 240],
      [640, 480],
      [1080, 810],
    ]) {
      const response = await bed.read(`${name}?w=${width}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(readJpeg(await bytesOf(response))).toMatchObject({ width, height });
    }
    expect(await listFiles()).toHaveLength(4);
  });

  it('is made once for any number of requests, and stays after a restart', async () => {
    const name = await cacheOne('/a.jpg', await realJpeg(900, 600));
    const responses = await Promise.all(Array.from({ length: 12 }, () => bed.read(`${name}?w=320`)));
    const etags = new Set(responses.map(({ headers }) => headers.get('etag')));
    expect(etags.size).toBe(1);
    expect(responses.map(({ headers }) => headers.get('cache-control')).at(-1)).toContain('immutable');
    expect(await listFiles()).toHaveLength(2);
    const [etag = ''] = etags;
    expect((await bed.read(`${name}?w=320`, { 'If-None-Match': etag ?? '' })).status).toBe(304);
    expect((await bed.read(`${name}`)).headers.get('etag')).not.toBe(etag);
    await bed.cache.stop();
    await bed.cache.start();
    expect((await bed.read(`${name}?w=320`)).headers.get('etag')).toBe(etag);
    expect(await listFiles()).toHaveLength(2);
  });

  it('keeps transparent pixels, as a PNG', async () => {
    const name = await cacheOne('/a.png', await realPng(800, 400, 0));
    const response = await bed.read(`${name}?w=320`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(readPng(await bytesOf(response))).toMatchObject({ width: 320, height: 160 });
    const opaque = await cacheOne('/b.png', await realPng(800, 400, 255));
    expect((await bed.read(`${opaque}?w=320`)).headers.get('content-type')).toBe('image/jpeg');
  });

  it('is turned as the Exif data of the photo says, and the facts of the photo are those of the turned one', async () => {
    const upright = await realJpeg(800, 600);
    for (const [orientation, width, height] of [
      [1, 320, 240],
      [3, 320, 240],
      [6, 320, 427],
      [8, 320, 427],
    ] as const) {
      const path = `/${orientation}.jpg`;
      const name = await cacheOne(path, turnJpeg(upright, orientation));
      const facts = bed.store.state().media.get(bed.addressOf(path));
      expect([facts?.width, facts?.height]).toEqual(orientation < 5 ? [800, 600] : [600, 800]);
      expect(readJpeg(await bytesOf(await bed.read(`${name}?w=320`)))).toMatchObject({ width, height });
    }
  });

  it('is offered in the facts of a still picture that is wider, and of nothing else', async () => {
    const animation = await readFile(join(import.meta.dirname, '../../fixtures/media/animated.webp'));
    const video = await readFile(join(import.meta.dirname, '../../fixtures/media/small.mp4'));
    const files = {
      ...{ '/wide.jpg': await realJpeg(1081, 60), '/exact.png': await realPng(640, 40, 255) },
      ...{ '/small.jpg': await realJpeg(320, 200), '/still.gif': gifOf(600, 400, 1), '/a.mp4': video },
    };
    await bed.cacheFiles(files);
    const sizesOf = (path: string) => bed.store.state().media.get(bed.addressOf(path))?.sizes;
    expect(Object.keys(files).map(sizesOf)).toEqual([[320, 640, 1080], [320], [], [], []]);
    // It is 64 pixels wide, so its header says more.
    const wide = Buffer.from(animation);
    wide.writeUIntLE(899, 24, 3);
    await bed.cacheFiles({ '/wide.webp': wide });
    expect(sizesOf('/wide.webp')).toEqual([]);
  });

  it('is the original when that is not wider, is an animation, or is a video', async () => {
    const small = await realJpeg(320, 200);
    const animation = gifOf(600, 400, 3);
    const video = await readFile(join(import.meta.dirname, '../../fixtures/media/small.mp4'));
    const names = await bed.cacheFiles({ '/small.jpg': small, '/a.gif': animation, '/a.mp4': video });
    for (const [index, original] of [small, animation, video].entries()) {
      const response = await bed.read(`${names[index]}?w=320`);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect((await bytesOf(response)).equals(original)).toBe(true);
    }
    expect(await listFiles()).toHaveLength(3);
  });

  it('is the original, not to be kept by the client, when the picture can’t be decoded', async () => {
    const broken = jpegOf(900, 600);
    const name = await cacheOne('/broken.jpg', broken);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await bed.read(`${name}?w=320`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect((await bytesOf(response)).equals(broken)).toBe(true);
    }
    const good = await cacheOne('/good.jpg', await realJpeg(900, 600));
    expect(readJpeg(await bytesOf(await bed.read(`${good}?w=320`)))).toMatchObject({ width: 320, height: 213 });
  });

  it('is refused for any other width', async () => {
    const name = await cacheOne('/a.jpg', await realJpeg(900, 600));
    for (const width of ['', '0', '1', '321', '320.0', '1e9', '-320', ' 320'])
      expect((await bed.read(`${name}?w=${encodeURIComponent(width)}`)).status).toBe(404);
    expect(await listFiles()).toHaveLength(1);
  });

  it('is made again when its file was damaged', async () => {
    const name = await cacheOne('/a.jpg', await realJpeg(900, 600));
    const first = await bytesOf(await bed.read(`${name}?w=320`));
    const sized = (await listFiles()).find((file) => !file.endsWith(name)) ?? '';
    await writeFile(join(bed.folder, 'media', 'files', sized), 'damaged');
    expect((await bytesOf(await bed.read(`${name}?w=320`))).equals(first)).toBe(true);
  });

  it('is not served while its post is blocked, and is deleted when that leaves live, also while it is being made', async () => {
    const name = await cacheOne('/a.jpg', await realJpeg(2400, 1600));
    await bed.read(`${name}?w=320`);
    const pending = bed.read(`${name}?w=640`);
    await bed.store.apply({ type: 'itemBlocked', itemId: '/a.jpg', reason: null, feed: 'main', by: null, at });
    expect((await bed.read(`${name}?w=320`)).status).toBe(404);
    await bed.offer({});
    await pending;
    await expect.poll(listFiles).toEqual([]);
    expect((await bed.read(`${name}?w=320`)).status).toBe(404);
  });

  it('counts against the quota with its picture, and is removed first', async () => {
    const pad = (jpeg: Buffer): Buffer =>
      Buffer.concat([jpeg, Buffer.alloc(5.4 * 1024 * 1024), Buffer.from([0xff, 0xd9])]);
    const [first = ''] = await bed.cacheFiles({ '/1.jpg': pad(await realJpeg(900, 600)) });
    await bed.read(`${first}?w=640`);
    const { all } = await bed.cache.measure();
    expect(all.files).toBe(1);
    expect(all.bytes).toBeGreaterThan(pad(await realJpeg(900, 600)).length);
    const files = { '/1.jpg': pad(await realJpeg(900, 600)), '/2.jpg': pad(await realJpeg(900, 602)) };
    await bed.cacheFiles({ ...files, '/3.jpg': pad(await realJpeg(900, 604)) });
    expect(await listFiles()).toHaveLength(3);
  });
});

describe('shrinking', () => {
  const picture = (width: number, height: number, pixels: readonly number[]) => {
    return { width, height, data: Uint8ClampedArray.from(pixels) };
  };

  it('averages the pixels under each new one, also where they do not divide evenly', () => {
    const grey = (value: number) => [value, value, value, 255];
    const row = picture(3, 1, [...grey(0), ...grey(90), ...grey(30)]);
    expect([...shrink(row, 1, 1).data]).toEqual(grey(40));
    // The middle pixel belongs to both, half each.
    expect([...shrink(row, 2, 1).data]).toEqual([...grey(30), ...grey(50)]);
  });

  it('gives transparent pixels no weight in the colour', () => {
    const shrunk = shrink(picture(2, 1, [200, 100, 0, 255, 0, 255, 255, 0]), 1, 1);
    expect([...shrunk.data]).toEqual([200, 100, 0, 128]);
    expect(isOpaque(shrunk)).toBe(false);
  });
});
