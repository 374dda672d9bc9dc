/** `npm run dist`: builds everything and creates this system’s installers. Arguments go to electron-builder. */
import { buildAll } from './ensureBuilt.ts';
import { runNode, toolPath } from './runTool.ts';

const built = await buildAll();
process.exitCode =
  built !== 0
    ? built
    : await runNode(toolPath('electron-builder', 'cli.js'), ['--publish', 'never', ...process.argv.slice(2)], {
        output: 'inherit',
        environment: {},
      });
