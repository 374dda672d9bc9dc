/** Reads the imports between source files, type imports included, and finds cycles and upward imports. */
import { posix } from 'node:path';
import type { SourceFile } from './rules.ts';

/** Every file with the files it imports; packages and files outside the given ones are left out. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

const importPattern = /\b(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/g;

/** Returns what each file imports from the others, in every form: values, types, re-exports and `import()`. */
export function readImports(files: readonly SourceFile[]): ImportGraph {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => {
      const targets = [...text.matchAll(importPattern)].map((match) =>
        posix.join(posix.dirname(path), match[1] ?? match[2] ?? ''),
      );
      return [path, [...new Set(targets)].filter((target) => known.has(target))];
    }),
  );
}

/** Returns imports of a folder of `src` that the table of folders does not list in the importing folder's row. */
export function findUnlistedImports(
  graph: ImportGraph,
  table: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const folderOf = (path: string): string => path.split('/')[1] ?? '';
  return [...graph].flatMap(([path, targets]) => {
    const allowed = [folderOf(path), ...(table.get(folderOf(path)) ?? [])];
    return targets.filter((target) => !allowed.includes(folderOf(target))).map((target) => `${path} -> ${target}`);
  });
}

/** Returns each group of files that import each other, directly or through others, sorted by path. */
export function findCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const reachable = new Map([...graph.keys()].map((path) => [path, reach(graph, path)]));
  const groups = [...graph.keys()].flatMap((path) => {
    if (reachable.get(path)?.has(path) !== true) return [];
    return [
      [...(reachable.get(path) ?? [])]
        .filter((other) => reachable.get(other)?.has(path))
        .sort()
        .join(' '),
    ];
  });
  return [...new Set(groups)].map((group) => group.split(' '));
}

function reach(graph: ImportGraph, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    open.push(...(graph.get(path) ?? []));
  }
  return seen;
}

/** Returns each group of folders with the same parent whose files import each other, directly or through other folders. */
export function findFolderCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const parents = new Set([...graph.keys()].flatMap((path) => listParents(posix.dirname(path))));
  return [...parents].flatMap((parent) => {
    const isInFolder = (path: string): boolean =>
      path.startsWith(`${parent}/`) && path.slice(parent.length + 1).includes('/');
    const folderOf = (path: string): string => `${parent}/${path.slice(parent.length + 1).split('/')[0]}`;
    const folders = new Map<string, readonly string[]>();
    for (const [path, targets] of graph) {
      if (!isInFolder(path)) continue;
      const folder = folderOf(path);
      const imported = targets.filter(isInFolder).map(folderOf);
      folders.set(folder, [...(folders.get(folder) ?? []), ...imported.filter((other) => other !== folder)]);
    }
    return findCycles(folders);
  });
}

function listParents(folder: string): readonly string[] {
  return folder === '.' ? [] : [folder, ...listParents(posix.dirname(folder))];
}

/** The folders, which end with `/`, and files of each layer, the lowest first. */
export type Layers = readonly (readonly string[])[];

/** The index of a file's layer; -1 when it is in none. */
export function layerOf(layers: Layers, path: string): number {
  return layers.findIndex((members) =>
    members.some((member) => (member.endsWith('/') ? path.startsWith(member) : path === member)),
  );
}

/** Returns the imports of a file in a higher layer by a file in a lower one. */
export function findUpwardImports(graph: ImportGraph, layers: Layers): readonly string[] {
  return [...graph].flatMap(([path, targets]) =>
    targets
      .filter((target) => layerOf(layers, path) >= 0 && layerOf(layers, target) > layerOf(layers, path))
      .map((target) => `${path} imports ${target}`),
  );
}
