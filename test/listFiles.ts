/** Lists the project's files with `/` between folders on every system. */
import { globSync } from 'node:fs';
import { resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Returns paths relative to the project. */
export function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).map((path) => path.replaceAll(sep, '/'));
}
