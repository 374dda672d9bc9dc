/** Opens the stored media: the files with their index, their quota, and the sizes made from them. */

import { join } from 'node:path';
import { errorCodeOf } from '../../disk/errorCode.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import type { Ports } from '../ports.ts';
import { type Files, type OpenedFiles, openFiles } from './files.ts';
import { createPosters, type Posters } from './posters.ts';
import { createQuota, type Quota, type QuotaDeps } from './quota.ts';
import { createScaler } from './scaler.ts';
import { createSizes, type Sizes } from './sizes.ts';

export type Storage = {
  readonly files: Files;
  readonly quota: Quota;
  readonly sizes: Sizes;
  readonly posters: Posters;
  readonly stop: () => Promise<void>;
};

export type OpenedFolder = OpenedFiles & {
  /** The name under which a folder that could not be opened was kept, and the system's error; `null` if it was opened. */
  readonly unopened: { readonly kept: string; readonly what: string } | null;
};

/** Errors of the folder itself, unlike those of a full disk. */
const unopenableCodes: ReadonlySet<string> = new Set(['ELOOP', 'ENOTDIR', 'EACCES', 'EPERM', 'EIO']);

export type StorageDeps = Omit<QuotaDeps, 'files' | 'clock'> & {
  readonly ports: Ports;
  /** Writes the index soon. */
  readonly saveSoon: () => void;
};

export async function openStorage(deps: StorageDeps): Promise<Storage & { readonly opened: OpenedFolder }> {
  const opened = await openFolder(join(deps.dataDir, 'media'));
  const { files } = opened;
  const quota = createQuota({ ...deps, files, clock: deps.ports.clock });
  const scaler = createScaler(deps.ports.clock);
  const sizes = createSizes({
    ...deps,
    ...{ files, scaler },
    hasSpace: () => quota.hasSpace(''),
    onAdded: async () => {
      await quota.enforce();
      deps.saveSoon();
    },
  });
  const posters = createPosters({ files, sizes, scaler });
  return { opened, files, quota, sizes, posters, stop: scaler.stop };
}

/** Opens the folder. Quarantines it if it can't be opened, because it must not keep Greenroom from serving lists, and begins a new folder. */
export async function openFolder(folder: string): Promise<OpenedFolder> {
  try {
    return { ...(await openFiles(folder)), unopened: null };
  } catch (error) {
    const what = errorCodeOf(error);
    if (!unopenableCodes.has(what)) throw error;
    const kept = await quarantineFile(folder);
    return { ...(await openFiles(folder)), unopened: { kept, what } };
  }
}
