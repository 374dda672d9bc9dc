/** Lets every sync of this process fail, hang or be slow, although what was written stays written, as on a failing disk. */
import { type FileHandle, open } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

type DiskState = 'fail' | 'hang' | 'work' | { readonly slowMs: number };

export type Disk = {
  /** Every sync now fails, hangs until the next call, works, or works after this time. */
  readonly make: (state: DiskState) => void;
  readonly isWorking: () => boolean;
};

/** Takes over the syncs until the test ends. Journals and marks use `datasync`, and directories `sync`. */
export async function controlSyncs(names: readonly ('datasync' | 'sync')[] = ['datasync', 'sync']): Promise<Disk> {
  const file = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(file) as Pick<FileHandle, 'datasync' | 'sync'>;
  await file.close();
  let current: DiskState = 'work';
  let waiting: (() => void)[] = [];
  const make = (state: DiskState): void => {
    current = state;
    for (const resume of waiting) resume();
    waiting = [];
  };
  for (const name of names) {
    const save = handles[name];
    handles[name] = async function (this: FileHandle): Promise<void> {
      while (current === 'hang') await new Promise<void>((resume) => waiting.push(resume));
      if (current === 'fail') throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
      const slowMs = typeof current === 'object' ? current.slowMs : 0;
      if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
      await save.call(this);
    };
    onTestFinished(() => {
      make('work');
      handles[name] = save;
    });
  }
  return { make, isWorking: () => current === 'work' };
}
