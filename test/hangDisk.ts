/** Lets every sync of this process hang, as on a disk that does not respond. */
import { type FileHandle, open } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

/** From now on syncs hang. Returns a function that lets the disk respond again, which the end of the test does too. */
export async function hangDisk(): Promise<() => void> {
  const file = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(file) as Pick<FileHandle, 'datasync' | 'sync'>;
  await file.close();
  const { datasync, sync } = handles;
  const hung = Promise.withResolvers<void>();
  handles.datasync = async function () {
    await hung.promise;
    await datasync.call(this);
  };
  handles.sync = async function () {
    await hung.promise;
    await sync.call(this);
  };
  const respond = (): void => {
    Object.assign(handles, { datasync, sync });
    hung.resolve();
  };
  onTestFinished(respond);
  return respond;
}
