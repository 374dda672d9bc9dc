/** `node scripts/checkElectronAge.ts NEWEST`: fails if Electron here is more than one major version behind the newest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runTool.ts';

const newest = process.argv[2] ?? '';
const { electron } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies;
const majorsBehind = Number.parseInt(newest, 10) - Number.parseInt(electron, 10);
if (!(majorsBehind <= 1)) {
  process.stderr.write(
    `Electron ${electron} is too old: ${JSON.stringify(newest)} is the newest. Update it before a release; only the newest versions get security fixes.\n`,
  );
  process.exitCode = 1;
}
