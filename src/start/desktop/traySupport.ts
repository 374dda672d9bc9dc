/** Finds out whether a tray icon can be seen, because a window that hides without one could not be opened again. */
import { execFile } from 'node:child_process';

/** Runs a program. Resolves with what it printed. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

const nameHasOwner = [
  ...['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'],
  ...['org.freedesktop.DBus.NameHasOwner', 'string:org.kde.StatusNotifierWatcher'],
];

/** On Linux, only some desktops show tray icons, and Electron does not say whether this one does. */
export async function hasTray(platform: NodeJS.Platform, run: RunProgram): Promise<boolean> {
  if (platform !== 'linux') return true;
  return run('dbus-send', nameHasOwner).then(
    (reply) => reply.includes('boolean true'),
    () => false,
  );
}

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve, reject) => {
    execFile(program, [...args], { timeout: 2000 }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(error);
    });
  });
