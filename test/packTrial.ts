/** Packs the built app for Linux with a fake runtime and a fake fpm, because neither can be downloaded everywhere. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const load = createRequire(join(root, 'package.json'));

/** Packs into the folder. Resolves with the arguments of fpm, which are empty for the target `dir`. */
export async function packTrial(
  folder: string,
  target: 'dir' | 'deb',
  extraMetadata: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const tools = join(folder, 'tools');
  const fpmLog = join(tools, 'fpm.json');
  const runtime = createFakeRuntime(join(tools, 'electron'));
  process.env['CUSTOM_FPM_PATH'] = createFakeFpm(tools, fpmLog);
  const { build, Platform } = load('electron-builder');
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget(target),
    publish: 'never',
    config: {
      extends: join(root, 'electron-builder.yml'),
      electronDist: runtime,
      // Fuses need a real Electron binary.
      electronFuses: null,
      directories: { output: folder },
      extraMetadata,
    },
  });
  return target === 'dir' ? [] : JSON.parse(readFileSync(fpmLog, 'utf8'));
}

/** Creates the runtime files that electron-builder expects; none of them runs. */
function createFakeRuntime(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'electron'), '#!/bin/sh\n');
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), load('electron/package.json').version);
  return folder;
}

/** Records its arguments, and writes them as the package too, so that each version has other bytes. */
function createFakeFpm(folder: string, log: string): string {
  const program = join(folder, 'fpm');
  const script = `const args = process.argv.slice(2);
require('node:fs').writeFileSync(${JSON.stringify(log)}, JSON.stringify(args));
require('node:fs').writeFileSync(args[args.indexOf('--package') + 1], args.join(' '));`;
  writeFileSync(program, `#!${process.execPath}\n${script}\n`);
  chmodSync(program, 0o755);
  return program;
}
