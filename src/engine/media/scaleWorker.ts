/** Decodes, scales and encodes pictures in a thread of its own. The codecs are WebAssembly, so a fault in one reaches nothing else. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import decodeJpeg, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js';
import encodeJpeg, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js';
import decodePng, { init as initPngDecoder } from '@jsquash/png/decode.js';
import encodePng, { init as initPngEncoder } from '@jsquash/png/encode.js';
import decodeWebp, { init as initWebpDecoder } from '@jsquash/webp/decode.js';
import type { ScaledPicture, ScaleJob } from './scaler.ts';
import { isOpaque, type Picture, shrink } from './shrink.ts';

/** Of 100. */
const jpegQuality = 82;

/** Reads a codec from the packages; a build puts copies next to this file. */
async function readCodec(path: string): Promise<ArrayBuffer> {
  const isBuilt = import.meta.url.endsWith('.js');
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const url = isBuilt ? new URL(`codecs/${fileName}`, import.meta.url) : new URL(import.meta.resolve(path));
  const bytes = await readFile(url);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

const decoders = {
  jpg: async (bytes: ArrayBuffer): Promise<Picture> => {
    await initJpegDecoder({ wasmBinary: await readCodec('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm') });
    // Turns the picture as its Exif data says.
    return decodeJpeg(bytes, { preserveOrientation: true });
  },
  png: async (bytes: ArrayBuffer): Promise<Picture> => {
    await initPngDecoder(await readCodec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
    return decodePng(bytes);
  },
  webp: async (bytes: ArrayBuffer): Promise<Picture> => {
    await initWebpDecoder({ wasmBinary: await readCodec('@jsquash/webp/codec/dec/webp_dec.wasm') });
    return decodeWebp(bytes);
  },
};

async function encode(picture: Picture): Promise<Pick<ScaledPicture, 'kind' | 'bytes'>> {
  // `ImageData` adds a colour space, which the encoders don’t read.
  const image = Object.assign({ colorSpace: 'srgb' as const }, picture);
  if (isOpaque(picture)) {
    await initJpegEncoder({ wasmBinary: await readCodec('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm') });
    return { kind: 'jpg', bytes: new Uint8Array(await encodeJpeg(image, { quality: jpegQuality })) };
  }
  await initPngEncoder(await readCodec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  return { kind: 'png', bytes: new Uint8Array(await encodePng(image)) };
}

async function scale({ bytes, kind, maxWidth }: ScaleJob): Promise<ScaledPicture> {
  const picture = await decoders[kind](new Uint8Array(bytes).buffer);
  const width = Math.min(maxWidth, picture.width);
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  return { ...(await encode(width < picture.width ? shrink(picture, width, height) : picture)), width, height };
}

parentPort?.on('message', (job: ScaleJob) => {
  scale(job).then(
    (scaled) => parentPort?.postMessage(scaled),
    () => parentPort?.postMessage(null),
  );
});
