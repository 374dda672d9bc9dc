/** `npm run pack:headless`: builds everything and packs headless into one archive that needs only Node. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './ensureBuilt.ts';
import { root, run } from './runTool.ts';

const contents: readonly string[] = ['LICENSE', 'resources', 'docs/run-as-a-service.md', 'docs/settings.md'];
const builtFolders: readonly string[] = ['main', 'renderer', 'kit', 'overlay', 'feedPage'];

/** Writes the archive to a folder, and resolves with the exit code. */
async function pack(folder: string): Promise<number> {
  const buildCode = await ensureBuilt();
  if (buildCode !== 0) return buildCode;
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `greenroom-headless-${version}`;
  const staging = join(folder, name);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const manifest = { name: 'greenroom-headless', version, license, private: true, type: 'module', engines };
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'packaging', 'headless'), staging, { recursive: true });
  for (const path of contents) cpSync(join(root, path), join(staging, path), { recursive: true });
  for (const path of builtFolders)
    cpSync(join(root, 'out', path), join(staging, 'out', path), {
      recursive: true,
      // The desktop app's entry needs Electron.
      filter: (file) => !file.endsWith('.map') && file !== join(root, 'out', 'main', 'index.js'),
    });
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
