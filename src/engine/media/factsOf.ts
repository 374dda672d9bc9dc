/** Describes a stored file for the show. */
import type { MediaFacts } from '../../core/show.ts';
import { derivedKey } from './derivedFile.ts';
import { notCached } from './fetchState.ts';
import type { Entry } from './fileIndex.ts';
import type { Files } from './files.ts';
import { smallerSizesOf } from './sizes.ts';

export function factsOf(entry: Entry, files: Pick<Files, 'byKey'>): MediaFacts {
  const { name, size, width, height, durationMs, codec } = entry;
  const posterName = files.byKey(derivedKey(name, 'poster'))?.name ?? null;
  const sizes = smallerSizesOf(entry).map(Number);
  return { ...notCached, name, posterName, bytes: size, width, height, durationMs, codec, sizes, progress: 1 };
}
