/** Project rules as pure functions, so that a test can show each one catching a planted fault. */

/** A source file: path from the project’s folder, and text. */
export type SourceFile = { readonly path: string; readonly text: string };

const maxLines = 300;

/** Paths in backticks that name a folder or file of the project. */
export function namedPaths(page: string): readonly string[] {
  const named = [
    ...page.matchAll(/`((?:src|test|scripts|docs|resources)(?:\/[\w./-]+)?|[\w.-]+\.(?:json|ts|md|yml))`/g),
  ];
  return [...new Set(named.map(([, path]) => path ?? ''))].filter((path) => path !== 'tsconfig.json');
}

/** Named paths that do not exist. */
export function missingPaths(page: string, exists: (path: string) => boolean): readonly string[] {
  return namedPaths(page).filter((path) => !exists(path));
}

/** Files with more than 300 lines. */
export function overlongFiles(files: readonly SourceFile[]): readonly string[] {
  return files.filter(({ text }) => text.trimEnd().split('\n').length > maxLines).map(({ path }) => path);
}

/** Files that do not open with a sentence that states their purpose. */
export function filesWithoutPurpose(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ text }) => !/^\/\*\* ?\s*(?:\* )?[^*\s][\s\S]*?[.?!][\s\S]*?\*\//.test(text))
    .map(({ path }) => path);
}

/** Entries missing from the second list, and entries that only the second list has. */
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

/** Every package that the lint rules allow in a folder. */
export function packagesOfFolders(settings: LintSettings): readonly string[] {
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

/** Installed packages that no folder may import and that are not named tools. */
export function unassignedPackages(
  installed: readonly string[],
  folders: readonly string[],
  tools: readonly string[],
): readonly string[] {
  return installed.filter(
    (name) =>
      !tools.includes(name) &&
      !folders.some(
        (allowed) => allowed === name || (allowed.endsWith('/**') && name.startsWith(allowed.slice(0, -2))),
      ),
  );
}
