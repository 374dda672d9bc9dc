/** `npm run dist`: builds everything and creates this system’s installers and latest*.yml. Arguments are passed to electron-builder. */
import { join } from 'node:path';
import { buildAll } from './ensureBuilt.ts';
import { readSigning } from './readSigning.ts';
import { root, runNode, toolPath } from './runTool.ts';
import { stageHeadless } from './stageHeadless.ts';

async function packInstallers(): Promise<number> {
  const buildCode = await buildAll();
  if (buildCode !== 0) return buildCode;
  // The deb package contains headless too.
  if (process.platform === 'linux') stageHeadless(join(root, 'dist', 'headless'));
  const { args, environment } = readSigning(process.platform, process.env);
  const electronBuilder = toolPath('electron-builder', 'cli.js');
  return runNode(electronBuilder, ['--publish', 'never', ...args, ...process.argv.slice(2)], {
    output: 'inherit',
    environment,
  });
}

process.exitCode = await packInstallers();
