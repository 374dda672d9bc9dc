/** `node scripts/installSpx.ts FOLDER`: installs an SPX server in a folder outside this repository, for the test that plays our template in it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root, run } from './runTool.ts';

const target = process.argv[2] === undefined ? null : resolve(process.argv[2]);
/** An address or a folder to clone. */
const source = process.argv[3] ?? 'https://github.com/TuomoKu/SPX-GC.git';

if (target === null || !relative(root, target).startsWith('..') || existsSync(target)) {
  process.stderr.write('Name a new folder outside this repository: node scripts/installSpx.ts /tmp/spx\n');
  process.exitCode = 1;
} else {
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
