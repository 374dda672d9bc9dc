/** Creates a copy of the project’s rules and sources, in which a test plants faults and runs a checker. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const project = resolve(import.meta.dirname, '../..');

/** One line of a checker's report. */
export type Fault = { readonly path: string; readonly text: string };

export type ProjectCopy = {
  /** Writes a file into the copy. */
  readonly plant: (path: string, text: string) => void;
  /** Checks the format, lint, package and cycle rules of these files of the copy. */
  readonly lint: (paths: readonly string[]) => readonly Fault[];
  /** Checks the types and import rules of every folder of `src`. */
  readonly checkTypes: () => readonly Fault[];
};

/**
 * Copies settings and sources, and links the installed packages. The compiler’s memory of them stays behind: a package at
 * another path that declares global types would make it keep old types of the copy.
 */
export function createProjectCopy(): ProjectCopy {
  const copyFolder = createTemporaryFolder('copy');
  const settings = readdirSync(project).filter((name) => /^(?:biome|package|tsconfig\.base)\.json$/.test(name));
  for (const name of [...settings, 'src'].filter((path) => existsSync(join(project, path)))) {
    cpSync(join(project, name), join(copyFolder, name), { recursive: true, preserveTimestamps: true });
  }
  const folders = readdirSync(join(project, 'src')).map((name) => `src/${name}`);
  const solution = { files: [], references: folders.map((path) => ({ path })) };
  writeFileSync(join(copyFolder, 'tsconfig.json'), JSON.stringify(solution));
  symlinkSync(join(project, 'node_modules'), join(copyFolder, 'node_modules'), 'junction');

  const run = (tool: string, args: readonly string[], faultPattern: RegExp): readonly Fault[] => {
    const file = join(project, 'node_modules', tool);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
      cwd: copyFolder,
      encoding: 'utf8',
    });
    const faults = [...stdout.matchAll(faultPattern)].map(({ groups }) => ({
      path: relative(copyFolder, resolve(copyFolder, groups?.['path'] ?? '')).replaceAll(sep, '/'),
      text: groups?.['text'] ?? '',
    }));
    if ((status === 0) !== (faults.length === 0)) throw new Error(`${tool} ended with ${status}: ${stdout}${stderr}`);
    return faults;
  };
  return {
    plant: (path, text) => {
      mkdirSync(dirname(join(copyFolder, path)), { recursive: true });
      writeFileSync(join(copyFolder, path), text);
    },
    lint: (paths) =>
      run(
        '@biomejs/biome/bin/biome',
        ['check', '--error-on-warnings', '--reporter=github', '--max-diagnostics=none', ...paths],
        /^::\w+ title=(?<text>[^,]*),file=(?<path>[^,]*),/gm,
      ),
    checkTypes: () =>
      run(
        'typescript/bin/tsc',
        ['-b', '--checkers', '1', '--pretty', 'false'],
        /^(?<path>\S+)\(\d+,\d+\): error (?<text>.*)$/gm,
      ),
  };
}
