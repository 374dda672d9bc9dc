/** Lets every sync of this process hang, as on a disk that does not respond. */
import { type FileHandle, open } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

/** From now on syncs hang. Returns a function that lets the disk respond again, which the end of the test does too. */
export async function hangDisk(): Promise<() => void> {
  const hung = Promise.withResolvers<void>();
  const restore = (await holdSyncs(() => hung.promise))();
  const respond = (): void => {
    restore();
    hung.resolve();
  };
  onTestFinished(respond);
  return respond;
}

/** From now on each sync takes this long, until the end of the test. Returns a function that makes the disk quick again. */
export async function slowDisk(milliseconds: number): Promise<() => void> {
  const restore = (await holdSyncs(() => new Promise((resolve) => setTimeout(resolve, milliseconds))))();
  onTestFinished(restore);
  return restore;
}

/** Returns a function that lets syncs wait from then on, and returns another that restores them. */
export async function holdSyncs(wait: () => Promise<void>): Promise<() => () => void> {
  const file = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(file) as Pick<FileHandle, 'datasync' | 'sync'>;
  await file.close();
  const { datasync, sync } = handles;
  return () => {
    handles.datasync = async function () {
      await wait();
      await datasync.call(this);
    };
    handles.sync = async function () {
      await wait();
      await sync.call(this);
    };
    return () => void Object.assign(handles, { datasync, sync });
  };
}
