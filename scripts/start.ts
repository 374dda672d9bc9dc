/** `npm start`: opens the desktop app, or says why it cannot and serves the same desk to a browser. */
import { ensureBuilt } from './ensureBuilt.ts';
import { canShowWindow, findElectron } from './findElectron.ts';
import { runBuilt } from './runBuilt.ts';
import { root, run, runNode, toolPath } from './runTool.ts';
import { stopWithNpm } from './stopWithNpm.ts';

/** The app’s own exit codes: done, invalid configuration, port in use. */
const appExitCodes: readonly number[] = [0, 2, 3];
/** A runtime that ends earlier never showed its window. */
const windowShownAfterMs = 8000;

const args = process.argv.slice(2);
stopWithNpm();

const buildCode = await ensureBuilt();
if (buildCode !== 0) {
  process.exitCode = buildCode;
} else {
  const reason = await openWindow();
  if (reason !== null) {
    process.stderr.write(`${reason} Greenroom continues without a window: open the desk in a browser.\n`);
    const isChosen = args.includes('--config') || args.includes('--demo');
    await runBuilt('headless', isChosen ? args : ['--demo-first', '--print-token', ...args]);
  }
}

/** Runs the desktop app until it exits and resolves with `null`, or with the reason why it cannot be shown. */
async function openWindow(): Promise<string | null> {
  if (!canShowWindow(process.env, process.platform)) return 'No display is available.';
  if (process.getuid?.() === 0) return 'Electron’s sandbox does not work as root.';
  const electron = findElectron(process.env, process.platform) ?? (await downloadElectron());
  if (electron === null) return 'No Electron runtime is installed, and none could be downloaded.';
  const startedMs = performance.now();
  const code = await run(electron, [root, ...args], { output: 'inherit', environment: {} });
  if (appExitCodes.includes(code) || performance.now() - startedMs > windowShownAfterMs) {
    process.exitCode = code;
    return null;
  }
  return `Electron could not open its window (exit ${code}).`;
}

/** `npm ci` does not include the runtime; the first start downloads it. */
async function downloadElectron(): Promise<string | null> {
  process.stderr.write('Downloading the Electron runtime (first start only) …\n');
  await runNode(toolPath('electron', 'install.js'), [], { output: 'stderr', environment: {} });
  return findElectron(process.env, process.platform);
}
