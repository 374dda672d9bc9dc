/** Reads and writes the index, which lets the store open without reading any collection. */
import { join } from 'node:path';
import { readFileIfExists, writeAtomicKeepingPrevious } from '../../disk/atomicFile.ts';
import { formatChecked } from '../../disk/checkedJson.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { type CollectionFiles, parseStored } from './collectionFiles.ts';
import { type IndexFile, indexFile } from './records.ts';
import { summaryOf } from './stored.ts';

const indexName = 'index.json';

export const emptyIndex: IndexFile = {
  format: 1,
  generation: 0,
  journalsBegin: true,
  seq: 0,
  organisations: [],
  keys: [],
  webhooks: [],
  summaries: [],
  deliveries: [],
  keysUsedAt: {},
};

/** A newer version of Greenroom wrote the directory, so it is left unchanged. */
export class StoreFromNewerVersion extends Error {
  override readonly name = 'StoreFromNewerVersion';
}

type IndexLog = (
  level: 'error',
  code: string,
  fields: Readonly<Record<string, string | number | boolean | null>>,
) => void;

/**
 * Keeps a damaged index as `.corrupt`. Rebuilds a damaged or missing one: keys and webhooks from the previous index,
 * collections from their files.
 */
export async function readIndex(
  directory: string,
  files: CollectionFiles,
  log: IndexLog,
): Promise<{ readonly index: IndexFile; readonly isRepaired: boolean; readonly isNew: boolean }> {
  const path = join(directory, indexName);
  // A file that cannot be read is damaged too.
  const bytes = await readFileIfExists(path).catch(() => Buffer.alloc(0));
  const index = bytes === null ? null : parseIndex(bytes);
  if (index !== null) {
    await quarantineDamagedPrevious(`${path}.previous`, log);
    return { index, isRepaired: false, isNew: false };
  }
  const previousBytes = await readFileIfExists(`${path}.previous`).catch(() => Buffer.alloc(0));
  const ids = await files.ids();
  // A new directory has none of them.
  if (bytes === null && previousBytes === null && ids.length === 0)
    return { index: emptyIndex, isRepaired: false, isNew: true };
  const kept = bytes === null ? null : await quarantineFile(path);
  log('error', 'DISK_FILE_CORRUPT', { file: indexName, isMissing: bytes === null, kept });
  const previous = (previousBytes === null ? null : parseIndex(previousBytes)) ?? emptyIndex;
  const summaries = [];
  for (const id of ids) {
    const collection = await files.load(id);
    if (collection !== null) summaries.push(summaryOf(collection));
  }
  const organisations = [...new Set([...previous.organisations, ...summaries.map((summary) => summary.organisation)])];
  return { index: { ...previous, organisations, summaries, deliveries: [] }, isRepaired: true, isNew: false };
}

export function writeIndex(directory: string, index: IndexFile): Promise<void> {
  return writeAtomicKeepingPrevious(join(directory, indexName), formatChecked(index), 0o600);
}

/** The next index would overwrite it. */
async function quarantineDamagedPrevious(path: string, log: IndexLog): Promise<void> {
  const bytes = await readFileIfExists(path).catch(() => Buffer.alloc(0));
  if (bytes === null || parseIndex(bytes) !== null) return;
  log('error', 'DISK_FILE_CORRUPT', { file: `${indexName}.previous`, kept: await quarantineFile(path) });
}

function parseIndex(bytes: Buffer): IndexFile | null {
  const value = parseStored(bytes);
  if (typeof value === 'object' && value !== null && 'format' in value && Number(value.format) > 1) {
    throw new StoreFromNewerVersion(
      'its data is from a newer Greenroom. Start that one, or choose another directory with --data-dir',
    );
  }
  return indexFile.safeParse(value).data ?? null;
}
