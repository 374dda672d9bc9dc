/** `npm run soak`: builds if needed, then runs a show for a long time; `-- --compressed` plays eight hours in eight minutes. Fails if anything grows. */
import { join } from 'node:path';
import { ensureBuilt } from './ensureBuilt.ts';
import { root, runNode } from './runTool.ts';

const code = await ensureBuilt();
process.exitCode =
  code === 0
    ? await runNode(join(root, 'test', 'soak', 'runSoak.ts'), process.argv.slice(2), {
        output: 'inherit',
        environment: {},
      })
    : code;
