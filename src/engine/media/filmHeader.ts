/** Reads size and length of an MP4 film from its boxes, without decoding it. */
import type { FileHandle } from 'node:fs/promises';

/** Pixels, and milliseconds. */
export type FilmFacts = { readonly width: number; readonly height: number; readonly durationMs: number };

/** More than this a table of contents never needs for ten minutes. */
const mostIndexBytes = 16 * 1024 * 1024;

/** Finds the film's `moov` box and reads it; null where there is none that can be read. */
export async function readFilm(file: FileHandle, size: number): Promise<FilmFacts | null> {
  const head = Buffer.alloc(16);
  for (let place = 0; place + 8 <= size; ) {
    const { bytesRead } = await file.read(head, 0, 16, place);
    const box = readBox(head.subarray(0, bytesRead), 0, size - place);
    if (box === null) return null;
    if (box.type === 'moov') {
      if (box.end > mostIndexBytes) return null;
      const bytes = Buffer.alloc(box.end);
      await file.read(bytes, 0, box.end, place);
      return readIndex(bytes.subarray(box.start));
    }
    place += box.end;
  }
  return null;
}

type Box = { readonly type: string; readonly start: number; readonly end: number };

/** The box that begins at that place of the bytes, of which `room` bytes are left in all; null for one that cannot be. */
function readBox(bytes: Buffer, place: number, room: number): Box | null {
  if (place + 8 > bytes.length) return null;
  const type = bytes.toString('latin1', place + 4, place + 8);
  let length = bytes.readUInt32BE(place);
  let head = 8;
  if (length === 1) {
    if (place + 16 > bytes.length) return null;
    length = Number(bytes.readBigUInt64BE(place + 8));
    head = 16;
  } else if (length === 0) length = room;
  if (length < head || length > room) return null;
  return { type, start: place + head, end: place + length };
}

function childrenOf(bytes: Buffer): readonly (Box & { readonly body: Buffer })[] {
  const found: (Box & { readonly body: Buffer })[] = [];
  for (let place = 0; place < bytes.length && found.length < 1000; ) {
    const box = readBox(bytes, place, bytes.length - place);
    if (box === null) break;
    found.push({ ...box, body: bytes.subarray(box.start, box.end) });
    place = box.end;
  }
  return found;
}

function readIndex(moov: Buffer): FilmFacts | null {
  const boxes = childrenOf(moov);
  const header = boxes.find(({ type }) => type === 'mvhd');
  const durationMs = header === undefined ? null : readDuration(header.body);
  if (durationMs === null) return null;
  for (const track of boxes) {
    if (track.type !== 'trak') continue;
    const size = readTrackSize(track.body);
    if (size !== null) return { ...size, durationMs };
  }
  return null;
}

function readDuration(mvhd: Buffer): number | null {
  const isLong = mvhd[0] === 1;
  if (mvhd.length < (isLong ? 32 : 20)) return null;
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  return scale === 0 ? null : Math.round((length / scale) * 1000);
}

/** Width and height of a track that has any, turned where its matrix turns it a quarter. */
function readTrackSize(track: Buffer): { readonly width: number; readonly height: number } | null {
  const header = childrenOf(track).find(({ type }) => type === 'tkhd')?.body;
  if (header === undefined) return null;
  const matrix = header[0] === 1 ? 52 : 40;
  if (header.length < matrix + 44) return null;
  const width = header.readUInt32BE(matrix + 36) >>> 16;
  const height = header.readUInt32BE(matrix + 40) >>> 16;
  if (width === 0 || height === 0) return null;
  const isTurned = header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}
