/** `npm run pack:headless`: builds everything and packs headless into one archive that needs only Node. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './ensureBuilt.ts';
import { root, run } from './runTool.ts';
import { stageHeadless } from './stageHeadless.ts';

/** Writes the archive to a folder, and resolves with the exit code. */
async function pack(folder: string): Promise<number> {
  const buildCode = await ensureBuilt();
  if (buildCode !== 0) return buildCode;
  const name = `greenroom-headless-${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}`;
  const staging = join(folder, name);
  stageHeadless(staging);
  const archive = `${name}.tar.gz`;
  // Windows has tar too. Relative names, because it would read `C:` as the name of another machine.
  const code = await run('tar', ['-czf', join('dist', archive), '-C', 'dist', name], {
    output: 'stderr',
    environment: {},
  });
  rmSync(staging, { recursive: true, force: true });
  if (code === 0 && existsSync(join(folder, archive))) process.stdout.write(`${join(folder, archive)}\n`);
  return code;
}

process.exitCode = await pack(join(root, 'dist'));
