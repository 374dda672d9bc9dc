/** Creates small files that would make a decoder allocate or work without end. */
import { gifOf, jpegOf, pngOf } from './pictures.ts';

/** Part of the sentence that says why it is refused. */
export type Bomb = { readonly bytes: Buffer; readonly reason: string };

/** `video` is an intact MP4. */
export function createBombs(video: Buffer): Readonly<Record<string, Bomb>> {
  return {
    'side.png': { bytes: pngOf(30_000, 30_000), reason: '30000 × 30000 is too large' },
    'pixels.png': { bytes: pngOf(14_000, 14_000), reason: '14000 × 14000 is too large' },
    'largest-number.png': { bytes: pngOf(0xffff_ffff, 1), reason: '4294967295 × 1 is too large' },
    'nothing.png': { bytes: pngOf(0, 400), reason: 'width or height is 0' },
    'frames.png': { bytes: animatedPng(400, 300, 4_000_000_000), reason: 'too many frames (4000000000)' },
    'side.jpg': { bytes: jpegOf(65_535, 65_535), reason: '65535 × 65535 is too large' },
    'strip.jpg': { bytes: jpegOf(65_500, 1), reason: '65500 × 1 is too large' },
    'frames.gif': { bytes: gifOf(4, 4, 1001), reason: 'too many frames (1001)' },
    'total.gif': { bytes: gifOf(4000, 4000, 126), reason: 'too many frames (126)' },
    'beyond-its-screen.gif': { bytes: frameBeyondScreen(), reason: '60000 × 60000 is too large' },
    'slow.gif': { bytes: slowGif(), reason: 'longer than 10 minutes' },
    'canvas.webp': { bytes: extendedWebp(16_384, 16_384, []), reason: '16384 × 16384 is too large' },
    'lossless.webp': { bytes: losslessWebp(), reason: '16383 × 16383 is too large' },
    'frames.webp': { bytes: extendedWebp(10, 10, frames(1001, 10, 10, 10)), reason: 'too many frames (1001)' },
    'beyond-its-canvas.webp': {
      bytes: extendedWebp(10, 10, frames(2, 16_000, 16_000, 10)),
      reason: '16000 × 16000 is too large',
    },
    'slow.webp': { bytes: extendedWebp(10, 10, frames(2, 10, 10, 400_000)), reason: 'longer than 10 minutes' },
    'long.mp4': { bytes: patchBox(video, 'mvhd', 16, 0xffff_fff0), reason: 'longer than 10 minutes' },
    'wide.mp4': { bytes: patchBox(video, 'tkhd', 76, 9000 << 16), reason: '9000 × 48 is too large' },
    'boxes.mp4': { bytes: manyBoxes(video), reason: 'header is not readable' },
    'header.mp4': { bytes: endlessHeader(video), reason: 'header is not readable' },
    'sound-alone.mp4': { bytes: replace(video, 'vide', 'soun'), reason: 'it has sound but no picture' },
  };
}

function animatedPng(width: number, height: number, count: number): Buffer {
  const control = Buffer.alloc(20);
  control.writeUInt32BE(8, 0);
  control.write('acTL', 4, 'latin1');
  control.writeUInt32BE(count, 8);
  return Buffer.concat([pngOf(width, height).subarray(0, 33), control, pngOf(width, height).subarray(33)]);
}

function frameBeyondScreen(): Buffer {
  const bytes = gifOf(10, 10, 1);
  bytes.writeUInt16LE(60_000, 13 + 5);
  bytes.writeUInt16LE(60_000, 13 + 7);
  return bytes;
}

/** Two frames, each shown for eleven minutes. */
function slowGif(): Buffer {
  const bytes = gifOf(4, 4, 2);
  const delay = Buffer.from([0x21, 0xf9, 4, 0, 0xff, 0xff, 0, 0]);
  return Buffer.concat([bytes.subarray(0, 13), delay, bytes.subarray(13)]);
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)]);
}

function webp(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks, Buffer.alloc(40)]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function extendedWebp(width: number, height: number, chunks: readonly Buffer[]): Buffer {
  const body = Buffer.alloc(10);
  body[0] = 2;
  body.writeUIntLE(width - 1, 4, 3);
  body.writeUIntLE(height - 1, 7, 3);
  return webp(chunk('VP8X', body), ...chunks);
}

function frames(count: number, width: number, height: number, playsMs: number): readonly Buffer[] {
  const body = Buffer.alloc(16);
  body.writeUIntLE(width - 1, 6, 3);
  body.writeUIntLE(height - 1, 9, 3);
  body.writeUIntLE(playsMs, 12, 3);
  return Array.from({ length: count }, () => chunk('ANMF', body));
}

function losslessWebp(): Buffer {
  const body = Buffer.alloc(20);
  body[0] = 0x2f;
  body.writeUInt32LE((16_382 | (16_382 << 14)) >>> 0, 1);
  return webp(chunk('VP8L', body));
}

/** Writes a number into the first box of the type, `offset` bytes after its body begins. */
function patchBox(video: Buffer, type: string, offset: number, value: number): Buffer {
  const bytes = Buffer.from(video);
  bytes.writeUInt32BE(value >>> 0, bytes.indexOf(type, 0, 'latin1') + 4 + offset);
  return bytes;
}

function manyBoxes(video: Buffer): Buffer {
  const typeLength = video.readUInt32BE(0);
  const free = Buffer.from('\0\0\0\x08free', 'latin1');
  const boxes = Array.from({ length: 100_000 }, () => free);
  return Buffer.concat([video.subarray(0, typeLength), ...boxes, video.subarray(typeLength)]);
}

/** The header claims to be 4 GB long. */
function endlessHeader(video: Buffer): Buffer {
  const bytes = Buffer.from(video);
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf('moov', 0, 'latin1') - 4);
  return bytes;
}

function replace(video: Buffer, from: string, to: string): Buffer {
  return Buffer.from(video.toString('latin1').replaceAll(from, to), 'latin1');
}
