/** Connects the installed app to electron-updater. */
import { existsSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { Log } from '../engine/ports.ts';
import type { UpdateInstaller } from '../engine/updates.ts';
import { findVersionToKeep } from '../start/desktop/previousVersion.ts';
import { relaunchApp } from '../start/desktop/relaunch.ts';
import { canWriteFolder } from '../start/desktop/startFault.ts';
import { keepFlags } from '../start/desktop/updateFlags.ts';
import { createUpdateInstaller, type Updater } from '../start/desktop/updateInstaller.ts';

/** Resolves with `null` if this app was not installed by an installer. The previous version is kept in `home`; `ownFolder` is that of an app without flags. */
export async function openUpdateInstaller(
  home: string,
  ownFolder: string,
  version: string,
  log: Log,
): Promise<UpdateInstaller | null> {
  if (!app.isPackaged) return null;
  const configFile = join(process.resourcesPath, 'app-update.yml');
  if (!existsSync(configFile)) return null;
  const { platform, env: environment, execPath: program } = process;
  const { autoUpdater } = await import('electron-updater');
  const folder = join(home, 'previous-version');
  const args = process.argv.slice(1);
  const kept = findVersionToKeep({ platform, environment, program, version, folder });
  return createUpdateInstaller({
    updater: autoUpdater as Updater,
    platform,
    // Windows would ask for an administrator only when Greenroom has ended, and a refusal would leave no feed.
    needsAdministrator: platform === 'win32' && !canWriteFolder(dirname(program)),
    isSignatureChecked: platform === 'darwin' || /^publisherName:/m.test(readFileSync(configFile, 'utf8')),
    keepThisVersion: async () => {
      if (kept === null) return;
      try {
        await rm(folder, { recursive: true, force: true });
        await cp(kept.from, kept.to, { recursive: true, verbatimSymlinks: true });
      } catch (error) {
        // Without it the update still has the settings and the show; only the way back is longer.
        log('warn', 'UPDATE_FAILED', { where: 'keeping this version', error: String(error) });
      }
    },
    keepFlags: () => keepFlags(ownFolder, args, Date.now()),
    relaunch: () => {
      relaunchApp(app, environment, args, kept?.to ?? null);
      app.exit(0);
    },
  });
}
