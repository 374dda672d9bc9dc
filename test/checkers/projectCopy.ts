/** Creates a copy of the project’s rules and sources, in which a test plants a fault and runs a checker. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');

export type CheckResult = { readonly isClean: boolean; readonly output: string };

export type ProjectCopy = {
  /** Writes a file into the copy. */
  readonly plant: (path: string, text: string) => void;
  /** Checks the format, lint, package and cycle rules of these files of the copy. */
  readonly lint: (...paths: readonly string[]) => CheckResult;
  /** Checks the types and import rules of one folder of the copy and the folders it references. */
  readonly checkTypes: (folder: string) => CheckResult;
  readonly remove: () => void;
};

/** Copies settings and sources, and links the installed packages. */
export function createProjectCopy(): ProjectCopy {
  const copyFolder = mkdtempSync(join(tmpdir(), 'greenroom-copy-'));
  for (const name of readdirSync(project).filter((entry) =>
    /^(?:biome|package|tsconfig(?:\.base)?)\.json$/.test(entry),
  )) {
    cpSync(join(project, name), join(copyFolder, name));
  }
  cpSync(join(project, 'src'), join(copyFolder, 'src'), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copyFolder, 'node_modules'));

  const run = (tool: string, args: readonly string[]): CheckResult => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, 'node_modules', tool), ...args], {
      cwd: copyFolder,
      encoding: 'utf8',
    });
    return { isClean: status === 0, output: stdout + stderr };
  };
  return {
    plant: (path, text) => {
      mkdirSync(dirname(join(copyFolder, path)), { recursive: true });
      writeFileSync(join(copyFolder, path), text);
    },
    lint: (...paths) => run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...paths]),
    checkTypes: (folder) => run('typescript/bin/tsc', ['-b', `src/${folder}`]),
    remove: () => rmSync(copyFolder, { recursive: true, force: true }),
  };
}
