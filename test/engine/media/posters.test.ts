import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJpeg } from '../../../src/engine/media/imageHeader.ts';
import { at } from '../feed/showHarness.ts';
import { type MediaTestBed, startMediaTestBed } from './mediaTestBed.ts';
import { gifOf, jpegOf, pngOf } from './pictures.ts';
import { realJpeg, realPng } from './realPictures.ts';

let bed: MediaTestBed;
let video: string;
beforeEach(async () => {
  bed = await startMediaTestBed({ quotaMegabytes: 16 });
  const bytes = await readFile(join(import.meta.dirname, '../../fixtures/media/small.mp4'));
  video = (await bed.cacheFiles({ '/a.mp4': bytes }))[0] ?? '';
});
afterEach(() => bed.stop());

const posterOf = (): string | null => bed.store.state().media.get(bed.addressOf('/a.mp4'))?.posterName ?? null;
const listFiles = async (): Promise<readonly string[]> =>
  (await readdir(join(bed.folder, 'media', 'files'), { recursive: true })).filter((name) => name.includes('.'));

describe('the poster of a video', () => {
  it('is encoded again, at most 1,080 pixels wide, and has sizes', async () => {
    const sent = await realJpeg(1400, 700);
    expect(await bed.cache.setPoster(video, sent)).toBeNull();
    await expect.poll(posterOf).toMatch(/^[0-9a-f]{64}\.jpg$/);
    const poster = Buffer.from(await (await bed.read(posterOf() ?? '')).arrayBuffer());
    expect(readJpeg(poster)).toMatchObject({ width: 1080, height: 540 });
    expect(poster.equals(sent)).toBe(false);
    const small = Buffer.from(await (await bed.read(`${posterOf()}?w=320`)).arrayBuffer());
    expect(readJpeg(small)).toMatchObject({ width: 320, height: 160 });
  });

  it('is kept when another one is sent, and over a restart', async () => {
    await bed.cache.setPoster(video, await realJpeg(64, 48));
    await expect.poll(posterOf).not.toBeNull();
    const first = posterOf();
    expect(await bed.cache.setPoster(video, await realPng(64, 48, 0))).toBeNull();
    await bed.cache.stop();
    await bed.cache.start();
    await expect.poll(posterOf).toBe(first);
    expect((await bed.read(first ?? '')).status).toBe(200);
  });

  it('is refused unless it is one readable still picture of an ordinary size', async () => {
    const jpeg = await realJpeg(64, 48);
    const refusals = {
      'the poster is not a JPEG, PNG or WebP': [Buffer.from('<svg/>'.padEnd(80)), gifOf(4, 4, 1), Buffer.alloc(0)],
      'the poster is not readable': [jpegOf(64, 48), jpeg.subarray(0, 20)],
      'the poster is too large': [pngOf(16_000, 2000)],
    };
    for (const [reason, pictures] of Object.entries(refusals))
      for (const picture of pictures) expect(await bed.cache.setPoster(video, picture)).toEqual({ refused: reason });
    const [photo = ''] = await bed.cacheFiles({ '/photo.jpg': jpeg });
    expect(await bed.cache.setPoster(photo, jpeg)).toEqual({ refused: 'it is not a video' });
    for (const name of ['', '../index.json', `${'0'.repeat(64)}.mp4`])
      expect(await bed.cache.setPoster(name, jpeg)).toEqual({ refused: 'there is no such video' });
    expect(posterOf()).toBeNull();
  });

  it('is not served while its post is blocked, and is deleted with its video when the post leaves live', async () => {
    await bed.cache.setPoster(video, await realJpeg(1400, 700));
    await expect.poll(posterOf).not.toBeNull();
    const poster = `${posterOf()}?w=320`;
    await bed.read(poster);
    expect(await listFiles()).toHaveLength(3);
    await bed.store.apply({ type: 'itemBlocked', itemId: '/a.mp4', reason: null, feed: 'main', by: null, at });
    expect((await bed.read(poster)).status).toBe(404);
    await bed.offer({});
    await expect.poll(listFiles).toEqual([]);
  });

  it('is not served when it was damaged, and can be set again', async () => {
    const picture = await realJpeg(64, 48);
    await bed.cache.setPoster(video, picture);
    await expect.poll(posterOf).not.toBeNull();
    const name = posterOf() ?? '';
    await writeFile(join(bed.folder, 'media', 'files', name.slice(0, 2), name), 'damaged');
    expect((await bed.read(name)).status).toBe(404);
    await expect.poll(posterOf).toBeNull();
    await expect.poll(() => bed.store.state().media.get(bed.addressOf('/a.mp4'))?.name).toBe(video);
    expect(await bed.cache.setPoster(video, picture)).toBeNull();
    await expect.poll(posterOf).toBe(name);
    expect((await bed.read(name)).status).toBe(200);
  });
});
