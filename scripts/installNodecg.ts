/** `node scripts/installNodecg.ts FOLDER`: installs NodeCG in a folder outside this repository, for the benchmark that compares Greenroom with it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { readOutsideFolder } from './outsideFolder.ts';
import { run } from './runTool.ts';

const version = '2.6.4';
const target = readOutsideFolder('installNodecg', '/tmp/nodecg');

if (target !== null) {
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name: 'greenroom-nodecg', private: true }));
  process.exitCode = await run('npm', ['install', `nodecg@${version}`, '--prefix', target], {
    output: 'inherit',
    environment: nodeEnvironment(),
  });
  if (process.exitCode === 0) {
    process.stdout.write(`NodeCG is installed. Run: BENCH_NODECG=${target} npm run bench -- deliveryToSockets\n`);
  }
}

/** NodeCG’s database is compiled during the installation, for the Node that runs this script: its headers may be in its own folder. */
function nodeEnvironment(): Record<string, string> {
  const bin = dirname(process.execPath);
  const headers = resolve(bin, '..');
  return {
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    ...(existsSync(join(headers, 'include', 'node')) && { npm_config_nodedir: headers }),
  };
}
