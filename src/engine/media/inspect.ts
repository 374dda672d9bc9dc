/** Decides from a fetched file's headers whether it may be served. */

import { type FileHandle, open, readFile } from 'node:fs/promises';
import { type Phrase, sayLater } from '../../core/language/say.ts';
import type { MediaKind } from '../../core/mediaKind.ts';
import { type ImageFacts, readGif, readJpeg, readPng, readWebp } from './imageHeader.ts';
import { readMp4 } from './mp4Header.ts';

/** Sizes in pixels; `durationMs` and `codec` are `null` for pictures, and `isAnimated` is false for videos. */
export type FileFacts = {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly codec: string | null;
  readonly isAnimated: boolean;
};

/** `refused` is the reason as part of a sentence. */
export type Inspection = { readonly facts: FileFacts } | { readonly refused: Phrase };

const maxSide = 16_384;
const maxPixels = 40_000_000;
const maxFrames = 1000;
const maxTotalPixels = 2_000_000_000;
const maxVideoMs = 10 * 60_000;
const maxVideoLongSide = 4096;
const maxVideoShortSide = 2304;

/** Reads the file at `path` unless its bytes are given. Rejects with the system's error if it cannot be opened. */
export async function inspect(path: string, kind: MediaKind, size: number, bytes: Buffer | null): Promise<Inspection> {
  if (kind === 'mp4') {
    const file = await open(path, 'r');
    try {
      return await inspectVideo(file, size);
    } finally {
      await file.close();
    }
  }
  const facts = pictureReaders[kind](bytes ?? (await readFile(path)));
  if (facts === null) return { refused: sayLater('its header is not readable') };
  const { width, height, frames, playsMs } = facts;
  if (width === 0 || height === 0) return { refused: sayLater('its width or height is 0') };
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    return { refused: sayLater('{width} × {height} is too large', { width, height }) };
  if (frames > maxFrames || frames * width * height > maxTotalPixels)
    return { refused: sayLater('it has too many frames ({count})', { count: String(frames) }) };
  if (playsMs > maxVideoMs) return { refused: sayLater('it is longer than 10 minutes') };
  return { facts: { width, height, durationMs: null, codec: null, isAnimated: frames > 1 } };
}

export const pictureReaders: Readonly<Record<Exclude<MediaKind, 'mp4'>, (bytes: Buffer) => ImageFacts | null>> = {
  jpg: readJpeg,
  png: readPng,
  gif: readGif,
  webp: readWebp,
};

async function inspectVideo(file: FileHandle, size: number): Promise<Inspection> {
  const facts = await readMp4(file, size);
  if (facts === null) return { refused: sayLater('its header is not readable') };
  if (facts === 'noPicture') return { refused: sayLater('it has sound but no picture') };
  const { width, height, durationMs } = facts;
  if (width === 0 || height === 0) return { refused: sayLater('its width or height is 0') };
  if (Math.max(width, height) > maxVideoLongSide || Math.min(width, height) > maxVideoShortSide)
    return { refused: sayLater('{width} × {height} is too large', { width, height }) };
  if (durationMs > maxVideoMs) return { refused: sayLater('it is longer than 10 minutes') };
  return { facts: { ...facts, isAnimated: false } };
}
