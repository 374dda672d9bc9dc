/** The packaging settings, and a trial pack for Linux with a fake runtime. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { packTrial } from '../packTrial.ts';
import { full } from '../shortRun.ts';
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
    publish: { provider: 'generic', url: 'https://greenroom.invalid/updates' },
    win: { target: [{ target: 'nsis', arch: ['x64'] }] },
    nsis: { oneClick: false, perMachine: false, include: 'packaging/windows/installer.nsh' },
    mac: {
      target: [
        { target: 'dmg', arch: ['arm64', 'x64'] },
        { target: 'zip', arch: ['arm64', 'x64'] },
      ],
    },
    linux: {
      target: [
        { target: 'AppImage', arch: ['x64'] },
        { target: 'deb', arch: ['x64'] },
      ],
    },
  });
  await expect(readPackaging({ linux: { tarrget: 'deb' } })).rejects.toThrow(/configuration\.linux/);
});

test('an AppImage needs no FUSE 2, and its menu entry keeps the sandbox on', async () => {
  // The default runtime needs FUSE 2, and writes --no-sandbox into the entry.
  expect(await readPackaging({})).toMatchObject({ toolsets: { appimage: '1.0.3' } });
});

test('every hardening fuse is set, and the icon exists', async () => {
  const { electronFuses, asar, disableAsarIntegrity, disableSanityCheckAsar } = await readPackaging({});
  expect(electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  });
  expect({ asar, disableAsarIntegrity, disableSanityCheckAsar }, 'the archive is checked at each start').toEqual({
    asar: true,
    disableAsarIntegrity: undefined,
    disableSanityCheckAsar: undefined,
  });
  expect(existsSync(join(root, 'resources', 'icon.png'))).toBe(true);
});

test('macOS gets the hardened runtime with one exception, which V8 needs', async () => {
  const { mac } = (await readPackaging({})) as { readonly mac: Readonly<Record<string, unknown>> };
  const { hardenedRuntime, entitlements, entitlementsInherit, notarize, identity } = mac;
  expect({ hardenedRuntime, entitlements, entitlementsInherit }).toEqual({
    hardenedRuntime: true,
    entitlements: 'packaging/macos/entitlements.plist',
    entitlementsInherit: 'packaging/macos/entitlements.plist',
  });
  // Both are decided by the keys in the environment.
  expect([notarize, identity]).toEqual([undefined, undefined]);
  const text = readFileSync(join(root, String(entitlements)), 'utf8');
  expect([...text.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
});

/** The trial packs are for Linux, with a script in place of fpm. */
const packsOnlyForLinux = 'the trial packs are for Linux, and need its scripts';

test('a trial pack contains the built app and its resources, and nothing else', async () => {
  test.skip(process.platform === 'win32', packsOnlyForLinux);
  test.setTimeout(120_000);
  const folder = createTemporaryFolder('pack');
  await packTrial(folder, 'dir', {});
  const { listPackage } = await import('@electron/asar');
  const files = listPackage(join(folder, 'linux-unpacked/resources/app.asar'), { isPack: false });
  const folders = ['main', 'preload', 'renderer', 'kit', 'overlay', 'feedPage'].map((name) => `out/${name}`);
  const isFile = (path: string): boolean => statSync(join(root, path)).isFile() && !path.endsWith('.map');
  const expected = ['package.json', 'LICENSE', ...globSync(`{${folders.join(',')},resources}/**`).filter(isFile)];
  const isFolder = (path: string): boolean => files.some((other) => other.startsWith(`${path}/`));
  expect(files.filter((path) => !isFolder(path)).sort()).toEqual(expected.map((path) => `/${path}`).sort());
  for (const needed of ['/out/main/index.js', '/out/preload/index.cjs', '/resources/demo', '/resources/icon.png'])
    expect(files, needed).toContain(needed);
  const program = readFileSync(join(folder, 'linux-unpacked/greenroom'), 'utf8');
  expect(program, 'the launcher does not disable the sandbox').not.toContain('--no-sandbox');
});

test('the deb package contains headless with its systemd unit, and comes with latest-linux.yml', full, async () => {
  test.skip(process.platform === 'win32', packsOnlyForLinux);
  test.setTimeout(120_000);
  const folder = createTemporaryFolder('deb');
  const fpmArguments = await packTrial(folder, 'deb', {});
  const unit = 'packaging/headless/greenroom.service=/usr/lib/systemd/system/greenroom.service';
  expect(fpmArguments).toEqual(expect.arrayContaining(['dist/headless/=/opt/greenroom-headless', unit]));
  expect(existsSync(join(root, unit.split('=')[0] ?? ''))).toBe(true);
  expect(readFileSync('packaging/headless/greenroom.service', 'utf8')).toContain(
    '/opt/greenroom-headless/greenroom.js',
  );
  const channel = readFileSync(join(folder, 'latest-linux.yml'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const deb = `greenroom_${version}_amd64.deb`;
  const sha512 = createHash('sha512')
    .update(readFileSync(join(folder, deb)))
    .digest('base64');
  expect(channel).toContain(`version: ${version}\n`);
  expect(channel).toContain(`- url: ${deb}\n    sha512: ${sha512}\n`);
  const appUpdate = readFileSync(join(folder, 'linux-unpacked/resources/app-update.yml'), 'utf8');
  expect(appUpdate).toContain('provider: generic');
  expect(appUpdate).toContain('updaterCacheDirName: greenroom-updater');
});
