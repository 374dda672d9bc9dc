/** Entry point of the desktop app: sets up Electron and starts the engine and the desk’s window. */
import { join } from 'node:path';
import { app, crashReporter, dialog, protocol } from 'electron';
import { readArguments } from '../start/desktop/arguments.ts';
import { scheme } from '../start/desktop/deskScheme.ts';
import { canWriteFolder } from '../start/desktop/startFault.ts';
import { runDesktop } from './desktop.ts';

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

const explainAndExit = (title: string, text: string, code: number): void => {
  dialog.showErrorBox(title, text);
  app.exit(code);
};
if (app.requestSingleInstanceLock())
  // An app without a window or a message would be in the way of its next start.
  runDesktop(args).catch((error: unknown) => explainAndExit('Greenroom can’t start', String(error), 1));
else if (canWriteFolder(app.getPath('userData'))) app.quit();
else {
  // Without a writable folder there is no lock either, so it would look as if another instance ran.
  explainAndExit(
    'Greenroom can’t save its data',
    `Can’t write ${app.getPath('userData')}. Make this folder writable, or choose another with --data-dir.`,
    2,
  );
}
