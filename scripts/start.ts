/** `npm start`: the desktop app; where it cannot be shown, one line why, and the same desk in a browser. */
import { ensureBuilt } from './ensureBuilt.ts';
import { findElectron, hasScreen } from './findElectron.ts';
import { runBuilt } from './runBuilt.ts';
import { root, run, runNode, toolPath } from './runTool.ts';

/** Exit codes that are the app's own answer: done, a configuration that cannot be used, a port in use. */
const ownCodes: readonly number[] = [0, 2, 3];
/** A runtime that ends sooner than this never showed its window. */
const shownAfterMs = 8000;

const args = process.argv.slice(2);

const built = await ensureBuilt();
if (built !== 0) {
  process.exitCode = built;
} else {
  const whyNot = await openWindow();
  if (whyNot !== null) {
    process.stderr.write(`${whyNot} Greenroom carries on without its window; open the desk in a browser instead.\n`);
    await runBuilt('headless', args.includes('--config') || args.includes('--demo') ? args : ['--demo', ...args]);
  }
}

/** Runs the desktop app to its end and answers null, or says in a sentence why it cannot be shown. */
async function openWindow(): Promise<string | null> {
  if (!hasScreen(process.env, process.platform)) return 'There is no screen to open a window on.';
  if (process.getuid?.() === 0) return 'Started as root, where Electron cannot close its sandbox.';
  const electron = findElectron(process.env, process.platform) ?? (await fetchElectron());
  if (electron === null) return 'No Electron runtime is here and none could be fetched.';
  const startedAt = performance.now();
  const code = await run(electron, [root, ...args], { output: 'inherit', environment: {} });
  if (ownCodes.includes(code) || performance.now() - startedAt > shownAfterMs) {
    process.exitCode = code;
    return null;
  }
  return `Electron could not open its window (exit ${code}).`;
}

/** The runtime is not part of `npm ci`; it is fetched the first time that a window is wanted. */
async function fetchElectron(): Promise<string | null> {
  process.stderr.write('Fetching the Electron runtime, once …\n');
  await runNode(toolPath('electron', 'install.js'), [], { output: 'errorOnly', environment: {} });
  return findElectron(process.env, process.platform);
}
