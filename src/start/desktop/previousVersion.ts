/** Finds what to keep of this version before an update, so that it can be put back without the old installer. */
import { posix, win32 } from 'node:path';

export type VersionToKeep = {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The running program. */
  readonly program: string;
  readonly version: string;
  readonly folder: string;
};

/** Returns the file or bundle, and its copy. `null` for a deb package, which the package manager can put back. */
export function findVersionToKeep({ platform, environment, program, version, folder }: VersionToKeep): {
  readonly from: string;
  readonly to: string;
} | null {
  const name = `Greenroom-${version}`;
  switch (platform) {
    case 'win32': {
      // Each installer leaves itself there.
      const localData = environment['LOCALAPPDATA'];
      if (localData === undefined) return null;
      const from = win32.join(localData, 'greenroom-updater', 'installer.exe');
      return { from, to: win32.join(folder, `${name}-setup.exe`) };
    }
    case 'darwin': {
      const bundle = /^(.*\.app)\/Contents\/MacOS\//.exec(program)?.[1];
      return bundle === undefined ? null : { from: bundle, to: posix.join(folder, `${name}.app`) };
    }
    default: {
      const image = environment['APPIMAGE'];
      return image === undefined ? null : { from: image, to: posix.join(folder, `${name}.AppImage`) };
    }
  }
}
