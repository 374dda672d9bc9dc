/** Decides whether a fetched file may be served, from its headers alone. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { readFilm } from './filmHeader.ts';
import { type ImageFacts, readGif, readJpeg, readPng, readWebp } from './imageHeader.ts';
import type { MediaKind } from './kind.ts';

/** What is known of a file that may be served. Pixels and milliseconds. */
export type FileFacts = { readonly width: number; readonly height: number; readonly durationMs: number | null };

/** Why not, in words that fit after “refused:”. */
export type Inspection = { readonly facts: FileFacts } | { readonly refused: string };

const mostSide = 16_384;
const mostPixels = 40_000_000;
const mostFrames = 1000;
const mostPixelsOfAll = 2_000_000_000;
const mostFilmMs = 10 * 60_000;
const mostFilmLong = 4096;
const mostFilmShort = 2304;

/** Looks at the file of that kind. Rejects with the system's error when it cannot be read at all. */
export async function inspect(path: string, kind: MediaKind, size: number): Promise<Inspection> {
  if (kind === 'mp4') {
    const file = await open(path, 'r');
    try {
      return await inspectFilm(file, size);
    } finally {
      await file.close();
    }
  }
  const facts = readers[kind](await readFile(path));
  if (facts === null) return { refused: 'its header cannot be read' };
  const { width, height, frames } = facts;
  if (width === 0 || height === 0) return { refused: 'it has no size' };
  if (width > mostSide || height > mostSide || width * height > mostPixels)
    return { refused: `${width} × ${height} is too large` };
  if (frames > mostFrames || frames * width * height > mostPixelsOfAll)
    return { refused: `${frames} frames are too many` };
  return { facts: { width, height, durationMs: null } };
}

const readers: Readonly<Record<Exclude<MediaKind, 'mp4'>, (bytes: Buffer) => ImageFacts | null>> = {
  jpg: readJpeg,
  png: readPng,
  gif: readGif,
  webp: readWebp,
};

async function inspectFilm(file: FileHandle, size: number): Promise<Inspection> {
  const film = await readFilm(file, size);
  if (film === null) return { refused: 'its header cannot be read' };
  const { width, height, durationMs } = film;
  if (Math.max(width, height) > mostFilmLong || Math.min(width, height) > mostFilmShort)
    return { refused: `${width} × ${height} is too large` };
  if (durationMs > mostFilmMs) return { refused: 'it is longer than 10 minutes' };
  return { facts: film };
}
