/** Entry point of the desktop app: sets up Electron and starts the engine and the desk’s window. */

import { join } from 'node:path';
import { app, crashReporter, dialog, protocol } from 'electron';
import { say } from '../core/language/say.ts';
import { openLanguage } from '../engine/language.ts';
import { readArguments } from '../start/desktop/arguments.ts';
import { scheme } from '../start/desktop/deskScheme.ts';
import { relaunchApp } from '../start/desktop/relaunch.ts';
import { canWriteFolder, checkFolder } from '../start/desktop/startFault.ts';
import { takeFlags } from '../start/desktop/updateFlags.ts';
import { runDesktop } from './desktop.ts';
import { startOrExplain } from './dialogs.ts';

const ownFolder = app.getPath('userData');
process.argv.push(...takeFlags(ownFolder, process.argv.slice(1), Date.now()));
const args = readArguments(process.argv.slice(app.isPackaged ? 1 : 2));
// With --data-dir, the app is a separate instance with its own lock, window and secrets.
if (args.dataDir !== null) app.setPath('userData', join(args.dataDir, 'desktop'));
// Crash reports stay on this machine.
crashReporter.start({ uploadToServer: false });

protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
]);
app.enableSandbox();
if (app.isPackaged) {
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk']) {
    app.commandLine.removeSwitch(name);
  }
}

// An app without a window or a message would be in the way of its next start.
const explainAndExit = (error: unknown): void => {
  dialog.showErrorBox(say('Greenroom can’t start'), String(error));
  app.exit(1);
};
const offerAnotherFolder = async (): Promise<void> => {
  await app.whenReady();
  await openLanguage('system', app.getPreferredSystemLanguages(), () => undefined);
  const check = async (): Promise<true> => checkFolder(app.getPath('userData'));
  if ((await startOrExplain(check, args.dataDir === null)) === null) return;
  relaunchApp(app, process.env, process.argv.slice(1), null);
  app.exit(0);
};
if (app.requestSingleInstanceLock()) runDesktop(args, ownFolder).catch(explainAndExit);
else if (canWriteFolder(app.getPath('userData'))) app.quit();
// Without a writable folder there is no lock either, so it would look as if another instance ran.
else offerAnotherFolder().catch(explainAndExit);
