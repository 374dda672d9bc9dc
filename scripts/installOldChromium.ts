/** `node scripts/installOldChromium.ts FOLDER`: unpacks Chromium 71 in a folder outside this repository, for the test of the overlays in the oldest browser that they support. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readOutsideFolder } from './outsideFolder.ts';
import { run } from './runTool.ts';

/** The last version of this package with Chromium 71, the browser of CasparCG 2.3. The package contains it, for Linux x64. */
const version = '1.9.1';
const compressed = 'node_modules/chrome-aws-lambda/bin/chromium-71.0.3563.0.br';
const target = readOutsideFolder('installOldChromium', '/tmp/chromium71');

if (target !== null) {
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name: 'greenroom-old-chromium', private: true }));
  process.exitCode = await run(
    'npm',
    ['install', `chrome-aws-lambda@${version}`, '--prefix', target, '--ignore-scripts', '--legacy-peer-deps'],
    { output: 'inherit', environment: {} },
  );
  if (process.exitCode === 0) {
    const program = join(target, 'chromium');
    writeFileSync(program, brotliDecompressSync(readFileSync(join(target, compressed))));
    chmodSync(program, 0o755);
    process.stdout.write(`Chromium 71 is ready. Run: OLD_CHROMIUM=${program} npm run test:e2e -- 460\n`);
  }
}
