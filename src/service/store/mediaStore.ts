/** Stored pictures and videos: named by content hash, typed by their first bytes, never changed. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMediaKind, magicLength, mediaTypes, readKind } from '../../core/mediaKind.ts';
import { makeDirectory, syncDirectory } from '../../disk/atomicFile.ts';
import { renameFile } from '../../disk/renameFile.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import { syncFileInTurn } from '../../disk/syncQueue.ts';

export type StoredMedia = { readonly mediaUrl: string; readonly mediaType: string };

export type MediaFile = { readonly path: string; readonly mediaType: string; readonly size: number };

export type MediaStore = {
  /** Streams a file to disk. `null`, with nothing stored, if it is not a JPEG, PNG, GIF, WebP or MP4. Rejects with MediaTooLarge or MediaFull. */
  readonly add: (bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<StoredMedia | null>;
  readonly find: (name: string) => Promise<MediaFile | null>;
};

/** Limit for one file. */
export const mediaLimitBytes = 200 * 1024 * 1024;

export class MediaTooLarge extends Error {
  override readonly name = 'MediaTooLarge';
}

/** Posts use all of the quota. */
export class MediaFull extends Error {
  override readonly name = 'MediaFull';
}

/** An unused file of this age can be deleted; a newer one may be about to be used in a post. */
const unusedAfterMs = 24 * 3_600_000;

/** Path prefix of our own media in stored posts; responses add the host. */
export const mediaPath = '/media/';

/** `findUsed` returns the names of the files that posts use. It is slow, so it is called only when the quota is full. */
export async function openMediaStore(
  directory: string,
  quotaBytes: number,
  findUsed: () => Promise<ReadonlySet<string>>,
): Promise<MediaStore> {
  await makeDirectory(directory);
  const runInOrder = createSerialQueue();
  const sizes = new Map<string, number>();
  for (const name of await readdir(directory)) {
    // A crash stopped its upload.
    if (name.endsWith('.tmp')) await rm(join(directory, name), { force: true });
    else sizes.set(name, (await stat(join(directory, name))).size);
  }
  const excessWith = (size: number): number =>
    [...sizes.values()].reduce((sum, other) => sum + other, size) - quotaBytes;
  const deleteUnused = async (size: number): Promise<void> => {
    if (excessWith(size) <= 0) return;
    const used = await findUsed();
    for (const name of sizes.keys()) {
      if (excessWith(size) <= 0) return;
      const path = join(directory, name);
      if (used.has(name) || Date.now() - (await stat(path)).mtimeMs < unusedAfterMs) continue;
      await rm(path, { force: true });
      sizes.delete(name);
    }
    if (excessWith(size) > 0) throw new MediaFull(`more than ${quotaBytes} bytes`);
  };
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
        await runInOrder(async () => {
          if (!sizes.has(name)) await deleteUnused(size);
          await renameFile(temporaryPath, join(directory, name));
          sizes.set(name, size);
        });
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
    await syncFileInTurn(file);
  } finally {
    await file.close();
  }
}
