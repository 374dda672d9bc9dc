/** Reads the size of a picture from its headers, so that oversized pictures never reach a decoder. */
import { isRotatedByExif } from './exif.ts';

/**
 * Sizes in pixels, as displayed. `frames` counts the frames of an animation, 1 for a still picture. `playsMs` is how long one pass of the
 * animation takes, 0 for a still picture.
 */
export type ImageFacts = {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly playsMs: number;
};

const stillPicture = { frames: 1, playsMs: 0 };

/** Like all readers here, returns `null` for an unreadable file and never throws. */
export function readPng(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), ...readPngAnimation(bytes) };
}

/** An animated PNG has its frame count in an acTL chunk before the first IDAT, and a duration in the fcTL chunk of each frame. */
function readPngAnimation(bytes: Buffer): { readonly frames: number; readonly playsMs: number } {
  let frames = 1;
  let playsMs = 0;
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset);
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (type === 'acTL' && length >= 8) frames = bytes.readUInt32BE(offset + 8);
    if (type === 'IDAT' && frames === 1) break;
    if (type === 'fcTL' && offset + 34 <= bytes.length)
      playsMs += (bytes.readUInt16BE(offset + 28) * 1000) / (bytes.readUInt16BE(offset + 30) || 100);
    offset += 12 + length;
  }
  return { frames, playsMs };
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
      return isRotated ? { width: height, height: width, ...stillPicture } : { width, height, ...stillPicture };
    }
    offset += 2 + length;
  }
  return null;
}

/** The size is that of the logical screen, or of its frames if they reach beyond it. */
export function readGif(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 13) return null;
  let width = bytes.readUInt16LE(6);
  let height = bytes.readUInt16LE(8);
  let offset = 13 + colourTableLengthOf(bytes[10] ?? 0);
  let frames = 0;
  let playsMs = 0;
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
      // A graphic control extension has the frame's delay in hundredths of a second.
      if (bytes[offset + 1] === 0xf9 && offset + 6 <= bytes.length) playsMs += bytes.readUInt16LE(offset + 4) * 10;
      offset += 2;
      skipBlocks();
    } else if (blockType === 0x2c && offset + 10 <= bytes.length) {
      frames += 1;
      width = Math.max(width, bytes.readUInt16LE(offset + 1) + bytes.readUInt16LE(offset + 5));
      height = Math.max(height, bytes.readUInt16LE(offset + 3) + bytes.readUInt16LE(offset + 7));
      offset += 10 + colourTableLengthOf(bytes[offset + 9] ?? 0) + 1;
      skipBlocks();
    } else break;
  }
  return frames === 0 ? null : { width, height, frames, playsMs: frames === 1 ? 0 : playsMs };
}

function colourTableLengthOf(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Reads simple, lossless and extended WebP. */
export function readWebp(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 30) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return readExtendedWebp(bytes);
  if (kind === 'VP8L') {
    if (bytes[20] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, ...stillPicture };
  }
  if (kind !== 'VP8 ' || bytes[23] !== 0x9d || bytes[24] !== 0x01 || bytes[25] !== 0x2a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, ...stillPicture };
}

/** The size is that of the canvas, or of its frames if they reach beyond it. */
function readExtendedWebp(bytes: Buffer): ImageFacts {
  let width = bytes.readUIntLE(24, 3) + 1;
  let height = bytes.readUIntLE(27, 3) + 1;
  let frames = 0;
  let playsMs = 0;
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    if (bytes.toString('latin1', offset, offset + 4) === 'ANMF' && offset + 24 <= bytes.length) {
      frames += 1;
      width = Math.max(width, 2 * bytes.readUIntLE(offset + 8, 3) + bytes.readUIntLE(offset + 14, 3) + 1);
      height = Math.max(height, 2 * bytes.readUIntLE(offset + 11, 3) + bytes.readUIntLE(offset + 17, 3) + 1);
      playsMs += bytes.readUIntLE(offset + 20, 3);
    }
    const length = bytes.readUInt32LE(offset + 4);
    offset += 8 + length + (length & 1);
  }
  return { width, height, frames: Math.max(1, frames), playsMs: frames > 1 ? playsMs : 0 };
}
