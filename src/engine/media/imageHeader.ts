/** Reads how large a picture is from its headers, without decoding it: what would burst a decoder never reaches one. */

/** Pixels; `frames` counts the pictures of an animation as far as the headers tell. */
export type ImageFacts = { readonly width: number; readonly height: number; readonly frames: number };

/** Each throws nothing and answers null for what it cannot read. */
export function readPng(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), frames: pngFrames(bytes) };
}

/** Frames of an animated PNG stand in its acTL chunk, before the first IDAT. */
function pngFrames(bytes: Buffer): number {
  for (let place = 8; place + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(place);
    const type = bytes.toString('latin1', place + 4, place + 8);
    if (type === 'acTL' && length >= 8 && place + 12 <= bytes.length) return bytes.readUInt32BE(place + 8);
    if (type === 'IDAT') return 1;
    place += 12 + length;
  }
  return 1;
}

/** Walks the segments to the frame header, in which the size stands; turned a quarter where Exif says so. */
export function readJpeg(bytes: Buffer): ImageFacts | null {
  let isTurned = false;
  for (let place = 2; place + 4 <= bytes.length; ) {
    if (bytes[place] !== 0xff) return null;
    const marker = bytes[place + 1] ?? 0;
    if (marker === 0xff) {
      place += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      place += 2;
      continue;
    }
    if (marker === 0xd9 || marker === 0xda) return null;
    const length = bytes.readUInt16BE(place + 2);
    if (length < 2) return null;
    const body = bytes.subarray(place + 4, place + 2 + length);
    if (marker === 0xe1) isTurned ||= isQuarterTurned(body);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      if (body.length < 5) return null;
      const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
      return isTurned ? { width: height, height: width, frames: 1 } : { width, height, frames: 1 };
    }
    place += 2 + length;
  }
  return null;
}

/** Whether an Exif block's orientation (tag 0x0112) is one of those that swap width and height. */
function isQuarterTurned(exif: Buffer): boolean {
  if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = exif.subarray(6);
  if (tiff.length < 8) return false;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(read16(first), 200);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12;
    if (read16(at) === 0x0112) return read16(at + 8) >= 5 && read16(at + 8) <= 8;
  }
  return false;
}

/** Size from the logical screen; frames counted by walking the blocks to the end. */
export function readGif(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 13) return null;
  const facts = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const flags = bytes[10] ?? 0;
  let place = 13 + colourTableLength(flags);
  let frames = 0;
  const skipBlocks = (): void => {
    while (place < bytes.length) {
      const length = bytes[place] ?? 0;
      place += 1 + length;
      if (length === 0) return;
    }
  };
  while (place < bytes.length) {
    const mark = bytes[place];
    if (mark === 0x3b) break;
    if (mark === 0x21) {
      place += 2;
      skipBlocks();
    } else if (mark === 0x2c) {
      frames += 1;
      place += 10 + colourTableLength(bytes[place + 9] ?? 0) + 1;
      skipBlocks();
    } else break;
  }
  return frames === 0 ? null : { ...facts, frames };
}

function colourTableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** The three kinds of WebP: simple, lossless and extended. */
export function readWebp(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 30) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') {
    const width = bytes.readUIntLE(24, 3) + 1;
    const height = bytes.readUIntLE(27, 3) + 1;
    return { width, height, frames: webpFrames(bytes) };
  }
  if (kind === 'VP8L') {
    if (bytes[20] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, frames: 1 };
  }
  if (kind !== 'VP8 ' || bytes[23] !== 0x9d || bytes[24] !== 0x01 || bytes[25] !== 0x2a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, frames: 1 };
}

function webpFrames(bytes: Buffer): number {
  let frames = 0;
  for (let place = 12; place + 8 <= bytes.length; ) {
    if (bytes.toString('latin1', place, place + 4) === 'ANMF') frames += 1;
    const length = bytes.readUInt32LE(place + 4);
    place += 8 + length + (length & 1);
  }
  return Math.max(1, frames);
}
