import { describe, expect, it } from 'vitest';
import { renameFile } from '../../src/disk/renameFile.ts';

/** A system where another program holds the file for the first renames. */
function createSystem(isWindows: boolean, failures: readonly string[]) {
  const calls: string[] = [];
  const rename = async (from: string, to: string): Promise<void> => {
    const code = failures[calls.length];
    calls.push(`${from} > ${to}`);
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  return { calls, system: { isWindows, rename } };
}

describe('renaming a file', () => {
  it('tries again on Windows while a virus scanner holds the file', async () => {
    const { calls, system } = createSystem(true, ['EPERM', 'EBUSY', 'EACCES']);
    await renameFile('a', 'b', system);
    expect(calls).toEqual(['a > b', 'a > b', 'a > b', 'a > b']);
  });

  it('gives the system’s error if the file stays held', async () => {
    const { calls, system } = createSystem(
      true,
      Array.from({ length: 50 }, () => 'EPERM'),
    );
    await expect(renameFile('a', 'b', system)).rejects.toMatchObject({ code: 'EPERM' });
    expect(calls.length).toBeLessThan(20);
  });

  it.each([
    [true, 'ENOENT'],
    [true, 'ENOSPC'],
    [false, 'EPERM'],
  ])('reports another fault immediately (Windows: %s, %s)', async (isWindows, code) => {
    const { calls, system } = createSystem(isWindows, [code]);
    await expect(renameFile('a', 'b', system)).rejects.toMatchObject({ code });
    expect(calls).toHaveLength(1);
  });
});
