/** Reads the size of a picture from its headers, so that oversized pictures never reach a decoder. */

/** Sizes in pixels; `frames` counts the frames of an animation, 1 for a still picture. */
export type ImageFacts = { readonly width: number; readonly height: number; readonly frames: number };

/** Like all readers here, returns `null` for an unreadable file and never throws. */
export function readPng(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), frames: countPngFrames(bytes) };
}

/** An animated PNG has its frame count in an acTL chunk before the first IDAT. */
function countPngFrames(bytes: Buffer): number {
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset);
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (type === 'acTL' && length >= 8 && offset + 12 <= bytes.length) return bytes.readUInt32BE(offset + 8);
    if (type === 'IDAT') return 1;
    offset += 12 + length;
  }
  return 1;
}

/** Swaps width and height if Exif rotates the picture by 90°. */
export function readJpeg(bytes: Buffer): ImageFacts | null {
  let isRotated = false;
  for (let offset = 2; offset + 4 <= bytes.length; ) {
    if (bytes[offset] !== 0xff) return null;
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      offset += 2;
      continue;
    }
    if (marker === 0xd9 || marker === 0xda) return null;
    const length = bytes.readUInt16BE(offset + 2);
    if (length < 2) return null;
    const body = bytes.subarray(offset + 4, offset + 2 + length);
    if (marker === 0xe1) isRotated ||= isRotatedByExif(body);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      if (body.length < 5) return null;
      const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
      return isRotated ? { width: height, height: width, frames: 1 } : { width, height, frames: 1 };
    }
    offset += 2 + length;
  }
  return null;
}

/** Orientations 5 to 8 (tag 0x0112) swap width and height. */
function isRotatedByExif(exif: Buffer): boolean {
  if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = exif.subarray(6);
  if (tiff.length < 8) return false;
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(read16(first), 200);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12;
    if (read16(at) === 0x0112) return read16(at + 8) >= 5 && read16(at + 8) <= 8;
  }
  return false;
}

/** The size is the logical screen's; frames are counted by walking all blocks. */
export function readGif(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 13) return null;
  const facts = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const flags = bytes[10] ?? 0;
  let offset = 13 + colourTableLengthOf(flags);
  let frames = 0;
  const skipBlocks = (): void => {
    while (offset < bytes.length) {
      const length = bytes[offset] ?? 0;
      offset += 1 + length;
      if (length === 0) return;
    }
  };
  while (offset < bytes.length) {
    const blockType = bytes[offset];
    if (blockType === 0x3b) break;
    if (blockType === 0x21) {
      offset += 2;
      skipBlocks();
    } else if (blockType === 0x2c) {
      frames += 1;
      offset += 10 + colourTableLengthOf(bytes[offset + 9] ?? 0) + 1;
      skipBlocks();
    } else break;
  }
  return frames === 0 ? null : { ...facts, frames };
}

function colourTableLengthOf(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Reads simple, lossless and extended WebP. */
export function readWebp(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 30) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') {
    const width = bytes.readUIntLE(24, 3) + 1;
    const height = bytes.readUIntLE(27, 3) + 1;
    return { width, height, frames: countWebpFrames(bytes) };
  }
  if (kind === 'VP8L') {
    if (bytes[20] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, frames: 1 };
  }
  if (kind !== 'VP8 ' || bytes[23] !== 0x9d || bytes[24] !== 0x01 || bytes[25] !== 0x2a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, frames: 1 };
}

function countWebpFrames(bytes: Buffer): number {
  let frames = 0;
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    if (bytes.toString('latin1', offset, offset + 4) === 'ANMF') frames += 1;
    const length = bytes.readUInt32LE(offset + 4);
    offset += 8 + length + (length & 1);
  }
  return Math.max(1, frames);
}
