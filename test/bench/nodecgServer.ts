/** Starts NodeCG from the folder where `scripts/installNodecg.ts` installed it, with one bundle, in the folder of the benchmark. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { findFreePort } from '../findFreePort.ts';

const [installed = '', runtime = '', frame = '', secret = ''] = process.argv.slice(2);

function writeJson(path: string, value: object): void {
  writeFileSync(path, JSON.stringify(value));
}

const port = await findFreePort();
const bundle = join(runtime, 'bundles', 'greenroom-bench');
for (const folder of [bundle, join(runtime, 'cfg'), join(runtime, 'db')]) mkdirSync(folder, { recursive: true });
const nodecg = JSON.parse(readFileSync(join(installed, 'node_modules', 'nodecg', 'package.json'), 'utf8'));
writeJson(join(runtime, 'cfg', 'nodecg.json'), {
  host: '127.0.0.1',
  port,
  logging: { console: { enabled: false } },
  // The folder of the installation counts as a bundle, too.
  bundles: { disabled: [JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).name] },
});
writeJson(join(bundle, 'package.json'), {
  name: 'greenroom-bench',
  version: '1.0.0',
  nodecg: { compatibleRange: `^${nodecg.version}` },
});
writeFileSync(
  join(bundle, 'extension.js'),
  `module.exports = require(${JSON.stringify(resolve(import.meta.dirname, 'nodecgExtension.ts'))}).relayDeliveries;\n`,
);
Object.assign(process.env, {
  NODECG_ROOT: runtime,
  BENCH_PORT: String(port),
  BENCH_FRAME: frame,
  BENCH_SECRET: secret,
  BENCH_NODECG_VERSION: nodecg.version,
});
process.chdir(installed);
createRequire(join(installed, 'package.json'))('nodecg');
