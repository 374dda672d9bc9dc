/** Installs Greenroom from an installer without questions, and finds the installed program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

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

/** Installs one of them, and returns the program to start; `folder` is for what needs no administrator. Only the deb package uses sudo. */
export function installPackage(installer: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { stdio: 'inherit' });
  };
  if (installer.endsWith('.exe')) {
    // NSIS reads /D without quotation marks, and only as the last argument.
    const { status } = spawnSync(installer, ['/S', `/D=${folder}`], { windowsVerbatimArguments: true });
    if (status !== 0) throw new Error(`${basename(installer)} ended with code ${status}`);
    return join(folder, 'Greenroom.exe');
  }
  if (installer.endsWith('.dmg')) {
    const volume = join(folder, 'volume');
    // hdiutil needs the folder to exist.
    mkdirSync(volume, { recursive: true });
    run('hdiutil', ['attach', installer, '-nobrowse', '-readonly', '-mountpoint', volume]);
    run('ditto', [join(volume, 'Greenroom.app'), join(folder, 'Greenroom.app')]);
    // Spotlight may be reading it.
    run('hdiutil', ['detach', volume, '-force']);
    return join(folder, 'Greenroom.app', 'Contents', 'MacOS', 'Greenroom');
  }
  if (installer.endsWith('.deb')) {
    run('sudo', ['apt-get', 'update']);
    run('sudo', ['apt-get', 'install', '--yes', '--no-install-recommends', installer]);
    return '/opt/Greenroom/greenroom';
  }
  if (!installer.endsWith('.AppImage')) throw new Error(`${basename(installer)} is not an installer`);
  chmodSync(installer, 0o755);
  // A runner has no FUSE. Started from its own file, it would also run on when that process is ended.
  execFileSync(installer, ['--appimage-extract'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, 'squashfs-root', 'AppRun');
}
