/** Reads one file of the show: it begins with the whole show and continues with changes. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from '../../disk/confirmedMark.ts';
import { JournalCorrupt, readJournal } from '../../disk/journal.ts';
import { firstRecordSchema, showVersion, upgradeBatch } from './showBatch.ts';

export function showFilePath(directory: string, number: number): string {
  return join(directory, showFileName(number));
}

export function showFileName(number: number): string {
  return `show-${String(number).padStart(8, '0')}.journal`;
}

export type ShowFile =
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged'; readonly batches: readonly unknown[] }
  | {
      readonly kind: 'whole' | 'unfinished';
      readonly batches: readonly unknown[];
      /** Where each of them ends in the file. */
      readonly ends: readonly number[];
      readonly hasIncompleteTail: boolean;
    };

export async function readShowFile(path: string, number: number, confirmed: Position | null): Promise<ShowFile> {
  try {
    const { records, ends, goodBytes, droppedBytes } = await readJournal(path);
    const head = firstRecordSchema.safeParse(records[0]);
    if (head.success && head.data.version > showVersion) return { kind: 'newer' };
    const confirmedBytes = confirmed === null ? null : confirmed.file === number ? confirmed.bytes : 0;
    const isBehind = confirmedBytes === null ? droppedBytes > 0 || records.length < 2 : goodBytes < confirmedBytes;
    if (isBehind || (!head.success && records.length > 0)) return { kind: 'damaged', batches: recoverBatches(records) };
    const hasIncompleteTail = droppedBytes > 0;
    if (!head.success) return { kind: 'unfinished', batches: [], ends: [], hasIncompleteTail };
    const batches = records.slice(1).map((batch) => upgradeBatch(batch, head.data.version));
    return { kind: batches.length > 0 ? 'whole' : 'unfinished', batches, ends: ends.slice(1), hasIncompleteTail };
  } catch (error) {
    // A file that cannot be read at all is as lost as a damaged one.
    return { kind: 'damaged', batches: error instanceof JournalCorrupt ? recoverBatches(error.records) : [] };
  }
}

/** Returns the readable batches of a damaged file, or none if a newer Greenroom wrote it. */
function recoverBatches(records: readonly unknown[]): readonly unknown[] {
  const head = firstRecordSchema.safeParse(records[0]);
  const version = head.success ? head.data.version : showVersion;
  return version > showVersion ? [] : records.map((batch) => upgradeBatch(batch, version));
}

/** Deletes the files with these numbers; a file that cannot be deleted does no harm. */
export async function removeShowFiles(directory: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await rm(showFilePath(directory, number), { force: true }).catch(() => undefined);
}
