/** Starts the app at login: by the system’s own list, or on Linux by a file in the autostart folder. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory, readFileIfExists, writeAtomic } from '../../disk/atomicFile.ts';

/** The part of Electron’s app that keeps the system’s list. */
export type LoginItems = {
  readonly getLoginItemSettings: () => { readonly openAtLogin: boolean };
  readonly setLoginItemSettings: (settings: { readonly openAtLogin: boolean }) => void;
};

export type LoginTarget = {
  readonly platform: NodeJS.Platform;
  /** The program to start. */
  readonly program: string;
  /** The user’s folder for settings of programs on Linux. */
  readonly configFolder: string;
};

/** Makes the system start the app at login, or no longer. Changes nothing that is already so. Rejects with the system’s error. */
export async function setStartAtLogin(wanted: boolean, items: LoginItems, target: LoginTarget): Promise<void> {
  if (target.platform !== 'linux') {
    if (items.getLoginItemSettings().openAtLogin !== wanted) items.setLoginItemSettings({ openAtLogin: wanted });
    return;
  }
  const file = join(target.configFolder, 'autostart', 'greenroom.desktop');
  const present = (await readFileIfExists(file))?.toString('utf8') ?? null;
  const text = wanted ? formatEntry(target.program) : null;
  if (text === present) return;
  if (text === null) return rm(file, { force: true });
  await makeDirectory(dirname(file));
  await writeAtomic(file, text);
}

/** An AppImage mounts itself at another path each time, so its own file is the program. */
export function findLoginTarget(
  platform: NodeJS.Platform,
  program: string,
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
): LoginTarget {
  return {
    platform,
    program: environment['APPIMAGE'] ?? program,
    configFolder: environment['XDG_CONFIG_HOME'] || join(home, '.config'),
  };
}

/** The form of the Desktop Entry Specification: in an argument in quotes, these characters are escaped. */
function formatEntry(program: string): string {
  const quoted = program.replaceAll('%', '%%').replace(/["`$\\]/g, String.raw`\$&`);
  // Values of type string have escapes of their own, which come first when the file is read.
  const exec = `"${quoted}"`.replaceAll('\\', '\\\\');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Greenroom',
    `Exec=${exec}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
