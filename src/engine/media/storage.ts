/** Opens the stored media: the files with their index, their quota, and the sizes made from them. */
import { join } from 'node:path';
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

export type StorageDeps = Omit<QuotaDeps, 'files' | 'clock'> & {
  readonly ports: Ports;
  /** Writes the index soon. */
  readonly saveSoon: () => void;
};

export async function openStorage(deps: StorageDeps): Promise<Storage & { readonly opened: OpenedFiles }> {
  const opened = await openFiles(join(deps.dataDir, 'media'));
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
