/** Builds if needed, then runs a built entry in this process, so that flags, signals and exit codes pass through. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensureBuilt.ts';
import { root } from './runTool.ts';

/** Runs `out/main/{entry}.js` with these arguments. If the build fails, exits with the build’s code and runs nothing. */
export async function runBuilt(entry: 'headless' | 'service', args: readonly string[]): Promise<void> {
  const code = await ensureBuilt();
  if (code !== 0) {
    process.exitCode = code;
    return;
  }
  const file = join(root, 'out', 'main', `${entry}.js`);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}
