/** `node scripts/installSpx.ts FOLDER`: installs an SPX server in a folder outside this repository, for the test that plays our template in it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOutsideFolder } from './outsideFolder.ts';
import { run } from './runTool.ts';

const target = readOutsideFolder('installSpx', '/tmp/spx');
/** An address or a folder to clone. */
const source = process.argv[3] ?? 'https://github.com/TuomoKu/SPX-GC.git';

if (target !== null && existsSync(target)) {
  process.stderr.write(`${target} exists. Name a new folder.\n`);
  process.exitCode = 1;
} else if (target !== null) {
  process.exitCode = await run('git', ['clone', '--depth', '1', source, target], {
    output: 'inherit',
    environment: {},
  });
  if (process.exitCode === 0) {
    const manifest = join(target, 'package.json');
    const read = JSON.parse(readFileSync(manifest, 'utf8'));
    // Later versions need a package that is in no registry. They read spreadsheets, which the test does not have.
    read.dependencies['node-xlsx'] = '0.21.2';
    writeFileSync(manifest, JSON.stringify(read, null, 2));
    process.exitCode = await run(
      'npm',
      ['install', '--prefix', target, '--omit=dev', '--ignore-scripts', '--no-package-lock'],
      { output: 'inherit', environment: {} },
    );
  }
  if (process.exitCode === 0)
    process.stdout.write(`SPX is installed. Run: SPX_SERVER=${target} npm run test:e2e -- 470\n`);
}
