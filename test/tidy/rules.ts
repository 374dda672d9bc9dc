/** The rules of tidiness as functions over what was read, so that each can be shown to catch a planted fault. */

/** A source file: its path from the project's folder, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

const mostLines = 300;

/** Paths in backticks that name a folder or file of the project. */
export function namedPaths(page: string): readonly string[] {
  const named = [
    ...page.matchAll(/`((?:src|test|scripts|docs|resources)(?:\/[\w./-]+)?|[\w.-]+\.(?:json|ts|md|yml))`/g),
  ];
  return [...new Set(named.map(([, path]) => path ?? ''))].filter((path) => path !== 'tsconfig.json');
}

/** Named paths that are not there. */
export function missingPaths(page: string, exists: (path: string) => boolean): readonly string[] {
  return namedPaths(page).filter((path) => !exists(path));
}

/** Files of more lines than one job needs. */
export function overlongFiles(files: readonly SourceFile[]): readonly string[] {
  return files.filter(({ text }) => text.trimEnd().split('\n').length > mostLines).map(({ path }) => path);
}

/** Files that do not open with a sentence saying what they are for. */
export function unexplainedFiles(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ text }) => !/^\/\*\* ?\s*(?:\* )?[^*\s][\s\S]*?[.?!][\s\S]*?\*\//.test(text))
    .map(({ path }) => path);
}

/** What one list has and the other lacks, both ways. */
export function differences(
  ours: readonly string[],
  theirs: readonly string[],
): { readonly missing: readonly string[]; readonly surplus: readonly string[] } {
  return {
    missing: ours.filter((name) => !theirs.includes(name)),
    surplus: theirs.filter((name) => !ours.includes(name)),
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

/** Every package that the lint rules let some room import. */
export function packagesOfRooms(settings: LintSettings): readonly string[] {
  const groups = settings.overrides.flatMap(
    ({ linter }) => linter?.rules?.style?.noRestrictedImports?.options?.patterns?.flatMap(({ group }) => group) ?? [],
  );
  const allowed = groups.filter((pattern) => /^![^.*]/.test(pattern) && !pattern.startsWith('!node:'));
  return [...new Set(allowed.map((pattern) => pattern.slice(1)))];
}

/** The packages under the heading "Tools". */
export function namedTools(page: string): readonly string[] {
  const part = page.split(/^## Tools$/m)[1]?.split(/^## /m)[0] ?? '';
  return [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}

/** Installed packages that no room may import and that are no named tool. */
export function homelessPackages(
  installed: readonly string[],
  rooms: readonly string[],
  tools: readonly string[],
): readonly string[] {
  return installed.filter(
    (name) =>
      !tools.includes(name) &&
      !rooms.some((room) => room === name || (room.endsWith('/**') && name.startsWith(room.slice(0, -2)))),
  );
}
