/** Lets only its owner read a file: by its mode, or on Windows by its access control list. */
import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type System = {
  readonly isWindows: boolean;
  /** Runs a program of Windows and resolves with what it prints. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
};

const runProgram = promisify(execFile);

const thisSystem: System = {
  isWindows: process.platform === 'win32',
  // The whole path, because a program of the same name could come first in PATH.
  run: async (program, args) => {
    const path = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', program);
    return (await runProgram(path, args, { windowsHide: true, timeout: 10_000 })).stdout;
  },
};

/** The local system, which runs backups and services. */
const systemSid = 'S-1-5-18';

/** Why others may still read a file, as parts of sentences. */
export const accessFaults = {
  unchangeable: 'its access can’t be changed',
  unknownUser: 'the user of this session is unknown',
  noLists: 'its disk has no access lists',
  others: 'others have rights in its access list',
} as const;

/** Resolves with why others may still read the file; `null` if they can’t, or if there is no file. */
export async function restrictToOwner(path: string, system: System = thisSystem): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  try {
    if (system.isWindows) return await restrictOnWindows(path, system.run);
    if ((found.mode & 0o077) !== 0) await chmod(path, 0o600);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : accessFaults.unchangeable;
  }
}

async function restrictOnWindows(path: string, run: System['run']): Promise<string | null> {
  const owner = /S-1-[\d-]+/.exec(await run('whoami.exe', ['/user', '/fo', 'csv', '/nh']))?.[0];
  if (owner === undefined) return accessFaults.unknownUser;
  const grants = [...new Set([owner, systemSid])].map((sid) => `*${sid}:F`);
  await run('icacls.exe', [path, '/inheritance:r', '/grant:r', ...grants]);
  // Rights that someone gave to others explicitly are not inherited, so they stay.
  const entries = listEntries(await run('icacls.exe', [path]));
  if (entries.length === 0) return accessFaults.noLists;
  const isPrivate = entries.length === grants.length && entries.every((rights) => !rights.includes('(I)'));
  return isPrivate ? null : accessFaults.others;
}

/** The rights of each entry, such as `(F)` or `(I)(RX)`; their names are in the language of Windows. */
function listEntries(printed: string): readonly string[] {
  return [...printed.matchAll(/:((?:\([^()]+\))+)\s*$/gm)].map(([, rights = '']) => rights);
}
