/** Entry point of the desktop app: sets up Electron and starts the engine and the desk’s window. */
import { join } from 'node:path';
import { app, protocol } from 'electron';
import { readArguments } from './arguments.ts';
import { scheme } from './deskScheme.ts';
import { runDesktop } from './desktop.ts';

const args = readArguments(process.argv.slice(app.isPackaged ? 1 : 2));
// With --data-dir, the app is a separate instance with its own lock, window and secrets.
if (args.dataDir !== null) app.setPath('userData', join(args.dataDir, 'desktop'));

protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
]);
app.enableSandbox();
if (app.isPackaged) {
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk']) {
    app.commandLine.removeSwitch(name);
  }
}

if (app.requestSingleInstanceLock()) void runDesktop(args);
else app.quit();
