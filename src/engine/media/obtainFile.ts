/** Fetches a picture or video into the stored files: for the first time, or to see whether its address has another one now. */

import { randomUUID } from 'node:crypto';
import { sayLater } from '../../core/language/say.ts';
import type { Clock } from '../ports.ts';
import type { Fetcher, FetchFailure } from './fetchFile.ts';
import type { Entry } from './fileIndex.ts';
import { type Files, fileNameOf } from './files.ts';
import { inspect } from './inspect.ts';
import type { Storage } from './storage.ts';
import { isOlder, type WantedMedia } from './wantedMedia.ts';

/** `null` if it is not wanted any more. */
export type Obtained = Entry | FetchFailure | null;

export type ObtainDeps = {
  readonly storage: Pick<Storage, 'files' | 'quota'>;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Whether a post with the address is on a list now. */
  readonly isWanted: (url: string) => boolean;
  readonly onProgress: (progress: number) => void;
  /** Called before the kept file is replaced by that for `version` of a post. */
  readonly hold: (kept: Entry, version: string) => void;
};

/** `kept` is the intact file that the address had; it stays unless another one was received whole and can be served. */
export async function obtainFile(
  { url, version }: WantedMedia,
  kept: Entry | null,
  { storage, fetcher, clock, isWanted, onProgress, hold }: ObtainDeps,
): Promise<Obtained> {
  const { files, quota } = storage;
  if (!(await quota.hasSpace(url))) return createDiskFull();
  const path = files.incomingPath(randomUUID());
  const fetched = await fetcher.fetch(url, path, kept, onProgress);
  // A block can have deleted the kept file meanwhile, also if the post is wanted again by now.
  const isKept = kept !== null && files.byUrl(url)?.name === kept.name;
  if (fetched.outcome === 'unchanged') return isKept ? keep(files, { ...kept, checkedFor: version }) : null;
  if (fetched.outcome !== 'file') return fetched;
  const inspection = await inspect(path, fetched.kind, fetched.size, fetched.bytes);
  if ('refused' in inspection) {
    await files.discard(path);
    return { outcome: 'refused', reason: inspection.refused, allowedBy: [] };
  }
  const name = fileNameOf(fetched.sha256, fetched.kind);
  const facts = { ...inspection.facts, ...fetched.validators, checkedFor: version, usedAt: clock.now() };
  const entry: Entry = { url, isOwn: false, name, size: fetched.size, ...facts };
  const isSame = isKept && kept.name === name;
  if (isSame || !isWanted(url)) {
    await files.discard(path);
    return isSame ? keep(files, entry) : null;
  }
  if (kept !== null && files.byUrl(url)?.name === kept.name) hold(kept, version);
  await files.add(path, entry);
  // The post was blocked or removed while the file was moved.
  if (!isWanted(url)) {
    await files.forget([url]);
    return null;
  }
  await quota.enforce();
  return entry;
}

function createDiskFull(): FetchFailure {
  return { outcome: 'failed', reason: sayLater('the disk or the media quota is full'), isDiskFull: true };
}

/**
 * Whether the post was changed since its address was requested. Entries of earlier versions do not say when that was. An earlier version
 * that a held feed shows again does not count: a request would bring a picture that nobody took.
 */
export function mayHaveChanged({ checkedFor }: Pick<Entry, 'checkedFor'>, { version, isHeld }: WantedMedia): boolean {
  if (checkedFor === null) return false;
  return isHeld ? isOlder(checkedFor, version) : checkedFor !== version;
}

function keep(files: Files, entry: Entry): Entry {
  files.update(entry);
  return entry;
}
