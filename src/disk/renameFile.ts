/** Renames a file, and tries again while a virus scanner on Windows holds it. */
import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A scanner opens each new file for a moment. Together they wait about a second. */
const waitsMs: readonly number[] = [10, 20, 40, 80, 160, 320, 400];
const heldCodes: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY'];

type System = { readonly isWindows: boolean; readonly rename: (from: string, to: string) => Promise<void> };

const thisSystem: System = { isWindows: process.platform === 'win32', rename };

/** Replaces `to`. Rejects with the system's error. */
export async function renameFile(from: string, to: string, system: System = thisSystem): Promise<void> {
  for (const waitMs of system.isWindows ? waitsMs : []) {
    try {
      return await system.rename(from, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && heldCodes.includes(error.code))) throw error;
      await wait(waitMs);
    }
  }
  await system.rename(from, to);
}
