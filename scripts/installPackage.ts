/** Installs Greenroom from an installer without questions, and finds the installed program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export type InstalledProgram = {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
};

/** The extensions of each system’s installers, in the order in which they are tried. */
const extensions: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: ['.exe'],
  darwin: ['.dmg'],
  linux: ['.AppImage', '.deb'],
};

/** Returns the installers of this system and processor among the files of a folder. */
export function findInstallers(names: readonly string[], platform: NodeJS.Platform, arch: string): readonly string[] {
  const otherArch = arch === 'arm64' ? 'x64' : 'arm64';
  return (extensions[platform] ?? []).flatMap((extension) =>
    names.filter((name) => name.endsWith(extension) && !name.includes(otherArch)),
  );
}

/** Installs one of them; `folder` is for what needs no administrator. Only the deb package uses sudo. */
export function installPackage(installer: string, folder: string): InstalledProgram {
  mkdirSync(folder, { recursive: true });
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { stdio: 'inherit' });
  };
  if (installer.endsWith('.exe')) {
    // NSIS reads /D without quotation marks, and only as the last argument.
    const { status } = spawnSync(installer, ['/S', `/D=${folder}`], { windowsVerbatimArguments: true });
    if (status !== 0) throw new Error(`${basename(installer)} ended with code ${status}`);
    return { program: join(folder, 'Greenroom.exe'), environment: {} };
  }
  if (installer.endsWith('.dmg')) {
    const volume = join(folder, 'volume');
    // hdiutil needs the folder to exist.
    mkdirSync(volume, { recursive: true });
    run('hdiutil', ['attach', installer, '-nobrowse', '-readonly', '-mountpoint', volume]);
    run('ditto', [join(volume, 'Greenroom.app'), join(folder, 'Greenroom.app')]);
    run('hdiutil', ['detach', volume]);
    return { program: join(folder, 'Greenroom.app', 'Contents', 'MacOS', 'Greenroom'), environment: {} };
  }
  if (installer.endsWith('.deb')) {
    run('sudo', ['apt-get', 'install', '--yes', '--no-install-recommends', installer]);
    return { program: '/opt/Greenroom/greenroom', environment: {} };
  }
  if (!installer.endsWith('.AppImage')) throw new Error(`${basename(installer)} is not an installer`);
  chmodSync(installer, 0o755);
  // A runner has no FUSE.
  return { program: installer, environment: { APPIMAGE_EXTRACT_AND_RUN: '1' } };
}
