import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MediaKind, readKind } from '../../../src/core/mediaKind.ts';
import { readGif, readJpeg, readPng, readWebp } from '../../../src/engine/media/imageHeader.ts';
import { inspect } from '../../../src/engine/media/inspect.ts';
import { fc } from '../../properties.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import '../../comparePhrases.ts';

// Made with ffmpeg's test source and cwebp, 64 × 48.
const fixtures = join(import.meta.dirname, '../../fixtures/media');

describe('the kind, size, duration and codec of a file', () => {
  const check = (file: string, kind: MediaKind, width: number, height: number): void => {
    it(`are read from ${file}`, async () => {
      const path = join(fixtures, file);
      const bytes = await readFile(path);
      expect(readKind(bytes)).toBe(kind);
      const durationMs = kind === 'mp4' ? 500 : null;
      const codec = kind === 'mp4' ? 'avc1' : null;
      const isAnimated = ['small.gif', 'animated.webp'].includes(file);
      const facts = { width, height, durationMs, codec, isAnimated };
      expect(await inspect(path, kind, bytes.length, null)).toEqual({ facts });
    });
  };
  check('small.png', 'png', 64, 48);
  check('small.jpg', 'jpg', 64, 48);
  check('small.gif', 'gif', 64, 48);
  check('small.webp', 'webp', 64, 48);
  check('lossless.webp', 'webp', 64, 48);
  check('animated.webp', 'webp', 64, 48);
  check('small.mp4', 'mp4', 64, 48);
  check('turned.mp4', 'mp4', 48, 64);

  it('include the frame count of an animation', async () => {
    expect(readGif(await readFile(join(fixtures, 'small.gif')))?.frames).toBe(5);
    expect(readWebp(await readFile(join(fixtures, 'animated.webp')))?.frames).toBe(5);
  });

  it('are not read from files that must not be served', () => {
    const box = (brand: string): Buffer =>
      Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}`.padEnd(64, '\0'), 'latin1');
    for (const brand of ['avif', 'avis', 'heic', 'heix', 'mif1', 'qt  ', 'xxxx'])
      expect(readKind(box(brand))).toBeNull();
    for (const text of ['<svg xmlns', '<!doctype html>', '%PDF-1.7', 'BM', 'II*\0', 'GIF88a', 'RIFF1234WAVE', '']) {
      expect(readKind(Buffer.from(text.padEnd(64)))).toBeNull();
    }
  });
});

it('refuses a video of very many small boxes without reading them all', async () => {
  const path = join(createTemporaryFolder('inspect'), 'file');
  const small = await readFile(join(fixtures, 'small.mp4'));
  const free = Buffer.from('\0\0\0\x08free', 'latin1');
  const typeLength = small.readUInt32BE(0);
  const inspectWith = async (boxes: number) => {
    const bytes = Buffer.concat([
      small.subarray(0, typeLength),
      ...Array.from({ length: boxes }, () => free),
      small.subarray(typeLength),
    ]);
    await writeFile(path, bytes);
    return inspect(path, 'mp4', bytes.length, null);
  };
  expect(await inspectWith(10)).toMatchObject({ facts: { width: 64, height: 48, durationMs: 500, codec: 'avc1' } });
  expect(await inspectWith(100_000)).toEqual({ refused: 'its header is not readable' });
});

it('reads or refuses a damaged header without throwing', async () => {
  const folder = createTemporaryFolder('inspect');
  const path = join(folder, 'file');
  const files = await Promise.all(
    (['small.png', 'small.jpg', 'small.gif', 'animated.webp', 'turned.mp4'] as const).map((name) =>
      readFile(join(fixtures, name)),
    ),
  );
  const readers = { png: readPng, jpg: readJpeg, gif: readGif, webp: readWebp };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { maxLength: 12 }),
      fc.nat(4000),
      async (file, changes, length) => {
        const bytes = Buffer.from(file.subarray(0, Math.max(13, Math.min(file.length, length))));
        for (const [offset, value] of changes) bytes[offset % bytes.length] = value;
        const kind = readKind(bytes);
        if (kind === null) return;
        if (kind !== 'mp4') {
          readers[kind](bytes);
          return;
        }
        await writeFile(path, bytes);
        await inspect(path, kind, bytes.length, null);
      },
    ),
    { numRuns: 400 },
  );
});
