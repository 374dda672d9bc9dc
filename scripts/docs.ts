/** `npm run docs`: writes the pages that come from the code; with `--check` it only says whether they are up to date. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../src/core/problemCatalogue.ts';
import { problemsPage } from './problemsPage.ts';
import { root } from './runTool.ts';

const path = join(root, 'docs', 'problems.md');
const page = problemsPage(catalogue);

if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== page) {
    process.stderr.write('docs/problems.md is not what src/core/problemCatalogue.ts says. Run `npm run docs`.\n');
    process.exitCode = 1;
  }
} else {
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(path, page);
}
