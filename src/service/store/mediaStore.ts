/** Stored pictures and videos: named by content hash, typed by their first bytes, never changed. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMediaKind, magicLength, mediaTypes, readKind } from '../../core/mediaKind.ts';
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
              if (head.length < magicLength) head = Buffer.concat([head, chunk.subarray(0, magicLength)]);
              hash.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600 }),
        );
        const kind = readKind(head);
        if (kind === null) return null;
        const name = `${hash.digest('hex')}.${kind}`;
        await syncFile(temporaryPath);
        await rename(temporaryPath, join(directory, name));
        await syncDirectory(directory);
        return { mediaUrl: `${mediaPath}${name}`, mediaType: mediaTypes[kind] };
      } finally {
        await rm(temporaryPath, { force: true });
      }
    },
    find: async (name) => {
      const extension = /^[0-9a-f]{64}\.([a-z0-9]{3,4})$/.exec(name)?.[1] ?? '';
      if (!isMediaKind(extension)) return null;
      const path = join(directory, name);
      const exists = await access(path).then(
        () => true,
        () => false,
      );
      return exists ? { path, mediaType: mediaTypes[extension], size: (await stat(path)).size } : null;
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
