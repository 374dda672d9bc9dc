/** Reads the size, duration and codec of an MP4 video from its boxes, without decoding it. */
import type { FileHandle } from 'node:fs/promises';

/** Sizes in pixels. */
export type VideoFacts = {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** Four characters, such as `avc1`; `null` if the track does not say. */
  readonly codec: string | null;
};

/** More than the `moov` box of a ten-minute video needs. */
const maxMoovBytes = 16 * 1024 * 1024;
/** Far more than a file has before its `moov` box. Each takes a read, and a file could consist of millions. */
const maxBoxes = 1000;

/** Returns `null` without a readable `moov` box, and `noPicture` if no track has pictures. */
export async function readMp4(file: FileHandle, size: number): Promise<VideoFacts | 'noPicture' | null> {
  const head = Buffer.alloc(16);
  for (let offset = 0, boxes = 0; offset + 8 <= size && boxes < maxBoxes; boxes += 1) {
    const { bytesRead } = await file.read(head, 0, 16, offset);
    const box = readBox(head.subarray(0, bytesRead), 0, size - offset);
    if (box === null) return null;
    if (box.type === 'moov') {
      if (box.end > maxMoovBytes) return null;
      const bytes = Buffer.alloc(box.end);
      await file.read(bytes, 0, box.end, offset);
      return readMoov(bytes.subarray(box.start));
    }
    offset += box.end;
  }
  return null;
}

type Box = { readonly type: string; readonly start: number; readonly end: number };

/** `available` is the number of bytes left in the file from `offset`. Returns `null` for an invalid box. */
function readBox(bytes: Buffer, offset: number, available: number): Box | null {
  if (offset + 8 > bytes.length) return null;
  const type = bytes.toString('latin1', offset + 4, offset + 8);
  let length = bytes.readUInt32BE(offset);
  let headerLength = 8;
  if (length === 1) {
    if (offset + 16 > bytes.length) return null;
    length = Number(bytes.readBigUInt64BE(offset + 8));
    headerLength = 16;
  } else if (length === 0) length = available;
  if (length < headerLength || length > available) return null;
  return { type, start: offset + headerLength, end: offset + length };
}

function childrenOf(bytes: Buffer): readonly (Box & { readonly body: Buffer })[] {
  const found: (Box & { readonly body: Buffer })[] = [];
  for (let offset = 0; offset < bytes.length && found.length < maxBoxes; ) {
    const box = readBox(bytes, offset, bytes.length - offset);
    if (box === null) break;
    found.push({ ...box, body: bytes.subarray(box.start, box.end) });
    offset = box.end;
  }
  return found;
}

function readMoov(moov: Buffer): VideoFacts | 'noPicture' | null {
  const boxes = childrenOf(moov);
  const header = boxes.find(({ type }) => type === 'mvhd');
  const durationMs = header === undefined ? null : readDuration(header.body);
  if (durationMs === null) return null;
  const tracks = boxes.filter(({ type }) => type === 'trak');
  for (const track of tracks) {
    const size = isVideoTrack(track.body) ? readTrackSize(track.body) : null;
    if (size !== null) return { ...size, durationMs, codec: readCodec(track.body) };
  }
  return tracks.length === 0 ? null : 'noPicture';
}

/** The type of the track's first sample description (`stsd`). */
function readCodec(track: Buffer): string | null {
  const path = ['mdia', 'minf', 'stbl', 'stsd'];
  let body: Buffer | undefined = track;
  for (const type of path) body = body && childrenOf(body).find((box) => box.type === type)?.body;
  const codec = body?.toString('latin1', 12, 16) ?? '';
  return /^[\w.-]{4}$/.test(codec) ? codec : null;
}

/** Its handler (`hdlr`) names the kind of track; a track of sound can have a size too. */
function isVideoTrack(track: Buffer): boolean {
  const media = childrenOf(track).find(({ type }) => type === 'mdia')?.body ?? Buffer.alloc(0);
  const handler = childrenOf(media).find(({ type }) => type === 'hdlr')?.body;
  return handler?.toString('latin1', 8, 12) === 'vide';
}

function readDuration(mvhd: Buffer): number | null {
  const isLong = mvhd[0] === 1;
  if (mvhd.length < (isLong ? 32 : 20)) return null;
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  return scale === 0 ? null : Math.round((length / scale) * 1000);
}

/** Swaps width and height if the track's matrix rotates by 90°. Returns `null` for a track without a picture. */
function readTrackSize(track: Buffer): { readonly width: number; readonly height: number } | null {
  const header = childrenOf(track).find(({ type }) => type === 'tkhd')?.body;
  if (header === undefined) return null;
  const matrix = header[0] === 1 ? 52 : 40;
  if (header.length < matrix + 44) return null;
  const width = header.readUInt32BE(matrix + 36) >>> 16;
  const height = header.readUInt32BE(matrix + 40) >>> 16;
  if (width === 0 || height === 0) return null;
  const isRotated = header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 4) !== 0;
  return isRotated ? { width: height, height: width } : { width, height };
}
