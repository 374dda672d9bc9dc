/** Reads the stored consumers of each feed, and keeps a file that can’t be read. */
import { join } from 'node:path';
import { z } from 'zod';
import { say } from '../../core/language/say.ts';
import { describeProblem, type Facts, type Problem } from '../../core/problem.ts';
import { readFileIfExists } from '../../disk/atomicFile.ts';
import { parseChecked } from '../../disk/checkedJson.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import type { Ports } from '../ports.ts';
import { lostReaderKeptMs } from './lostReaders.ts';
import { highestRevisionOf, type SavedFeed, savedFeedSchema } from './savedReaders.ts';

const fileSchema = z.object({
  version: z.literal(1),
  feeds: z.record(z.string(), savedFeedSchema),
  /** For how long consumers may have been missing, counted while Greenroom ran; `null` if none are. */
  incompleteForMs: z.number().nonnegative().nullable().default(null),
  /** Since when, in files of earlier versions. The clock may have been set since. */
  incompleteSince: z.iso.datetime().nullable().default(null),
  /** The posts that the missing consumers may show, by feed. Files of earlier versions do not say. */
  aired: z.record(z.string(), z.array(z.string())).nullable().default(null),
  /** Whether its run wrote it when it stopped, so that nothing came after it. Files of earlier versions do not say. */
  isLast: z.boolean().default(false),
});

export const consumersFile = 'consumers.json';
/** The last saved file, while later changes can’t be saved. */
export const incompleteFile = 'consumers.incomplete.json';

/** Returns the highest revision of each feed that the file knows. */
export async function readConsumerRevisions(dataDir: string): Promise<ReadonlyMap<string, number>> {
  const readBytes = (name: string): Promise<Buffer | null> => readFileIfExists(join(dataDir, name)).catch(() => null);
  const bytes = (await readBytes(consumersFile)) ?? (await readBytes(incompleteFile));
  const { data } = fileSchema.safeParse(bytes === null ? undefined : parseChecked(bytes));
  return new Map(Object.entries(data?.feeds ?? {}).map(([slug, feed]) => [slug, highestRevisionOf(feed)]));
}

type Read = {
  /** `null` without a readable file. */
  readonly feeds: Readonly<Record<string, SavedFeed>> | null;
  /** False if consumers of the last run may be missing. */
  readonly isComplete: boolean;
  /** For how long consumers had been missing when it was saved; `null` if none were. */
  readonly incompleteForMs: number | null;
  /** `null` if the file does not say. */
  readonly aired: ReadonlyMap<string, ReadonlySet<string>> | null;
  /** Whether it is of a run that stopped, and of no later one. */
  readonly isLast: boolean;
  readonly problems: readonly Problem[];
};

const nothingRead: Read = {
  ...{ feeds: null, isComplete: false, incompleteForMs: null, aired: null, isLast: false },
  problems: [],
};

/** Reads the stored consumers; an unreadable file is kept under another name. */
export async function readConsumerFiles(path: string, incompletePath: string, ports: Ports): Promise<Read> {
  const read = await readFile(path, consumersFile, ports);
  if (read !== null) return read;
  const incomplete = await readFile(incompletePath, incompleteFile, ports);
  return incomplete === null ? nothingRead : { ...incomplete, isComplete: false, isLast: false };
}

/** `null` if there is no file. */
async function readFile(path: string, name: string, ports: Ports): Promise<Read | null> {
  // A file that cannot be opened must not stop the start.
  const bytes = await readFileIfExists(path).catch(() => undefined);
  if (bytes === null) return null;
  const { data } = fileSchema.safeParse(bytes === undefined ? undefined : parseChecked(bytes));
  if (data !== undefined) {
    const { feeds, isLast, incompleteSince } = data;
    const saved = data.incompleteForMs ?? (incompleteSince === null ? null : 0);
    const incompleteForMs = saved !== null && saved <= lostReaderKeptMs ? saved : null;
    const aired =
      data.aired === null ? null : new Map(Object.entries(data.aired).map(([slug, ids]) => [slug, new Set(ids)]));
    return { feeds, isLast, incompleteForMs, aired, isComplete: true, problems: [] };
  }
  const facts = {
    file: name,
    kept: await quarantineFile(path),
    ...describeLoss(),
  };
  const at = new Date(ports.clock.now()).toISOString();
  return { ...nothingRead, problems: [describeProblem('DISK_FILE_CORRUPT', name, at, facts)] };
}

function describeLoss(): Facts {
  return {
    used: () =>
      say(
        'Which consumers read the feeds before the restart is not known, so none can confirm that a post from then is off screen.',
      ),
    air: () => say('No post is stored in it.'),
    check: () => say('after a block, that the post is off screen'),
  };
}

export function describeMissingFile(at: string): Problem {
  return describeProblem('DISK_FILE_MISSING', consumersFile, at, { file: consumersFile, ...describeLoss() });
}
