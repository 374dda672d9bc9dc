/** Puts together the files of headless, which need only Node: for the archive and for the deb package. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runTool.ts';

const contents: readonly string[] = ['LICENSE', 'resources', 'docs/run-as-a-service.md', 'docs/settings.md'];
const builtFolders: readonly string[] = ['main', 'renderer', 'kit', 'overlay', 'feedPage'];

/** Replaces the folder. Everything must be built. */
export function stageHeadless(folder: string): void {
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'greenroom-headless', version, license, private: true, type: 'module', engines };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'packaging', 'headless'), folder, { recursive: true });
  for (const path of contents) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const path of builtFolders)
    cpSync(join(root, 'out', path), join(folder, 'out', path), {
      recursive: true,
      // The desktop app's entry needs Electron.
      filter: (file) => !file.endsWith('.map') && file !== join(root, 'out', 'main', 'index.js'),
    });
}
