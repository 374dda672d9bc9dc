/** Runs electron-updater for the engine: nothing is downloaded or installed unless the engine says so, and never an older version. */
import type { UpdateInstaller } from '../../engine/updates.ts';
import { toUpdateUrl } from './updateAddress.ts';
import { type Executor, withFolders } from './updateFolder.ts';

/** The part of an updater of electron-updater that is used here. */
export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  disableDifferentialDownload: boolean;
  disableWebInstaller: boolean;
  logger: null | { info: (text: string) => void; warn: (text: string) => void; error: (text: string) => void };
  setFeedURL: (options: { readonly provider: 'generic'; readonly url: string }) => void;
  checkForUpdates: () => Promise<null | {
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string };
  }>;
  downloadUpdate: () => Promise<unknown>;
  quitAndInstall: (isSilent: boolean, isForceRunAfter: boolean) => void;
  once: (event: 'error', listener: () => void) => unknown;
};

export type UpdateInstallerDeps = {
  readonly updater: Updater;
  readonly platform: NodeJS.Platform;
  /** Whether only an administrator can replace this installation. */
  readonly needsAdministrator: boolean;
  /** Whether an update with another signature is refused. */
  readonly isSignatureChecked: boolean;
  /** Keeps this version, so that it can be put back. */
  readonly keepThisVersion: () => Promise<void>;
  /** Keeps the flags of this start for the new version. */
  readonly keepFlags: () => void;
  /** Starts this version again, because the other one could not be installed. */
  readonly relaunch: () => void;
};

export function createUpdateInstaller(deps: UpdateInstallerDeps): UpdateInstaller {
  const { updater } = deps;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // The whole file is smaller than the risk of a wrong difference.
  updater.disableDifferentialDownload = true;
  // Its messages contain addresses and headers; the engine logs the codes.
  updater.logger = null;
  // The type does not have it, but each updater has one.
  const holder = updater as Updater & { httpExecutor: Executor };
  holder.httpExecutor = withFolders(holder.httpExecutor);
  return {
    needsAdministrator: deps.needsAdministrator,
    check: async (address) => {
      updater.setFeedURL({
        provider: 'generic',
        url: toUpdateUrl(address, deps.isSignatureChecked, deps.platform),
      });
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    download: async () => {
      await updater.downloadUpdate();
      await deps.keepThisVersion();
    },
    installAndRestart: () => {
      deps.keepFlags();
      updater.once('error', deps.relaunch);
      // Without windows of its own, and then the new version starts.
      updater.quitAndInstall(true, true);
    },
    relaunch: deps.relaunch,
  };
}
