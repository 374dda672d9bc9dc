/** Records how much of the newest journal is confirmed, so that a start can tell a record that was never confirmed from a lost one. */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { readFileIfExists, writeAtomic } from './atomicFile.ts';
import { parseRecord } from './journal.ts';
import { quarantineFile } from './quarantine.ts';
import { formatPaddedRecord } from './recordBytes.ts';

/** The number of a journal file, and its size after the last confirmed record. */
export type Confirmed = { readonly file: number; readonly bytes: number };

export type ConfirmedMark = {
  /** At least this much is confirmed; `null` if the mark is missing or damaged. */
  readonly before: Confirmed | null;
  /** Whether there was neither a mark nor a journal. */
  readonly isNew: boolean;
  /** The name under which a damaged mark was kept; `null` if it is not damaged. */
  readonly kept: string | null;
  /** Writes in the background. It survives a crash of this program; a power cut can bring back an earlier one, which is still true. */
  readonly write: (confirmed: Confirmed) => void;
  /** Resolves when everything is written. Never rejects. */
  readonly close: () => Promise<void>;
};

const confirmedSchema = z.object({ file: z.int().min(0), bytes: z.int().min(0) });

/** Always the same length, so that a new mark overwrites the whole old one, also on a full disk. */
const markBytes = 128;

/** Opens the mark. Creates it for a directory without journals. A write that fails leaves an earlier mark, which is still true. */
export async function openConfirmedMark(path: string, hasJournals: boolean): Promise<ConfirmedMark> {
  const { before, kept, isMissing } = await readMark(path);
  /** A damaged mark that could not be renamed is not overwritten. */
  const isStuck = kept === basename(path);
  let exists = before !== null;
  let file: FileHandle | null = null;
  const write = async (confirmed: Confirmed): Promise<void> => {
    const bytes = Buffer.from(formatPaddedRecord(confirmed, markBytes));
    if (!exists) await writeAtomic(path, bytes);
    exists = true;
    file ??= await open(path, 'r+');
    await file.write(bytes, 0, bytes.length, 0);
  };
  const nothing: Confirmed = { file: 0, bytes: 0 };
  const isFirst = isMissing && !hasJournals;
  if (isFirst) await write(nothing).catch(() => undefined);
  let newest: Confirmed | null = null;
  let writing: Promise<void> | null = null;
  const writeNewest = async (): Promise<void> => {
    for (let next = newest; next !== null; next = newest) {
      newest = null;
      await write(next).catch(() => undefined);
    }
    writing = null;
  };
  return {
    before: isFirst ? nothing : before,
    isNew: isFirst,
    kept,
    write: (confirmed) => {
      if (isStuck) return;
      newest = confirmed;
      writing ??= writeNewest();
    },
    close: async () => {
      await writing;
      await file?.close().catch(() => undefined);
      file = null;
    },
  };
}

type ReadMark = Pick<ConfirmedMark, 'before' | 'kept'> & { readonly isMissing: boolean };

async function readMark(path: string): Promise<ReadMark> {
  const bytes = await readFileIfExists(path).catch(() => Buffer.alloc(0));
  if (bytes === null) return { before: null, kept: null, isMissing: true };
  const record = bytes.length === markBytes ? parseRecord(bytes.toString('utf8').trimEnd()) : null;
  const { data } = confirmedSchema.safeParse(record?.value);
  if (data !== undefined) return { before: data, kept: null, isMissing: false };
  const kept = await quarantineFile(path).catch(() => basename(path));
  return { before: null, kept, isMissing: false };
}
