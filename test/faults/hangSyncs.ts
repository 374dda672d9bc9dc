/**
 * Preloaded with `--import` into a Greenroom process: while the pipe of GREENROOM_TEST_HANG exists, every sync blocks one of the
 * process’s few threads for files, as on a disk that hangs, until the pipe is opened for writing.
 */
import { open } from 'node:fs/promises';

const pipe = process.env['GREENROOM_TEST_HANG'] ?? '';
const file = await open(import.meta.filename, 'r');
const prototype = Object.getPrototypeOf(file) as typeof file;
await file.close();
for (const name of ['sync', 'datasync'] as const) {
  const original = prototype[name];
  prototype[name] = async function () {
    // Opening a pipe for reading blocks the thread while nobody has it open for writing.
    const hanging = await open(pipe, 'r').catch(() => null);
    await hanging?.close();
    await original.call(this);
  };
}
