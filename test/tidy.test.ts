import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedPages } from '../scripts/generatedPages.ts';
import { documentedCodes, namedCodes, problemsPage } from '../scripts/problemsPage.ts';
import { catalogue } from '../src/core/problemCatalogue.ts';
import {
  differences,
  filesWithoutPurpose,
  missingPaths,
  namedTools,
  overlongFiles,
  packagesOfFolders,
  unassignedPackages,
} from './tidy/rules.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const architecture = read('ARCHITECTURE.md');
const exists = (path: string): boolean => existsSync(join(root, path));
const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => ({ path, text: read(path) }));

describe('the project', () => {
  test('every path that ARCHITECTURE.md names exists', () => {
    expect(missingPaths(architecture, exists)).toEqual([]);
    expect(architecture.split('\n').length).toBeLessThanOrEqual(150);
  });

  test('every problem code is documented and every documented one exists', () => {
    const page = read('docs/problems.md');
    expect(differences(Object.keys(catalogue), documentedCodes(page))).toEqual({ missing: [], surplus: [] });
  });

  test('every generated page of the documentation is up to date', () => {
    for (const { name, text } of generatedPages())
      expect(read(`docs/${name}`), `docs/${name} is out of date: npm run docs`).toBe(text);
  });

  test('no page names an unknown problem', () => {
    const pages = [...filesOf('docs/**/*.md'), ...filesOf('*.md')];
    const unknown = pages.flatMap(({ path, text }) =>
      namedCodes(text).flatMap((code) => (Object.hasOwn(catalogue, code) ? [] : [`${path}: ${code}`])),
    );
    expect(unknown).toEqual([]);
  });

  test('every package belongs to a folder or is a named tool, and every named one is installed', () => {
    const installed = Object.keys({
      ...packageFile.dependencies,
      ...packageFile.devDependencies,
      ...packageFile.optionalDependencies,
    });
    const folders = packagesOfFolders(JSON.parse(read('biome.json')));
    const tools = namedTools(architecture);
    expect(unassignedPackages(installed, folders, tools)).toEqual([]);
    const exact = folders.filter((name) => !name.endsWith('/**'));
    expect([...exact, ...tools].filter((name) => !installed.includes(name))).toEqual([]);
  });

  test('no source file has more than 300 lines', () => {
    expect(overlongFiles(filesOf('{src,scripts}/**/*.{ts,tsx}'))).toEqual([]);
  });

  test('each source file opens with a sentence that states its purpose', () => {
    expect(filesWithoutPurpose(filesOf('{src,scripts}/**/*.{ts,tsx}'))).toEqual([]);
  });
});

const packageFile: Readonly<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>
> = JSON.parse(read('package.json'));

describe('each rule catches a planted fault', () => {
  test('a path that does not exist', () => {
    expect(missingPaths('see `src/core` and `src/nowhere/lost.ts`', exists)).toEqual(['src/nowhere/lost.ts']);
  });

  test('an undocumented code, and a documented one that does not exist', () => {
    const page = problemsPage({ ONE: { severity: 'notice', message: 'A.', nextStep: 'B.' } });
    expect(differences(['ONE', 'TWO'], documentedCodes(page))).toEqual({ missing: ['TWO'], surplus: [] });
    expect(differences([], documentedCodes(page))).toEqual({ missing: [], surplus: ['ONE'] });
  });

  test('a code that does not exist', () => {
    expect(namedCodes('see `SOURCE_LOST_IT` and SOURCE_OFFLINE')).toEqual(['SOURCE_LOST_IT', 'SOURCE_OFFLINE']);
  });

  test('a package that no folder imports', () => {
    expect(
      unassignedPackages(['zod', '@fontsource/x', 'left-pad', 'vite'], ['zod', '@fontsource/**'], ['vite']),
    ).toEqual(['left-pad']);
    expect(namedTools('## Tools\n`a`, `b`\n## Next\n`c`')).toEqual(['a', 'b']);
  });

  test('a file of 301 lines', () => {
    const files = [300, 301].map((lines) => ({ path: `${lines}.ts`, text: 'line\n'.repeat(lines) }));
    expect(overlongFiles(files)).toEqual(['301.ts']);
  });

  test('a file without a purpose sentence', () => {
    const files = [
      { path: 'good.ts', text: '/** Says what it is for. */\nexport {};' },
      { path: 'long.ts', text: '/**\n * Says it over\n * two lines.\n */\nexport {};' },
      { path: 'bare.ts', text: 'export {};\n/** Too late. */' },
      { path: 'empty.ts', text: '/** */\nexport {};' },
    ];
    expect(filesWithoutPurpose(files)).toEqual(['bare.ts', 'empty.ts']);
  });
});
