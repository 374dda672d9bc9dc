/** `npm run faults`: runs every row of the fault table with twenty seeds; `-- --seeds 1 --quick F3` runs fewer. Prints a table and `N of M passed`. */
import { join } from 'node:path';
import { root, runNode } from './runTool.ts';

process.exitCode = await runNode(join(root, 'test', 'faults', 'runFaults.ts'), process.argv.slice(2), {
  output: 'inherit',
  environment: {},
});
