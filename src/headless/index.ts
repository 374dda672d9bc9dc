/** Entry point of `npm run headless`: the engine and desk in plain Node. */
import { findProductPaths } from '../start/productPaths.ts';
import { runHeadless } from './run.ts';
import { listenForSignals } from './signals.ts';

const printError = (line: string): void => void process.stderr.write(`${line}\n`);
let reopenLog = (): void => undefined;

process.exitCode = await runHeadless(process.argv.slice(2), {
  environment: process.env,
  paths: findProductPaths(import.meta.dirname),
  print: (line) => void process.stdout.write(`${line}\n`),
  printError,
  stopRequested: listenForSignals(printError, () => reopenLog()),
  onReopenLog: (reopen) => {
    reopenLog = reopen;
  },
});
// A disk that hangs keeps the process alive, even in `process.exit`. After a normal stop nothing is left to wait for.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000).unref();
