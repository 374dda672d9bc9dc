/** `node scripts/prepareRelease.ts FOLDER`: checks the installers against their latest*.yml, and adds the SBOM and SHA256SUMS. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './runTool.ts';

/** Each release has them all; without one, an app of that system would find no update. */
const channelFiles: readonly string[] = ['latest.yml', 'latest-mac.yml', 'latest-linux.yml'];

const folder = resolve(process.argv[2] ?? '.');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const digestOf = (name: string, algorithm: string, encoding: 'hex' | 'base64'): string =>
  createHash(algorithm)
    .update(readFileSync(join(folder, name)))
    .digest(encoding);

const faults = findFaults(readdirSync(folder));
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else addLists();

function findFaults(names: readonly string[]): readonly string[] {
  return channelFiles.flatMap((channelFile) => {
    if (!names.includes(channelFile)) return [`${channelFile} is missing in ${folder}.`];
    const text = readFileSync(join(folder, channelFile), 'utf8');
    const files = [...text.matchAll(/^ {2}- url: (.+)\n {4}sha512: (.+)$/gm)];
    return [
      ...(text.startsWith(`version: ${version}\n`) ? [] : [`${channelFile} is not for version ${version}.`]),
      ...(files.length > 0 ? [] : [`${channelFile} names no file.`]),
      ...files.flatMap(([, name = '', sha512]) => {
        if (!names.includes(name)) return [`${channelFile} names ${name}, which is missing.`];
        return digestOf(name, 'sha512', 'base64') === sha512 ? [] : [`${name} differs from ${channelFile}.`];
      }),
    ];
  });
}

/** Writes the list of all packages from which a release can be built, tools included, and the checksums of all files. */
function addLists(): void {
  // Windows needs a shell to start npm.
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, shell: process.platform === 'win32' } as const;
  const sbom = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], options);
  writeFileSync(join(folder, `greenroom-${version}.cdx.json`), sbom);
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
  const lines = names.sort().map((name) => `${digestOf(name, 'sha256', 'hex')}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}
