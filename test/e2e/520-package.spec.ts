/** The packaging settings, and a trial pack for Linux with a fake runtime. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const root = resolve('.');
const load = createRequire(join(root, 'package.json'));
// The schema check is internal to electron-builder; its path is stable because the version is pinned.
const loadConfigModule = (): {
  readonly getConfig: (...args: unknown[]) => Promise<Record<string, unknown>>;
  readonly validateConfiguration: (...args: unknown[]) => Promise<void>;
} => load('app-builder-lib/out/util/config/config.js');

async function readPackaging(overrides: object): Promise<Record<string, unknown>> {
  const { getConfig, validateConfiguration } = loadConfigModule();
  const { DebugLogger } = load('builder-util');
  const { Lazy } = load('lazy-val');
  const packageFile: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const settings = await getConfig(
    root,
    join(root, 'electron-builder.yml'),
    overrides,
    new Lazy(async () => packageFile),
  );
  await validateConfiguration(settings, new DebugLogger(false));
  return settings;
}

test('the packaging settings are valid, and a typo is rejected', async () => {
  expect(await readPackaging({})).toMatchObject({
    appId: 'com.greenroom.desktop',
    win: { target: ['nsis'] },
    mac: { target: ['dmg'] },
    linux: { target: ['AppImage', 'deb'] },
  });
  await expect(readPackaging({ linux: { tarrget: 'deb' } })).rejects.toThrow(/configuration\.linux/);
});

test('every hardening fuse is set, and the icon exists', async () => {
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

test('a trial pack contains the built app and its resources, and nothing from node_modules', async () => {
  test.setTimeout(120_000);
  const folder = createTemporaryFolder('pack');
  const runtime = createFakeRuntime(join(folder, 'electron'));
  const { build, Platform } = load('electron-builder');
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    // Fuses need a real Electron binary.
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
    '/out/feedPage/feed.css',
    '/out/feedPage/feed.js',
    '/out/renderer/authoring.html',
    '/resources/icon.png',
    '/package.json',
  ];
  expect(needed.filter((file) => !files.includes(file))).toEqual([]);
  expect(files.some((file) => file.startsWith('/resources/demo/'))).toBe(true);
  expect(files.filter((file) => /^\/(?:node_modules|src|test|scripts)|\.map$/.test(file))).toEqual([]);
  const program = readFileSync(join(folder, 'out/linux-unpacked/greenroom'), 'utf8');
  expect(program, 'the launcher does not disable the sandbox').not.toContain('--no-sandbox');
});

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
