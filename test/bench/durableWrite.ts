/** Measures one durable write on this disk: an append and an fdatasync, as for each delivery. */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

export type DurableWrite = {
  /** Resolves with the time it took, in milliseconds. */
  readonly measure: () => Promise<number>;
  readonly close: () => Promise<void>;
};

export async function openDurableWrite(folder: string, size: number): Promise<DurableWrite> {
  const path = join(folder, 'durable-write');
  const file = await open(path, 'w');
  const bytes = Buffer.alloc(size, 'x');
  let end = 0;
  return {
    measure: async () => {
      const startedMs = performance.now();
      await file.write(bytes, 0, size, end);
      await file.datasync();
      end += size;
      return performance.now() - startedMs;
    },
    close: async () => {
      await file.close();
      await rm(path);
    },
  };
}
