/** The project's tidiness rules as pure functions, so that tests can show that each one catches a planted fault. */

/** `path` is relative to the project's root. */
export type SourceFile = { readonly path: string; readonly text: string };

const maxLines = 300;

/** Returns paths in backticks that name a folder or file of the project. */
export function findNamedPaths(page: string): readonly string[] {
  const named = [
    ...page.matchAll(/`((?:src|test|scripts|docs|resources)(?:\/[\w./-]+)?|[\w.-]+\.(?:json|ts|md|yml))`/g),
  ];
  return [...new Set(named.map(([, path]) => path ?? ''))].filter((path) => path !== 'tsconfig.json');
}

/** Returns named paths that do not exist. */
export function findMissingPaths(page: string, exists: (path: string) => boolean): readonly string[] {
  return findNamedPaths(page).filter((path) => !exists(path));
}

/** Returns the paths of files over the line limit. */
export function findOverlongFiles(files: readonly SourceFile[]): readonly string[] {
  return files.filter(({ text }) => text.trimEnd().split('\n').length > maxLines).map(({ path }) => path);
}

/** Returns the number of lines that half of the files do not exceed; with an even number of files, the higher of the middle two. */
export function findMedianLength(files: readonly SourceFile[]): number {
  const lengths = files.map(({ text }) => text.trimEnd().split('\n').length).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

/** Returns the paths of files that do not open with a sentence. */
export function findUndescribedFiles(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ text }) => !/^\/\*\* ?\s*(?:\* )?[^*\s][\s\S]*?[.?!][\s\S]*?\*\//.test(text))
    .map(({ path }) => path);
}

/** Returns the items that only one of the lists has. */
export function compareLists(
  expected: readonly string[],
  actual: readonly string[],
): { readonly missing: readonly string[]; readonly surplus: readonly string[] } {
  return {
    missing: expected.filter((name) => !actual.includes(name)),
    surplus: actual.filter((name) => !expected.includes(name)),
  };
}

type LintSettings = {
  readonly overrides: readonly {
    readonly linter?: {
      readonly rules?: {
        readonly style?: {
          readonly noRestrictedImports?: {
            readonly options?: { readonly patterns?: readonly { readonly group: readonly string[] }[] };
          };
        };
      };
    };
  }[];
};

/** Returns the packages that at least one folder may import, according to the lint rules. */
export function listAllowedPackages(settings: LintSettings): readonly string[] {
  const groups = settings.overrides.flatMap(
    ({ linter }) => linter?.rules?.style?.noRestrictedImports?.options?.patterns?.flatMap(({ group }) => group) ?? [],
  );
  const allowed = groups.filter((pattern) => /^![^.*]/.test(pattern) && !pattern.startsWith('!node:'));
  return [...new Set(allowed.map((pattern) => pattern.slice(1)))];
}

/** Returns the packages under the heading "Tools". */
export function listNamedTools(page: string): readonly string[] {
  const part = page.split(/^## Tools$/m)[1]?.split(/^## /m)[0] ?? '';
  return [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}

/** Returns installed packages that no folder may import and that are not named tools. */
export function findUnassignedPackages(
  installed: readonly string[],
  folderPackages: readonly string[],
  tools: readonly string[],
): readonly string[] {
  return installed.filter(
    (name) =>
      !tools.includes(name) &&
      !folderPackages.some(
        (pattern) => pattern === name || (pattern.endsWith('/**') && name.startsWith(pattern.slice(0, -2))),
      ),
  );
}

/** Returns the folders that each folder of `src` may import, according to the table of the architecture page. */
export function readFolderTable(page: string): ReadonlyMap<string, readonly string[]> {
  const rows = [...page.matchAll(/^\| `src\/(\w+)` \|[^|]*\|([^|]*)\|/gm)];
  const folders = rows.map(([, folder]) => folder ?? '');
  return new Map(
    rows.map(([, folder, names]) => [
      folder ?? '',
      (names ?? '').split(/\W+/).filter((name) => folders.includes(name)),
    ]),
  );
}
