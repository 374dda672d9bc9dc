/** `npm run docs`: writes the files that are generated from code. With `--check`, only reports the files that are out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderGeneratedFiles } from './generatedFiles.ts';
import { root } from './runTool.ts';

for (const { path, text } of renderGeneratedFiles()) {
  const file = join(root, path);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${path} is out of date. Run \`npm run docs\`.\n`);
    process.exitCode = 1;
  }
}
