/** `npm run docs`: writes the pages that are generated from code. With `--check`, only reports the pages that are out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderGeneratedPages } from './generatedPages.ts';
import { root } from './runTool.ts';

for (const { name, text } of renderGeneratedPages()) {
  const file = join(root, 'docs', name);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`docs/${name} is out of date. Run \`npm run docs\`.\n`);
    process.exitCode = 1;
  }
}
