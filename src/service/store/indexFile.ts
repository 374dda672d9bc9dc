/** The index: all that is needed to open without reading a single collection; and how it is mended when it is lost. */
import { join } from 'node:path';
import { readWhole, writeAtomicKeepingPrevious } from '../../disk/atomicFile.ts';
import { setAside } from '../../disk/quarantine.ts';
import { type IndexFile, indexFile } from './record.ts';
import type { Shelf } from './shelf.ts';
import { summaryOf } from './stored.ts';

const indexName = 'index.json';

export const emptyIndex: IndexFile = {
  format: 1,
  generation: 0,
  seq: 0,
  organisations: [],
  keys: [],
  webhooks: [],
  summaries: [],
  deliveries: [],
  keysUsedAt: {},
};

/** The directory was written by a newer version: it is left as it is. */
export class StoreNewer extends Error {
  override readonly name = 'StoreNewer';
}

type IndexLog = (level: 'error', code: string, fields: Readonly<Record<string, unknown>>) => void;

/** A damaged index is set aside; keys and webhooks then come from the one before it, collections from their own files. */
export async function readIndex(
  directory: string,
  shelf: Shelf,
  log: IndexLog,
): Promise<{ readonly index: IndexFile; readonly isMended: boolean }> {
  const path = join(directory, indexName);
  const bytes = await readWhole(path);
  if (bytes === null) return { index: emptyIndex, isMended: false };
  const index = parseIndex(bytes);
  if (index !== null) return { index, isMended: false };
  log('error', 'DISK_FILE_CORRUPT', { file: indexName, kept: await setAside(path) });
  const previousBytes = await readWhole(`${path}.previous`);
  const previous = (previousBytes === null ? null : parseIndex(previousBytes)) ?? emptyIndex;
  const summaries = [];
  for (const id of await shelf.ids()) {
    const collection = await shelf.load(id);
    if (collection !== null) summaries.push(summaryOf(collection));
  }
  const organisations = [...new Set([...previous.organisations, ...summaries.map((summary) => summary.organisation)])];
  return { index: { ...previous, organisations, summaries, deliveries: [] }, isMended: true };
}

export function writeIndex(directory: string, index: IndexFile): Promise<void> {
  return writeAtomicKeepingPrevious(join(directory, indexName), JSON.stringify(index), 0o600);
}

function parseIndex(bytes: Buffer): IndexFile | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null && 'format' in value && Number(value.format) > 1) {
      throw new StoreNewer('The data directory was written by a newer version.');
    }
    return indexFile.parse(value);
  } catch (error) {
    if (error instanceof StoreNewer) throw error;
    return null;
  }
}
