/** Stores the consumers of each feed, so that a restart does not forget who may still show a blocked post. */

import { join } from 'node:path';
import { z } from 'zod';
import { say } from '../../core/language/say.ts';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { readFileIfExists, writeAtomic } from '../../disk/atomicFile.ts';
import { formatChecked, parseChecked } from '../../disk/checkedJson.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import type { Cancel, Ports } from '../ports.ts';
import {
  highestRevisionOf,
  nothingRestored,
  type RestoredFeed,
  type SavedFeed,
  savedFeedSchema,
} from './savedReaders.ts';

/** The stored part of one feed. */
export type ConsumerMemory = {
  readonly restored: RestoredFeed;
  /** Sets what `save` writes. */
  readonly onSave: (read: () => SavedFeed) => void;
  readonly save: () => void;
  /** Saves only if the posts that may still be shown differ from the saved ones. */
  readonly saveIfLeftChanged: () => void;
  /** Keeps what there is to save now. */
  readonly stop: () => void;
};

export const noMemory: ConsumerMemory = {
  restored: nothingRestored,
  onSave: () => undefined,
  save: () => undefined,
  saveIfLeftChanged: () => undefined,
  stop: () => undefined,
};

export type ConsumerFile = {
  /** Problems found when it was opened. */
  readonly problems: readonly Problem[];
  /** Writes within a quarter of a second. While the disk can’t be written, tries again every few seconds. */
  readonly memoryOf: (slug: string) => ConsumerMemory;
  /** Call when a feed is removed. */
  readonly forget: (slug: string) => void;
  /** Writes the last changes. */
  readonly stop: () => Promise<void>;
};

const fileSchema = z.object({ version: z.literal(1), feeds: z.record(z.string(), savedFeedSchema) });

const writeAfterMs = 200;
const retryAfterMs = 5000;

/** `isNewShow`: nothing can have been read before. Otherwise a missing file means that consumers may be unknown. */
export async function openConsumerFile(dataDir: string, ports: Ports, isNewShow: boolean): Promise<ConsumerFile> {
  const path = join(dataDir, fileName);
  const read = await readFile(path, ports);
  const isComplete = read.feeds !== null || (isNewShow && read.problems.length === 0);
  const saved = new Map(Object.entries(read.feeds ?? {}));
  const readers = new Map<string, () => SavedFeed>();
  let isChanged = false;
  let timer: Cancel | null = null;
  let writing: Promise<void> | null = null;
  let isStopped = false;

  const write = async (): Promise<void> => {
    isChanged = false;
    for (const [slug, readFeed] of readers) saved.set(slug, readFeed());
    const text = formatChecked({ version: 1, feeds: Object.fromEntries(saved) });
    try {
      await writeAtomic(path, text);
    } catch (error) {
      ports.log('warn', 'CONSUMERS_NOT_SAVED', { file: fileName, error: String(error) });
      isChanged = true;
    }
  };
  const hasNewLeft = (): boolean =>
    [...readers].some(([slug, readFeed]) => JSON.stringify(readFeed().left) !== JSON.stringify(saved.get(slug)?.left));
  const runTimer = async (): Promise<void> => {
    timer = null;
    // One write at a time; a disk that hangs would otherwise collect them.
    if (writing !== null || !(isChanged || hasNewLeft())) return;
    writing = write();
    await writing;
    writing = null;
    if (!isStopped) schedule(isChanged ? retryAfterMs : writeAfterMs);
  };
  const schedule = (delayMs: number): void => {
    timer ??= ports.clock.after(delayMs, () => void runTimer());
  };
  const save = (): void => {
    isChanged = true;
    schedule(writeAfterMs);
  };
  // From now on a missing file is a loss.
  if (read.feeds === null) save();

  return {
    problems: read.problems,
    memoryOf: (slug) => ({
      restored: { ...(saved.get(slug) ?? nothingRestored), isComplete },
      onSave: (readFeed) => readers.set(slug, readFeed),
      save,
      saveIfLeftChanged: () => schedule(writeAfterMs),
      stop: () => {
        const last = readers.get(slug)?.();
        if (last !== undefined) saved.set(slug, last);
        readers.delete(slug);
      },
    }),
    forget: (slug) => {
      readers.delete(slug);
      saved.delete(slug);
      save();
    },
    stop: async () => {
      isStopped = true;
      timer?.();
      timer = null;
      await writing;
      // Every connection ends with the process.
      const lostAt = new Date(ports.clock.now()).toISOString();
      for (const [slug, feed] of saved)
        saved.set(slug, {
          ...feed,
          readers: feed.readers.map((reader) => ({ ...reader, lostAt: reader.lostAt ?? lostAt })),
        });
      await write();
    },
  };
}

const fileName = 'consumers.json';

/** Returns the highest revision of each feed that the file knows. */
export async function readConsumerRevisions(dataDir: string): Promise<ReadonlyMap<string, number>> {
  const bytes = await readFileIfExists(join(dataDir, fileName)).catch(() => null);
  const { data } = fileSchema.safeParse(bytes === null ? undefined : parseChecked(bytes));
  return new Map(Object.entries(data?.feeds ?? {}).map(([slug, feed]) => [slug, highestRevisionOf(feed)]));
}

type Read = { readonly feeds: Readonly<Record<string, SavedFeed>> | null; readonly problems: readonly Problem[] };

/** `feeds` is `null` without a readable file. */
async function readFile(path: string, ports: Ports): Promise<Read> {
  // A file that cannot be opened must not stop the start.
  const bytes = await readFileIfExists(path).catch(() => undefined);
  if (bytes === null) return { feeds: null, problems: [] };
  const { data } = fileSchema.safeParse(bytes === undefined ? undefined : parseChecked(bytes));
  if (data !== undefined) return { feeds: data.feeds, problems: [] };
  const facts = {
    file: fileName,
    kept: await quarantineFile(path),
    used: say(
      'Which consumers read the feeds before the restart is not known, so none can confirm that a post from then is off screen.',
    ),
    air: say('No post is stored in it.'),
    check: say('after a block, that the post is off screen'),
  };
  const at = new Date(ports.clock.now()).toISOString();
  return { feeds: null, problems: [describeProblem('DISK_FILE_CORRUPT', fileName, at, facts)] };
}
