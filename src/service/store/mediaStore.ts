/** Stored pictures and videos: named by content hash, typed by their first bytes, never changed. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeDirectory, syncDirectory } from '../../disk/atomicFile.ts';

export type StoredMedia = { readonly mediaUrl: string; readonly mediaType: string };

export type MediaFile = { readonly path: string; readonly mediaType: string; readonly size: number };

export type MediaStore = {
  /** Streams a file to disk. `null`, with nothing stored, if it is not a JPEG, PNG, GIF, WebP or MP4. Rejects with MediaTooLarge. */
  readonly add: (bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<StoredMedia | null>;
  readonly find: (name: string) => Promise<MediaFile | null>;
};

/** Limit for one file. */
export const mediaLimitBytes = 200 * 1024 * 1024;

export class MediaTooLarge extends Error {
  override readonly name = 'MediaTooLarge';
}

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
};

/** Path prefix of our own media in stored posts; responses add the host. */
export const mediaPath = '/media/';

export async function openMediaStore(directory: string): Promise<MediaStore> {
  await makeDirectory(directory);
  return {
    add: async (bytes) => {
      const temporaryPath = join(directory, `${randomUUID()}.tmp`);
      const hash = createHash('sha256');
      let head = Buffer.alloc(0);
      let size = 0;
      try {
        await pipeline(
          Readable.from(bytes),
          async function* (chunks: AsyncIterable<Uint8Array>) {
            for await (const chunk of chunks) {
              size += chunk.length;
              if (size > mediaLimitBytes) throw new MediaTooLarge(`more than ${mediaLimitBytes} bytes`);
              if (head.length < 32) head = Buffer.concat([head, chunk.subarray(0, 32)]);
              hash.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600 }),
        );
        const extension = extensionOf(head);
        const mediaType = extension === null ? undefined : mediaTypes[extension];
        if (mediaType === undefined) return null;
        const name = `${hash.digest('hex')}.${extension}`;
        await syncFile(temporaryPath);
        await rename(temporaryPath, join(directory, name));
        await syncDirectory(directory);
        return { mediaUrl: `${mediaPath}${name}`, mediaType };
      } finally {
        await rm(temporaryPath, { force: true });
      }
    },
    find: async (name) => {
      const extension = /^[0-9a-f]{64}\.([a-z0-9]{3,4})$/.exec(name)?.[1];
      const mediaType = extension === undefined ? undefined : mediaTypes[extension];
      if (mediaType === undefined) return null;
      const path = join(directory, name);
      const exists = await access(path).then(
        () => true,
        () => false,
      );
      return exists ? { path, mediaType, size: (await stat(path)).size } : null;
    },
  };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Detects the type from the first bytes; `null` for an unsupported one. */
export function extensionOf(head: Uint8Array): string | null {
  const bytes = Buffer.from(head);
  const text = bytes.toString('latin1');
  if (bytes.length < 12) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  const isVideo = text.slice(4, 8) === 'ftyp' && !/^(heic|heix|mif1|avif|avis|qt {2})/.test(text.slice(8, 12));
  return isVideo ? 'mp4' : null;
}
