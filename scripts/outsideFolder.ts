/** Reads the folder outside this repository that an install script was given. */
import { relative, resolve } from 'node:path';
import { root } from './runTool.ts';

/** Returns `null` after printing what to name; the exit code is then 1. */
export function readOutsideFolder(script: string, example: string): string | null {
  const target = process.argv[2] === undefined ? null : resolve(process.argv[2]);
  if (target !== null && relative(root, target).startsWith('..')) return target;
  process.stderr.write(`Name a folder outside this repository: node scripts/${script}.ts ${example}\n`);
  process.exitCode = 1;
  return null;
}
