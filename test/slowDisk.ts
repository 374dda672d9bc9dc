/** Lets every sync of this process take long, as on a slow disk. */
import { type FileHandle, open } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

/** From now on each sync takes this long, until the end of the test. Returns a function that makes the disk quick again. */
export async function slowDisk(milliseconds: number): Promise<() => void> {
  const file = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(file) as Pick<FileHandle, 'datasync' | 'sync'>;
  await file.close();
  const { datasync, sync } = handles;
  const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
  handles.datasync = async function () {
    await wait();
    await datasync.call(this);
  };
  handles.sync = async function () {
    await wait();
    await sync.call(this);
  };
  const restore = (): void => void Object.assign(handles, { datasync, sync });
  onTestFinished(restore);
  return restore;
}
