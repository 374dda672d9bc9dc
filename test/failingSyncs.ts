/** Lets every sync of this process fail or hang, although what was written stays written, as on a failing disk. */
import { type FileHandle, open } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

export type Disk = {
  /** Every sync now fails with this code, hangs until the next call, or works. */
  readonly make: (state: 'fail' | 'hang' | 'work') => void;
  readonly isWorking: () => boolean;
};

/** Takes over the syncs until the test ends. Journals and marks use `datasync`, and directories `sync`. */
export async function controlSyncs(names: readonly ('datasync' | 'sync')[] = ['datasync', 'sync']): Promise<Disk> {
  const file = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(file) as Pick<FileHandle, 'datasync' | 'sync'>;
  await file.close();
  let current: 'fail' | 'hang' | 'work' = 'work';
  let waiting: (() => void)[] = [];
  const make = (state: typeof current): void => {
    current = state;
    for (const resume of waiting) resume();
    waiting = [];
  };
  for (const name of names) {
    const save = handles[name];
    handles[name] = async function (this: FileHandle): Promise<void> {
      while (current === 'hang') await new Promise<void>((resume) => waiting.push(resume));
      if (current === 'fail') throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
      await save.call(this);
    };
    onTestFinished(() => {
      make('work');
      handles[name] = save;
    });
  }
  return { make, isWorking: () => current === 'work' };
}
