/** Keeps the settings from before each change on this machine. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import { makeDirectory, readFileIfExists, writeAtomic } from '../../disk/atomicFile.ts';
import type { Log } from '../ports.ts';
import { type SettingsDocument, withoutSecrets } from './document.ts';

const maxBackups = 50;

const backupSchema = z.object({
  at: z.string(),
  why: z.string(),
  by: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
});

export type Backup = Readonly<z.infer<typeof backupSchema>> & { readonly id: string };

export type Backups = {
  /** Saves the settings without secrets, and deletes the oldest backups. Never rejects, because a change counts without its backup. */
  readonly add: (settings: SettingsDocument, at: string, why: string, by: string | null) => Promise<void>;
  /** Newest first, without unreadable backups. */
  readonly list: () => Promise<readonly Backup[]>;
  /** Resolves with `null` when the id is unknown. */
  readonly find: (id: string) => Promise<Backup | null>;
};

export function openBackups(dataDir: string, log: Log): Backups {
  const directory = join(dataDir, 'settings-backups');

  const listIds = async (): Promise<readonly string[]> => {
    const names = await readdir(directory).catch(() => []);
    return names
      .flatMap((name) => /^([\dTZ-]+)\.json$/.exec(name)?.[1] ?? [])
      .sort()
      .reverse();
  };
  const read = async (id: string): Promise<Backup | null> => {
    const bytes = await readFileIfExists(join(directory, `${id}.json`)).catch(() => null);
    const { data } = backupSchema.safeParse(bytes === null ? null : parseJson(bytes.toString('utf8')));
    return data === undefined ? null : { id, ...data };
  };

  const write = async (backup: Omit<Backup, 'id'>): Promise<void> => {
    await makeDirectory(directory);
    const path = join(directory, `${backup.at.replace(/[:.]/g, '-')}.json`);
    await writeAtomic(path, `${JSON.stringify(backup, null, 2)}\n`);
    for (const id of (await listIds()).slice(maxBackups)) await rm(join(directory, `${id}.json`), { force: true });
  };

  return {
    add: (settings, at, why, by) =>
      write({ at, why, by, settings: withoutSecrets(settings) }).catch((error: unknown) => {
        log('warn', 'DISK_WRITE_FAILED', { what: 'settings backup', error: String(error) });
      }),
    list: async () => (await Promise.all((await listIds()).map(read))).filter((backup) => backup !== null),
    // The id becomes part of a path, so only listed ids are accepted.
    find: async (id) => ((await listIds()).includes(id) ? read(id) : null),
  };
}
