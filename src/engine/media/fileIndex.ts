/** The index of the cached files on disk: which address has which file. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import { readFileIfExists, writeAtomicKeepingPrevious } from '../../disk/atomicFile.ts';
import { formatCheckedInTurns, parseChecked } from '../../disk/checkedJson.ts';
import { quarantineFile } from '../../disk/quarantine.ts';

/** The keys of an index of an earlier version that are not addresses. Only addresses with http or https are fetched. */
const earlierOwnKey = /^(?:held|replaced|derived):/;

const storedEntrySchema = z.strictObject({
  url: z.string(),
  isOwn: z.boolean().optional(),
  name: z.string().regex(/^[0-9a-f]{64}\.(?:jpg|png|gif|webp|mp4)$/),
  size: z.int().min(0),
  width: z.int().min(0),
  height: z.int().min(0),
  durationMs: z.int().min(0).nullable(),
  // Files of version 0.1 have none.
  codec: z.string().max(4).nullable().default(null),
  /** False in an index of an earlier version. */
  isAnimated: z.boolean().default(false),
  /** Of the response; `null` if it had none, or came before they were kept. */
  etag: z.string().nullable().default(null),
  lastModified: z.string().nullable().default(null),
  /** Date of the post’s version for which the address was last requested; `null` if unknown. */
  checkedFor: z.string().nullable().default(null),
  /** Epoch milliseconds of the last use. */
  usedAt: z.number(),
});
const entrySchema = storedEntrySchema.transform(({ isOwn, ...entry }) => ({
  ...entry,
  isOwn: isOwn ?? earlierOwnKey.test(entry.url),
}));
const indexSchema = z.strictObject({ version: z.literal(1), entries: z.array(entrySchema) });

/** One key and its file; several keys can share a file. A file made from another has a `derivedKey`. */
export type Entry = Readonly<z.infer<typeof entrySchema>>;

export type IndexDamage = {
  /** Names under which a damaged index, and a damaged previous one, were kept. */
  readonly quarantined: string | null;
  readonly quarantinedPrevious: string | null;
  /** Whether there is none, although the folder was used before. */
  readonly isMissing: boolean;
  readonly isPreviousUsed: boolean;
};

type OpenedIndex = IndexDamage & { readonly entries: readonly Entry[] };

/**
 * Reads the index of the folder, or the one before it. A new folder gets an empty one, so that a missing one is always a loss. Only an
 * intact index says which files are not needed: after a loss, the others stay until the next start.
 */
export async function openIndex(folder: string): Promise<OpenedIndex> {
  const opened = await readIndex(join(folder, indexName));
  const stored = await findFiles(join(folder, 'files'));
  const isLost = opened.quarantined !== null || opened.isMissing;
  const isNew =
    opened.isMissing && !opened.isPreviousUsed && opened.quarantinedPrevious === null && stored.length === 0;
  // Without space on the disk, the next index is the first.
  if (isNew) await writeIndex(folder, []).catch(() => undefined);
  if (isLost) return { ...opened, isMissing: opened.isMissing && !isNew };
  const listed = new Set(opened.entries.map(({ name }) => name));
  // For example after a crash; they are fetched again.
  for (const { name, path } of stored) if (!listed.has(name)) await rm(path, { force: true });
  return opened;
}

export async function writeIndex(folder: string, entries: readonly Entry[]): Promise<void> {
  const bytes = await formatCheckedInTurns({ version: 1, entries });
  await writeAtomicKeepingPrevious(join(folder, indexName), bytes, 0o600);
}

const indexName = 'index.json';

async function readIndex(path: string): Promise<OpenedIndex> {
  // A file that cannot be read at all is as lost as a damaged one.
  const read = (name: string) => readFileIfExists(name).catch(() => Buffer.alloc(0));
  const bytes = await read(path);
  const entries = bytes === null ? null : parseIndex(bytes);
  const isDamaged = bytes !== null && entries === null;
  const quarantined = isDamaged ? await quarantineFile(path) : null;
  const previousBytes = await read(`${path}.previous`);
  const previous = previousBytes === null ? null : parseIndex(previousBytes);
  // The next index would overwrite it.
  const isPreviousDamaged = previousBytes !== null && previous === null;
  const quarantinedPrevious = isPreviousDamaged ? await quarantineFile(`${path}.previous`) : null;
  return {
    entries: entries ?? previous ?? [],
    ...{ quarantined, quarantinedPrevious },
    isMissing: bytes === null,
    isPreviousUsed: entries === null && previous !== null,
  };
}

/** Files of version 0.1 have no checksum. */
function parseIndex(bytes: Buffer): readonly Entry[] | null {
  return indexSchema.safeParse(parseChecked(bytes) ?? parseJson(bytes.toString())).data?.entries ?? null;
}

async function findFiles(folder: string): Promise<readonly { readonly name: string; readonly path: string }[]> {
  const found = [];
  for (const directory of await readdir(folder)) {
    const names = await readdir(join(folder, directory)).catch(() => []);
    for (const name of names) found.push({ name, path: join(folder, directory, name) });
  }
  return found;
}
