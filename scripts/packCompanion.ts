/** `npm run companion`: packs the module for Bitfocus Companion as one file that Companion imports without a network. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, run, runNode, toolPath } from './runTool.ts';

/** Writes the package to a folder inside the project, and resolves with its path, or with the exit code of the step that failed. */
async function pack(folder: string): Promise<string | number> {
  const config = ['--config', 'vite.companion.config.ts'];
  const buildCode = await runNode(toolPath('vite', 'bin/vite.js'), ['build', '--logLevel', 'warn', ...config], {
    output: 'stderr',
    environment: { NODE_ENV: 'production' },
  });
  if (buildCode !== 0) return buildCode;
  mkdirSync(folder, { recursive: true });
  const staging = mkdtempSync(join(folder, '.companion-'));
  const { version } = readJson('package.json');
  // Companion drops the first folder’s name, and reads the manifest only if that folder comes first.
  stage(join(staging, 'greenroom'), version);
  const archive = join(folder, `greenroom-companion-${version}.tgz`);
  // Relative names, because Windows’ tar would read `C:` as the name of another machine.
  const args = ['-czf', relative(root, archive), '-C', relative(root, staging), 'greenroom'];
  const code = await run('tar', args, { output: 'stderr', environment: {} });
  rmSync(staging, { recursive: true, force: true });
  return code === 0 ? archive : code;
}

function stage(folder: string, version: string): void {
  const manifest = readJson('companion/manifest.json');
  const runtime = {
    ...manifest.runtime,
    apiVersion: readJson('node_modules/@companion-module/base/package.json').version,
  };
  cpSync(join(root, 'out', 'companion'), folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  mkdirSync(join(folder, 'companion'));
  cpSync(join(root, 'companion', 'HELP.md'), join(folder, 'companion', 'HELP.md'));
  writeJson(join(folder, 'companion', 'manifest.json'), { ...manifest, version, runtime });
  writeJson(join(folder, 'package.json'), {
    name: 'greenroom',
    version,
    license: 'MIT',
    type: 'commonjs',
    main: 'main.js',
  });
}

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const writeJson = (path: string, value: object): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

const packed = await pack(join(root, 'dist'));
if (typeof packed === 'string') process.stdout.write(`${packed}\n`);
else process.exitCode = packed;
