/** A copy of the project's rules and sources in which a fault can be planted and a checker run over it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');

export type Verdict = { readonly isClean: boolean; readonly words: string };

export type Plot = {
  /** Writes a file into the copy. */
  readonly plant: (path: string, text: string) => void;
  /** Format, lint, packages and cycles, over these files of the copy. */
  readonly lint: (...paths: readonly string[]) => Verdict;
  /** Types and rooms, from this room of the copy on. */
  readonly checkTypes: (room: string) => Verdict;
  readonly remove: () => void;
};

/** Makes the copy: settings and sources are real, installed packages are linked. */
export function makePlot(): Plot {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-plot-'));
  for (const name of readdirSync(project).filter((entry) =>
    /^(?:biome|package|tsconfig(?:\.base)?)\.json$/.test(entry),
  )) {
    cpSync(join(project, name), join(folder, name));
  }
  cpSync(join(project, 'src'), join(folder, 'src'), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));

  const run = (tool: string, args: readonly string[]): Verdict => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, 'node_modules', tool), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { isClean: status === 0, words: stdout + stderr };
  };
  return {
    plant: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    lint: (...paths) => run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...paths]),
    checkTypes: (room) => run('typescript/bin/tsc', ['-b', `src/${room}`]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
