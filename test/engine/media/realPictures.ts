/** Creates complete pictures that a decoder can read. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import encodeJpegImage, { init as initJpeg } from '@jsquash/jpeg/encode.js';
import encodePngImage, { init as initPng } from '@jsquash/png/encode.js';

const { resolve } = createRequire(import.meta.url);

async function readCodec(path: string): Promise<ArrayBuffer> {
  const bytes = await readFile(resolve(path));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

/** The left half is red, the right half blue; `alpha` applies to the right half. */
function draw(width: number, height: number, alpha: number) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const isLeft = pixel % width < width / 2;
    data.set(isLeft ? [255, 0, 0, 255] : [0, 0, 255, alpha], pixel * 4);
  }
  return { data, width, height, colorSpace: 'srgb' as const };
}

export async function realJpeg(width: number, height: number): Promise<Buffer> {
  await initJpeg({ wasmBinary: await readCodec('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm') });
  return Buffer.from(await encodeJpegImage(draw(width, height, 255), { quality: 90 }));
}

export async function realPng(width: number, height: number, alpha: number): Promise<Buffer> {
  await initPng(await readCodec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  return Buffer.from(await encodePngImage(draw(width, height, alpha)));
}

/** Adds Exif data with an orientation, 1 to 8, to a JPEG. */
export function turnJpeg(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, body, jpeg.subarray(2)]);
}
