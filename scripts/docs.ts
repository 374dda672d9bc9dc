/** `npm run docs`: writes the pages generated from the code; with `--check` it only reports whether they are up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../src/core/problemCatalogue.ts';
import { problemsPage, withSourceProblems } from './problemsPage.ts';
import { root } from './runTool.ts';

const pageOf = (name: string): string => join(root, 'docs', name);
const pages = [
  { name: 'problems.md', text: problemsPage(catalogue) },
  { name: 'source.md', text: withSourceProblems(readFileSync(pageOf('source.md'), 'utf8'), catalogue) },
];

for (const { name, text } of pages) {
  if (!process.argv.includes('--check')) {
    writeFileSync(pageOf(name), text);
  } else if (readFileSync(pageOf(name), 'utf8') !== text) {
    process.stderr.write(`docs/${name} does not match the catalogue in src/core/problems. Run \`npm run docs\`.\n`);
    process.exitCode = 1;
  }
}
