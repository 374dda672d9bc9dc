/** Creates files that are a picture for one program and a page, script, archive or document for another. */
import { gifOf, jpegOf, pngOf } from './pictures.ts';
import { realJpeg, realPng } from './realPictures.ts';

/** `servedAs` is the kind of a file that is a whole picture; `null` if it must be refused. */
export type Polyglot = { readonly bytes: Buffer; readonly servedAs: 'jpg' | 'png' | 'gif' | null };

const payloads: Readonly<Record<string, string>> = {
  html: '<!doctype html><script>alert(document.domain)</script>',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  script: 'alert(1);//',
  zip: 'PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0a',
  pdf: '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
  php: '<?php system($_GET["c"]); ?>',
  shell: '#!/bin/sh\nid\n',
  program: 'MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff',
};

/** Two for each payload and place: in front of the picture, which hides it, and inside or behind it, which leaves it whole. */
export async function createPolyglots(): Promise<Readonly<Record<string, Polyglot>>> {
  const jpeg = await realJpeg(40, 30);
  const png = await realPng(40, 30, 255);
  const gif = gifOf(40, 30, 1);
  const found: Record<string, Polyglot> = {};
  for (const [name, text] of Object.entries(payloads)) {
    const payload = Buffer.from(text, 'latin1');
    found[`${name}-then-jpeg`] = { bytes: Buffer.concat([payload, jpeg]), servedAs: null };
    found[`jpeg-then-${name}`] = { bytes: Buffer.concat([jpeg, payload]), servedAs: 'jpg' };
    found[`png-with-${name}`] = { bytes: withTextChunk(png, payload), servedAs: 'png' };
    found[`gif-with-${name}`] = { bytes: withGifComment(gif, payload), servedAs: 'gif' };
  }
  // A JavaScript that begins as a GIF: its size is the text `/*`.
  found['gif-as-script'] = { bytes: Buffer.from(`GIF89a/*${' '.repeat(60)}*/=1;alert(1)`, 'latin1'), servedAs: null };
  found['jpeg-as-script'] = {
    bytes: Buffer.from(`\xff\xd8\xff\xe0/*${' '.repeat(60)}*/=1;alert(1)`, 'latin1'),
    servedAs: null,
  };
  found['png-magic-then-page'] = {
    bytes: Buffer.concat([pngOf(1, 1).subarray(0, 8), Buffer.from(payloads['html']?.padEnd(90) ?? '')]),
    servedAs: null,
  };
  found['webp-magic-then-page'] = { bytes: Buffer.from(`RIFF1234WEBP${payloads['html']?.padEnd(90)}`), servedAs: null };
  found['mp4-magic-then-page'] = {
    bytes: Buffer.from(`\0\0\0\x18ftypisom\0\0\0\0isom${payloads['html']?.padEnd(90)}`, 'latin1'),
    servedAs: null,
  };
  found['jpeg-header-then-page'] = {
    bytes: Buffer.concat([jpegOf(1, 1).subarray(0, 20), Buffer.from(payloads['html']?.padEnd(90) ?? '')]),
    servedAs: null,
  };
  return found;
}

/** In a text chunk after the header. Its checksum is wrong, which decoders of such chunks ignore. */
function withTextChunk(png: Buffer, payload: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(payload.length, 0);
  head.write('tEXt', 4, 'latin1');
  return Buffer.concat([png.subarray(0, 33), head, payload, Buffer.alloc(4), png.subarray(33)]);
}

function withGifComment(gif: Buffer, payload: Buffer): Buffer {
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, payload.length]), payload, Buffer.from([0])]);
  return Buffer.concat([gif.subarray(0, 13), comment, gif.subarray(13)]);
}
