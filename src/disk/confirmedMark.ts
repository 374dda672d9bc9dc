/**
 * Records which records of the newest journal may be announced and which are, so that a start can tell a record that was never confirmed
 * from a lost record, and does not use a refused record.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { isMissing as isMissingError, readFileIfExists, writeAtomic } from './atomicFile.ts';
import { isSameBoot, readBootId } from './bootId.ts';
import { parseRecord } from './journal.ts';
import { quarantineFile } from './quarantine.ts';
import { formatPaddedRecord } from './recordBytes.ts';
import { createSerialQueue } from './serialQueue.ts';
import { syncFileInTurn } from './syncQueue.ts';

/** The number of a journal file, and its size after a record. */
export type Position = { readonly file: number; readonly bytes: number };

/** Facts about the state at a position, in case the journals are lost: JSON of at most `maxNoteBytes`. */
export type Note = Readonly<Record<string, unknown>>;

/** The record of an earlier run. Everything up to its position was on disk. */
export type Confirmed = Position & {
  /** Up to this size it was announced; after it, perhaps. The same as `bytes` if missing. */
  readonly announced?: number;
  /** Whether nothing after the position was announced. Otherwise, a power cut can have brought back an earlier mark. */
  readonly isLast?: boolean;
  /** As it was given; `undefined` in marks of older versions, or if it was too long. */
  readonly note?: unknown;
};

export type ConfirmedMark = {
  /** At least this much is confirmed; `null` if the mark is missing or damaged. */
  readonly before: Confirmed | null;
  /** Whether there was neither a mark nor a journal. */
  readonly isNew: boolean;
  /** The name under which a damaged mark was kept; `null` if it is not damaged. */
  readonly kept: string | null;
  /** Goes on from this position. Up to `announced` it was announced, all of it if that is missing; after it, perhaps. */
  readonly adopt: (position: Position & Pick<Confirmed, 'announced'>, note?: Note) => void;
  /**
   * Allows the journal up to here, which is on disk, to be announced. It survives a crash of this program; a power cut can bring back an
   * earlier mark. Rejects with the system's error. Returns a function that records in the background that this is announced.
   */
  readonly allow: (position: Position, note?: Note) => Promise<() => void>;
  /** Records that nothing after what is announced ever will be. Never rejects. */
  readonly refuse: () => Promise<void>;
  /** Resolves when everything is written. Never rejects. */
  readonly close: () => Promise<void>;
};

const markSchema = z.object({
  file: z.int().min(0),
  bytes: z.int().min(0),
  /** The rest is missing in marks of older versions. */
  announced: z.int().min(0).optional(),
  boot: z.string().optional(),
  isRefused: z.boolean().optional(),
  note: z.unknown().optional(),
});
type Mark = z.infer<typeof markSchema>;

/** Always the same length, so that a new mark overwrites the whole old one, also on a full disk. One page, which a crash writes whole or not at all. */
const markBytes = 4096;

export const maxNoteBytes = 3800;

