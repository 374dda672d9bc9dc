import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const root = resolve('.');
const load = createRequire(join(root, 'package.json'));
// The schema check stands in a file of electron-builder's own; the pinned version keeps it there.
const builderOf = (): {
  readonly getConfig: (...given: unknown[]) => Promise<Record<string, unknown>>;
  readonly validateConfiguration: (...given: unknown[]) => Promise<void>;
} => load('app-builder-lib/out/util/config/config.js');

async function readPackaging(changed: object): Promise<Record<string, unknown>> {
  const { getConfig, validateConfiguration } = builderOf();
  const { DebugLogger } = load('builder-util');
  const { Lazy } = load('lazy-val');
  const packageFile: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const settings = await getConfig(
    root,
    join(root, 'electron-builder.yml'),
    changed,
    new Lazy(async () => packageFile),
  );
  await validateConfiguration(settings, new DebugLogger(false));
  return settings;
}

test('the packaging settings fit electron-builder, and a slip in them is caught', async () => {
  expect(await readPackaging({})).toMatchObject({
    appId: 'com.greenroom.desktop',
    win: { target: ['nsis'] },
    mac: { target: ['dmg'] },
    linux: { target: ['AppImage', 'deb'] },
  });
  await expect(readPackaging({ linux: { tarrget: 'deb' } })).rejects.toThrow(/configuration\.linux/);
});

test('every fuse of the hardening table is set, and the icon is there', async () => {
  expect((await readPackaging({}))['electronFuses']).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
  expect(existsSync(join(root, 'resources', 'icon.png'))).toBe(true);
});

test('a dry pack over a stand-in runtime holds the built app and its resources, and nothing of node_modules', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-pack-'));
  try {
    const runtime = layRuntime(join(folder, 'electron'));
    const { build, Platform } = load('electron-builder');
    await build({
      projectDir: root,
      targets: Platform.LINUX.createTarget('dir'),
      publish: 'never',
      // The fuses are burnt into a real program; a stand-in has none.
      config: {
        extends: join(root, 'electron-builder.yml'),
        electronDist: runtime,
        electronFuses: null,
        directories: { output: join(folder, 'out') },
      },
    });
    const { listPackage } = await import('@electron/asar');
    const files = listPackage(join(folder, 'out/linux-unpacked/resources/app.asar'), { isPack: false });
    const needed = [
      '/out/main/index.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/out/overlay/card.html',
      '/resources/icon.png',
      '/package.json',
    ];
    expect(needed.filter((file) => !files.includes(file))).toEqual([]);
    expect(files.some((file) => file.startsWith('/resources/demo/'))).toBe(true);
    expect(files.filter((file) => /^\/(?:node_modules|src|test|scripts)|\.map$/.test(file))).toEqual([]);
    const program = readFileSync(join(folder, 'out/linux-unpacked/greenroom'), 'utf8');
    expect(program, 'no launcher that switches the sandbox off').not.toContain('--no-sandbox');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The files of a runtime that the packer looks for; nothing in them runs. */
function layRuntime(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'electron'), '#!/bin/sh\n');
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), load('electron/package.json').version);
  return folder;
}
