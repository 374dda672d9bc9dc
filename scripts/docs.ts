/** `npm run docs`: writes the files and the tray icons that are generated from code. With `--check`, only reports the files that are out of date. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderGeneratedFiles } from './generatedFiles.ts';
import { root } from './runTool.ts';
import { encodePng, listTrayIcons } from './trayIcons.ts';

for (const { path, text } of renderGeneratedFiles()) {
  const file = join(root, path);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${path} is out of date. Run \`npm run docs\`.\n`);
    process.exitCode = 1;
  }
}

// Their compressed bytes differ between versions of zlib, so a test compares their pixels instead.
if (!process.argv.includes('--check')) {
  mkdirSync(join(root, 'resources/tray'), { recursive: true });
  for (const { name, size, pixels } of listTrayIcons())
    writeFileSync(join(root, 'resources/tray', name), encodePng(size, pixels));
}
