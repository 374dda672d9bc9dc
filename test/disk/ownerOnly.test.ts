/** Tests who may read a file afterwards, on Windows with what its programs print. */
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restrictToOwner, type System } from '../../src/disk/ownerOnly.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const sid = 'S-1-5-21-1004336348-1177238915-682003330-1001';

async function createFile(): Promise<string> {
  const path = join(createTemporaryFolder('owner-only'), 'secrets.json');
  await writeFile(path, '{}');
  return path;
}

function createWindows(path: string, entries: readonly string[]): System & { readonly calls: readonly string[][] } {
  const calls: string[][] = [];
  return {
    calls,
    isWindows: true,
    run: async (program, args) => {
      calls.push([program, ...args]);
      if (program === 'whoami.exe') return `"GALLERY-1\\Marit Lund","${sid}"\r\n`;
      if (args.length > 1) return `processed file: ${path}\r\n`;
      return `${path} ${entries.join(`\r\n${' '.repeat(path.length + 1)}`)}\r\n\r\nSuccessfully processed 1 files; Failed processing 0 files\r\n`;
    },
  };
}

describe('a file that only its owner may read', () => {
  it('gets an access list with the owner and the system, whatever they are called in the language of Windows', async () => {
    const path = await createFile();
    const windows = createWindows(path, ['NT-AUTORITÄT\\SYSTEM:(F)', 'GALLERY-1\\Marit Lund:(F)']);
    expect(await restrictToOwner(path, windows)).toBeNull();
    expect(windows.calls).toEqual([
      ['whoami.exe', '/user', '/fo', 'csv', '/nh'],
      ['icacls.exe', path, '/inheritance:r', '/grant:r', `*${sid}:F`, '*S-1-5-18:F'],
      ['icacls.exe', path],
    ]);
  });

  it.each([
    ['an explicit entry of others', ['SYSTEM:(F)', 'PC\\marit:(F)', 'BUILTIN\\Users:(RX)'], 'others have rights'],
    ['an inherited entry', ['SYSTEM:(F)', 'BUILTIN\\Users:(I)(RX)'], 'others have rights'],
    ['no list, as on a FAT disk', [], 'no access lists'],
  ])('is reported with %s', async (_, entries, reason) => {
    const path = await createFile();
    expect(await restrictToOwner(path, createWindows(path, entries))).toContain(reason);
  });

  it('is reported when Windows refuses or the user is unknown', async () => {
    const path = await createFile();
    const refusing = { isWindows: true, run: () => Promise.reject(Object.assign(new Error('x'), { code: 5 })) };
    expect(await restrictToOwner(path, refusing)).toBe('5');
    expect(await restrictToOwner(path, { isWindows: true, run: async () => '' })).toContain('unknown');
  });

  it('may be absent', async () => {
    const path = join(createTemporaryFolder('owner-only'), 'absent.json');
    expect(await restrictToOwner(path, createWindows(path, []))).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('gets the mode 0600 elsewhere (not on Windows)', async () => {
    const path = await createFile();
    await chmod(path, 0o644);
    expect(await restrictToOwner(path)).toBeNull();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});
