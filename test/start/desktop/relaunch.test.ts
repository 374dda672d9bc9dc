/** A new start after the app has ended; for an AppImage with a real shell and a program in place of the image. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { relaunchApp } from '../../../src/start/desktop/relaunch.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

it('is Electron’s own for every program but an AppImage', () => {
  const calls: unknown[] = [];
  for (const environment of [{}, { APPIMAGE: '' }])
    relaunchApp({ relaunch: (options) => void calls.push(options) }, environment, ['--demo'], null);
  expect(calls).toEqual([{ args: ['--demo'] }, { args: ['--demo'] }]);
});

describe.skipIf(process.platform === 'win32')('an AppImage (Windows has none)', () => {
  /** Runs an app that starts itself again and ends 300 ms later. Resolves with what the next start found. */
  const startAgain = async (hasImage: boolean): Promise<string> => {
    const folder = createTemporaryFolder('relaunch');
    const [image, kept] = ['Greenroom it’s.AppImage', 'kept.AppImage'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    const [ended, found] = [join(folder, 'ended'), join(folder, 'found')];
    for (const [file, name] of [[image, 'image'] as const, [kept, 'kept'] as const].slice(hasImage ? 0 : 1)) {
      const line = `{ echo ${name}; cat '${ended}'; printf '%s,' "$@"; } > '${found}.new' 2>&1`;
      writeFileSync(file, `#!/bin/sh\n${line}\nmv '${found}.new' '${found}'\n`, { mode: 0o755 });
    }
    const code = `
      import { writeFileSync } from 'node:fs';
      import { relaunchApp } from './src/start/desktop/relaunch.ts';
      relaunchApp({}, { APPIMAGE: ${JSON.stringify(image)} }, ['--data-dir=/a b', "it's"], ${JSON.stringify(kept)});
      process.on('exit', () => writeFileSync(${JSON.stringify(ended)}, 'after the end '));
      setTimeout(() => process.exit(0), 300);`;
    spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', code], { stdio: 'inherit' });
    await expect.poll(() => existsSync(found)).toBe(true);
    return readFileSync(found, 'utf8');
  };

  it('starts when this one has ended, with the same flags', async () => {
    expect(await startAgain(true)).toBe("image\nafter the end --data-dir=/a b,it's,");
  });

  it('is the kept copy when an update has removed the file', async () => {
    expect(await startAgain(false)).toBe("kept\nafter the end --data-dir=/a b,it's,");
  });
});
