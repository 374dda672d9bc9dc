/** Keeps the posters of videos. A desk draws them, because its browser has a decoder of videos; the picture is decoded and encoded again here. */
import { say } from '../../core/language/say.ts';
import { readKind } from '../../core/mediaKind.ts';
import { derivedKey, isPoster, originalOf } from './derivedFile.ts';
import type { FileKey } from './fileKey.ts';
import type { Files } from './files.ts';
import { pictureReaders } from './inspect.ts';
import type { Scaler } from './scaler.ts';
import type { Sizes } from './sizes.ts';

export type Posters = {
  /** Resolves with the reason, as part of a sentence, if it is not kept. A video keeps the poster that it has. */
  readonly add: (videoName: string, picture: Uint8Array) => Promise<string | null>;
  /** The keys that use the file `name`; those of its video for a poster, which is forgotten. */
  readonly findVideos: (name: string) => Promise<readonly FileKey[]>;
};

const maxWidth = 1080;
/** Twice the size that a desk sends. */
const maxPixels = 4 * maxWidth * maxWidth;

export function createPosters(parts: {
  readonly files: Files;
  readonly sizes: Sizes;
  readonly scaler: Scaler;
}): Posters {
  const { files, sizes, scaler } = parts;
  return {
    add: async (videoName, picture) => {
      if (!videoName.endsWith('.mp4')) return say('it is not a video');
      const key = derivedKey(videoName, 'poster');
      if (files.byKey(key) !== null) return null;
      const kind = readKind(picture);
      if (kind !== 'jpg' && kind !== 'png' && kind !== 'webp') return say('the poster is not a JPEG, PNG or WebP');
      const facts = pictureReaders[kind](Buffer.from(picture));
      if (facts === null || facts.frames !== 1) return say('the poster is not readable');
      if (facts.width * facts.height > maxPixels) return say('the poster is too large');
      const scaled = await scaler.scale({ bytes: picture, kind, maxWidth });
      if (scaled === null) return say('the poster is not readable');
      // Another desk may have been faster.
      if (files.byKey(key) !== null) return null;
      return (await sizes.keep(key, videoName, scaled)) === null ? say('there is no such video') : null;
    },
    findVideos: async (name) => {
      const keys = files.keysOf(name);
      const posters = keys.filter(isPoster);
      await files.forgetKeys(posters);
      return [
        ...keys.filter((key) => originalOf(key) === null),
        ...posters.flatMap((key) => files.keysOf(originalOf(key) ?? '')),
      ];
    },
  };
}
