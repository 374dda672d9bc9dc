/** Preloaded into an engine: while the file TEST_DISK_STATE contains `full` or `hangs`, nothing can be saved. */
import { existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const stateFile = process.env['TEST_DISK_STATE'] ?? '';
const readState = (): string => (existsSync(stateFile) ? readFileSync(stateFile, 'utf8') : '');

const file = await open(import.meta.filename);
const handles = Object.getPrototypeOf(file) as Pick<FileHandle, 'datasync' | 'sync'>;
await file.close();

for (const name of ['datasync', 'sync'] as const) {
  const save = handles[name];
  handles[name] = async function (this: FileHandle): Promise<void> {
    while (readState() === 'hangs') await new Promise((resolve) => setTimeout(resolve, 20));
    if (readState() === 'full') throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    await save.call(this);
  };
}
