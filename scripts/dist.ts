/** `npm run dist`: builds everything and creates this system’s installers. Arguments are passed to electron-builder. */
import { buildAll } from './ensureBuilt.ts';
import { runNode, toolPath } from './runTool.ts';

const buildCode = await buildAll();
process.exitCode =
  buildCode !== 0
    ? buildCode
    : await runNode(toolPath('electron-builder', 'cli.js'), ['--publish', 'never', ...process.argv.slice(2)], {
        output: 'inherit',
        environment: {},
      });