/** Opens the mark. Creates it for a directory without journals. A write that fails leaves an earlier mark. */
export async function openConfirmedMark(
  path: string,
  hasJournals: boolean,
  boot: string = readBootId(),
): Promise<ConfirmedMark> {
  const { mark, kept, isMissing } = await readMark(path);
  /** A damaged mark that could not be renamed is not overwritten. */
  const isStuck = kept === basename(path);
  let exists = mark !== null;
  let file: FileHandle | null = null;
  const runInOrder = createSerialQueue();
  let newest = 0;
  let isClosed = false;
  const write = async (content: Mark): Promise<void> => {
    const bytes = formatMark(content);
    // It can exist after an error too.
    if (!exists) await writeAtomic(path, bytes).finally(reopen);
    file ??= await open(path, 'r+');
    await file.write(bytes, 0, bytes.length, 0);
  };
  /** A mark that a later one replaces anyway is not written. */
  const writeUnlessReplaced = (content: Mark): Promise<void> => {
    newest += 1;
    const number = newest;
    return runInOrder(async () => {
      if (isClosed) throw new Error('the mark is closed');
      if (number === newest && !isStuck) await write(content);
    });
  };
  const nothing: Mark = { file: 0, bytes: 0, announced: 0, boot };
  const isFirst = isMissing && !hasJournals;
  if (isFirst) await write(nothing).catch(() => undefined);
  const start = isFirst ? nothing : mark;
  /** `null` if it is not known. */
  let announced: NotedPosition | null = start;
  let allowed: NotedPosition | null = null;
  return {
    before: start === null ? null : confirmedBy(start, boot),
    isNew: isFirst,
    kept,
    adopt: (position, note) => {
      announced = { ...position, note };
      // Without a mark, the next start still has to compare the show with its logs.
      if (exists) void writeUnlessReplaced({ ...announced, boot }).catch(() => undefined);
    },
    allow: async (position, note) => {
      const noted: NotedPosition = { ...position, note };
      // The one before was not refused.
      announced = allowed ?? announced;
      allowed = noted;
      if (position.file !== announced?.file) await runInOrder(reopen);
      const isSameFile = position.file === announced?.file;
      await writeUnlessReplaced({ ...noted, announced: isSameFile ? announced?.bytes : 0, boot });
      return () => {
        if (allowed !== noted) return;
        announced = noted;
        allowed = null;
        void writeUnlessReplaced({ ...noted, boot }).catch(() => undefined);
      };
    },
    refuse: async () => {
      allowed = null;
      if (announced === null || !exists) return;
      await writeUnlessReplaced({ ...announced, boot, isRefused: true }).catch(() => undefined);
      // A power cut then keeps it too.
      if (file !== null) void syncFileInTurn(file).catch(() => undefined);
    },
    close: () =>
      runInOrder(async () => {
        isClosed = true;
        await file?.close().catch(() => undefined);
        file = null;
      }),
  };

  /** Looks for the file again: the directory can have been replaced with a copy of it, which has a mark of its own. */
  async function reopen(): Promise<void> {
    await file?.close().catch(() => undefined);
    file = null;
    exists = await stat(path).then(
      () => true,
      (error: unknown) => !isMissingError(error),
    );
  }
}

type NotedPosition = Pick<Mark, 'file' | 'bytes' | 'announced' | 'note'>;

function formatMark(content: Mark): Buffer {
  const bytes = Buffer.from(formatPaddedRecord(content, markBytes));
  return bytes.length === markBytes
    ? bytes
    : Buffer.from(formatPaddedRecord({ ...content, note: undefined }, markBytes));
}

function confirmedBy({ file, bytes, announced = bytes, boot, isRefused, note }: Mark, currentBoot: string): Confirmed {
  const isCurrentBoot = boot !== undefined && isSameBoot(boot, currentBoot);
  return { file, bytes, announced, isLast: isCurrentBoot || isRefused === true, note };
}

/** Returns the note of a mark that another process may use, and changes nothing; `undefined` if it can’t be read. */
export async function readNote(path: string): Promise<unknown> {
  const bytes = await readFileIfExists(path).catch(() => null);
  return bytes === null ? undefined : parseMark(bytes)?.note;
}

function parseMark(bytes: Buffer): Mark | null {
  // Older versions wrote fewer bytes, but a line feed last, too.
  const record = bytes.at(-1) === 0x0a ? parseRecord(bytes.toString('utf8').trimEnd()) : null;
  return markSchema.safeParse(record?.value).data ?? null;
}

type ReadMark = Pick<ConfirmedMark, 'kept'> & { readonly mark: Mark | null; readonly isMissing: boolean };

async function readMark(path: string): Promise<ReadMark> {
  const bytes = await readFileIfExists(path).catch(() => Buffer.alloc(0));
  if (bytes === null) return { mark: null, kept: null, isMissing: true };
  const mark = parseMark(bytes);
  if (mark !== null) return { mark, kept: null, isMissing: false };
  const kept = await quarantineFile(path).catch(() => basename(path));
  return { mark: null, kept, isMissing: false };
}
