/** Makes the smaller sizes of cached pictures when they are first requested, and keeps them in the cache. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isMediaKind } from '../../core/mediaKind.ts';
import { writeAtomic } from '../../disk/atomicFile.ts';
import type { Ports } from '../ports.ts';
import { derivedKey } from './derivedFile.ts';
import type { Entry } from './fileIndex.ts';
import type { FileKey } from './fileKey.ts';
import { type Files, fileNameOf, noRequest } from './files.ts';
import { pictureReaders } from './inspect.ts';
import { maxScaledPixels, type ScaledPicture, type Scaler } from './scaler.ts';

/** Widths in pixels. */
export const sizes = ['320', '640', '1080'] as const;

export type Size = (typeof sizes)[number];

/** The width in the query of a media address: `null` without one, `unknown` for any width that is not made. */
export function readSize(address: string): Size | 'unknown' | null {
  const width = new URLSearchParams(address.split('?')[1] ?? '').get('w');
  if (width === null) return null;
  return sizes.find((size) => size === width) ?? 'unknown';
}

/** The widths that a picture is also served in; none for a video, an animation, and a picture with too many pixels. */
export function smallerSizesOf({
  name,
  width,
  height,
  isAnimated,
}: Pick<Entry, 'name' | 'width' | 'height' | 'isAnimated'>): readonly Size[] {
  if (isAnimated || /\.(?:mp4|gif)$/.test(name) || width * height > maxScaledPixels) return [];
  return sizes.filter((size) => Number(size) < width);
}

export type Sizes = {
  /**
   * Resolves with the name of the file to send for this width: `name` itself when it is a video, an animation or not wider. `isFinal` is
   * false if it is sent because the size could not be made.
   */
  readonly obtain: (name: string, size: Size) => Promise<{ readonly name: string; readonly isFinal: boolean }>;
  /** Keeps a picture that was made from the file `name`; resolves with its entry, or `null` if that file is gone. */
  readonly keep: (key: FileKey, name: string, picture: ScaledPicture) => Promise<Entry | null>;
};

export type SizesDeps = {
  readonly files: Files;
  readonly scaler: Scaler;
  readonly ports: Ports;
  /** Whether the disk has room. */
  readonly hasSpace: () => Promise<boolean>;
  /** Called after a file was added. */
  readonly onAdded: () => Promise<void>;
};

/** More requests than this get the whole picture instead of waiting. */
const maxWaiting = 200;
/** Pictures that can’t be scaled; the oldest are tried again. */
const maxRemembered = 10_000;

export function createSizes({ files, scaler, ports, hasSpace, onAdded }: SizesDeps): Sizes {
  const running = new Map<string, Promise<string | null>>();
  /** With the answer that stays the same: the whole picture. */
  const unscaled = new Map<string, 'animated' | 'failed'>();

  const keep: Sizes['keep'] = async (key, name, { bytes, kind, width, height }) => {
    const path = files.incomingPath(randomUUID());
    await writeAtomic(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const entry = {
      url: key.url,
      isOwn: key.isOwn,
      name: fileNameOf(sha256, kind),
      size: bytes.length,
      width,
      height,
      durationMs: null,
      codec: null,
      isAnimated: false,
      ...noRequest,
    };
    if (!files.has(name)) {
      await files.discard(path);
      return null;
    }
    await files.add(path, { ...entry, usedAt: ports.clock.now() });
    // The post was blocked or removed meanwhile.
    if (!files.has(name)) {
      await files.forgetKeys([key]);
      return null;
    }
    await onAdded();
    return files.byKey(key);
  };

  const make = async (name: string, size: Size): Promise<string | null> => {
    const kind = name.slice(name.lastIndexOf('.') + 1);
    if (!isMediaKind(kind) || kind === 'mp4' || kind === 'gif' || !(await hasSpace())) return null;
    const bytes = await readFile(files.pathOf(name));
    // The index of an earlier version does not say so.
    if ((pictureReaders[kind](bytes)?.frames ?? 1) > 1) {
      unscaled.set(name, 'animated');
      return null;
    }
    const scaled = await scaler.scale({ bytes, kind, maxWidth: Number(size) });
    if (scaled === null) {
      ports.log('warn', 'MEDIA_NOT_SCALED', { name });
      unscaled.set(name, 'failed');
      return null;
    }
    return (await keep(derivedKey(name, size), name, scaled))?.name ?? null;
  };

  const obtain: Sizes['obtain'] = async (name, size) => {
    const [wholeKey] = files.keysOf(name);
    const whole = wholeKey === undefined ? null : files.byKey(wholeKey);
    if (whole === null || !smallerSizesOf(whole).includes(size)) return { name, isFinal: true };
    const known = unscaled.get(name);
    if (known !== undefined) return { name, isFinal: known === 'animated' };
    const key = derivedKey(name, size);
    const made = files.byKey(key);
    if (made !== null) {
      if (await files.isIntact(made.name)) return { name: made.name, isFinal: true };
      await files.forgetKeys([key]);
    }
    if (!running.has(key.url)) {
      if (running.size >= maxWaiting) return { name, isFinal: false };
      if (unscaled.size >= maxRemembered) unscaled.clear();
      const promise = make(name, size)
        .catch((error: unknown) => {
          ports.log('warn', 'DISK_WRITE_FAILED', { what: 'size of a picture', error: String(error) });
          return null;
        })
        .finally(() => running.delete(key.url));
      running.set(key.url, promise);
    }
    const result = await running.get(key.url);
    return result == null ? { name, isFinal: unscaled.get(name) === 'animated' } : { name: result, isFinal: true };
  };
  return { obtain, keep };
}
