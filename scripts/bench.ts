/** `npm run bench`: runs each `test/bench/*.bench.ts` in its own Node process, in turn. Arguments select benchmarks by name. */
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, runNode } from './runTool.ts';

const folder = join(root, 'test', 'bench');
const chosen = process.argv.slice(2);
const files = existsSync(folder)
  ? globSync('*.bench.ts', { cwd: folder })
      .filter((file) => chosen.length === 0 || chosen.some((name) => file.includes(name)))
      .sort()
  : [];

if (files.length === 0) {
  process.stderr.write(
    `There is no benchmark ${chosen.length === 0 ? '' : `named ${chosen.join(', ')} `}in test/bench. Run \`npm run bench\` without arguments to run all of them.\n`,
  );
  process.exitCode = 1;
}
for (const file of files) {
  process.stdout.write(`\n${basename(file, '.bench.ts')}\n`);
  const code = await runNode(join(folder, file), [], { output: 'inherit', environment: { NODE_ENV: 'production' } });
  if (code !== 0) {
    process.stderr.write(`${file} ended with exit code ${code}.\n`);
    process.exitCode = code;
  }
}
