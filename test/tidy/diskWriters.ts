/** Finds files that can change the disk, because they import a function of `node:fs` that writes, moves or deletes. */
import type { SourceFile } from './rules.ts';

const fileSystemImport = /import\s+([^;]*?)\s+from\s+'node:fs(?:\/promises)?'/g;
/** Functions that only read. `open` is not one of them, because it also opens for writing. */
const reading =
  /^(?:access|createReadStream|exists|opendir|readFile|readdir|readlink|realpath|stat|statfs|lstat|watch)(?:Sync)?$/;

/** Returns, for example, `src/main/logFile.ts: renameSync`, sorted. An import of the whole module counts as everything. */
export function findDiskWriters(files: readonly SourceFile[]): readonly string[] {
  return files
    .flatMap(({ path, text }) =>
      [...text.matchAll(fileSystemImport)].flatMap(([, imported = '']) => {
        if (imported.startsWith('type ')) return [];
        const names = /^\{([^}]*)\}$/.exec(imported)?.[1]?.split(',') ?? ['everything'];
        return names
          .map((name) => name.trim().replace(/ as .*$/, ''))
          .filter((name) => name !== '' && !name.startsWith('type ') && !reading.test(name))
          .map((name) => `${path}: ${name}`);
      }),
    )
    .sort();
}
