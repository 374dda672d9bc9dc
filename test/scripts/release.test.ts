/** Runs the scripts of the release workflow on files of a trial. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findInstallers, installPackage } from '../../scripts/installPackage.ts';
import { readDemoFeed } from '../../scripts/readDemoFeed.ts';
import { readSigning } from '../../scripts/readSigning.ts';
import { compileCache } from '../compileCache.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { headlessProgram } from '../testedProgram.ts';

const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const run = (script: string, argument: string) => {
  const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', `scripts/${script}.ts`, argument], {
    encoding: 'utf8',
    env: { ...process.env, ...compileCache },
  });
  return { status, stderr };
};
const hashOf = (text: string, algorithm: string, encoding: 'hex' | 'base64'): string =>
  createHash(algorithm).update(text).digest(encoding);

describe('a tag', () => {
  it('must be the version of the package', () => {
    expect(run('checkTag', `v${version}`)).toEqual({ status: 0, stderr: '' });
    const { status, stderr } = run('checkTag', 'v99.0.0');
    expect(status).toBe(1);
    expect(stderr).toContain(`Tag the commit as v${version}`);
    expect(run('checkTag', version).status).toBe(1);
  });
});

describe('Electron', () => {
  it('may be one major version behind the newest, but not two', () => {
    const major = Number.parseInt(devDependencies.electron, 10);
    expect(run('checkElectronAge', `${major + 1}.2.3`)).toEqual({ status: 0, stderr: '' });
    expect(run('checkElectronAge', `${major + 2}.0.0`).stderr).toContain('is too old');
    expect(run('checkElectronAge', '').status).toBe(1);
  });
});

describe('the files of a release', () => {
  const writeRelease = (): string => {
    const folder = createTemporaryFolder('release');
    for (const [channelFile, name] of [
      ['latest.yml', 'Greenroom-setup.exe'],
      ['latest-mac.yml', 'Greenroom-arm64.zip'],
      ['latest-linux.yml', 'Greenroom.AppImage'],
    ] as const) {
      writeFileSync(join(folder, name), name);
      const file = `  - url: ${name}\n    sha512: ${hashOf(name, 'sha512', 'base64')}\n    size: ${name.length}\n`;
      writeFileSync(join(folder, channelFile), `version: ${version}\nfiles:\n${file}path: ${name}\n`);
    }
    return folder;
  };

  it('get an SBOM that names Electron, and checksums of all', () => {
    const folder = writeRelease();
    expect(run('prepareRelease', folder)).toEqual({ status: 0, stderr: '' });
    const sbom = JSON.parse(readFileSync(join(folder, `greenroom-${version}.cdx.json`), 'utf8'));
    const names = sbom.components.map(({ name }: { readonly name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['electron', 'react', 'electron-updater']));
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums).toHaveLength(7);
    expect(sums).toContain(`${hashOf('Greenroom.AppImage', 'sha256', 'hex')}  Greenroom.AppImage`);
  });

  it('are refused when one is missing, altered or of another version', () => {
    const folder = writeRelease();
    rmSync(join(folder, 'latest-mac.yml'));
    writeFileSync(join(folder, 'Greenroom.AppImage'), 'altered');
    const text = readFileSync(join(folder, 'latest.yml'), 'utf8');
    writeFileSync(join(folder, 'latest.yml'), text.replace(`version: ${version}`, 'version: 99.0.0'));
    const { status, stderr } = run('prepareRelease', folder);
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      `latest.yml is not for version ${version}.`,
      `latest-mac.yml is missing in ${folder}.`,
      'Greenroom.AppImage differs from latest-linux.yml.',
    ]);
  });
});

describe('the check of an installed package', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('finds the installers of this system and processor', () => {
    const names = ['a-setup.exe', 'a-arm64.dmg', 'a-x64.dmg', 'a-arm64.zip', 'a_amd64.deb', 'a.AppImage', 'latest.yml'];
    expect(findInstallers(names, 'win32', 'x64')).toEqual(['a-setup.exe']);
    expect(findInstallers(names, 'darwin', 'arm64')).toEqual(['a-arm64.dmg']);
    expect(findInstallers(names, 'darwin', 'x64')).toEqual(['a-x64.dmg']);
    expect(findInstallers(names, 'linux', 'x64')).toEqual(['a.AppImage', 'a_amd64.deb']);
    expect(findInstallers(names, 'aix', 'x64')).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('unpacks an AppImage (Windows runs no such scripts)', () => {
    const folder = createTemporaryFolder('installer');
    const file = join(folder, 'a.AppImage');
    writeFileSync(
      file,
      '#!/bin/sh\n[ "$1" = --appimage-extract ] && mkdir squashfs-root && : > squashfs-root/AppRun\n',
    );
    const program = installPackage(file, join(folder, 'app'));
    expect(program).toBe(join(folder, 'app', 'squashfs-root', 'AppRun'));
    expect(existsSync(program)).toBe(true);
  });

  it('refuses a file that is not an installer', () => {
    const folder = createTemporaryFolder('installer');
    expect(() => installPackage(join(folder, 'latest.yml'), join(folder, 'app'))).toThrow('is not an installer');
  });

  it('reads posts from the feed of the program that it started, and ends it', async () => {
    const folder = createTemporaryFolder('installed');
    const logFile = join(folder, 'greenroom.log');
    const flags = ['--demo', '--feed-port', '0', '--control-port', '0', '--data-dir', folder, '--log-file', logFile];
    const start = { program: process.execPath, logFile, attempts: 60, graceMs: 60_000 };
    const posts = await readDemoFeed({ ...start, args: ['--no-warnings', headlessProgram, ...flags] });
    expect(posts).toBeGreaterThan(0);
  });

  it.skipIf(process.platform === 'win32')('mounts a dmg on a folder that exists (Windows runs no such scripts)', () => {
    const folder = createTemporaryFolder('dmg');
    const tools = { hdiutil: '[ "$1" != attach ] || [ -d "$6" ]', ditto: 'true' };
    for (const [name, line] of Object.entries(tools))
      writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
    const program = installPackage(join(folder, 'a-x64.dmg'), join(folder, 'app'));
    expect(program).toBe(join(folder, 'app', 'Greenroom.app', 'Contents', 'MacOS', 'Greenroom'));
  });

  it('kills a program that does not end on SIGTERM', async () => {
    const folder = createTemporaryFolder('installed');
    const pidFile = join(folder, 'pid');
    const code = `
      process.on('SIGTERM', () => undefined);
      setInterval(() => undefined, 1000);
      require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`;
    const start = { logFile: join(folder, 'none.log'), attempts: 8, graceMs: 100 };
    await expect(readDemoFeed({ ...start, program: process.execPath, args: ['-e', code] })).rejects.toThrow(
      'it still runs',
    );
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 60_000);

  it('fails with the reason if the program ends or cannot be started', async () => {
    const logFile = join(createTemporaryFolder('installed'), 'greenroom.log');
    mkdirSync(join(logFile, '..'), { recursive: true });
    writeFileSync(logFile, 'the last line of the log');
    const start = { logFile, attempts: 60, graceMs: 60_000 };
    await expect(
      readDemoFeed({ ...start, program: process.execPath, args: ['-e', 'process.exit(3)'] }),
    ).rejects.toThrow(/ended with code 3.*\n?the last line of the log/s);
    await expect(readDemoFeed({ ...start, program: join(logFile, 'none'), args: [] })).rejects.toThrow(
      /EN(OENT|OTDIR)/,
    );
  });
});

describe('signing', () => {
  it('leaves out secrets that a workflow does not have, because an empty CSC_LINK would be read as a file', () => {
    const { args, environment } = readSigning('darwin', {
      CSC_LINK: '',
      CSC_KEY_PASSWORD: ' ',
      APPLE_ID: 'a@b.example',
    });
    expect(environment).toMatchObject({ CSC_LINK: undefined, CSC_KEY_PASSWORD: undefined, WIN_CSC_LINK: undefined });
    expect(environment).not.toHaveProperty('APPLE_ID');
    expect(args).toEqual([
      '--config.mac.identity=-',
      '--config.mac.hardenedRuntime=false',
      '--config.mac.notarize=false',
    ]);
  });

  it('with a certificate changes nothing of the configuration, and without one only on macOS', () => {
    expect(readSigning('darwin', { CSC_LINK: 'file.p12' }).args).toEqual([]);
    expect(readSigning('win32', {}).args).toEqual([]);
    expect(readSigning('linux', {}).args).toEqual([]);
  });
});
