import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentedCodes, namedCodes, problemsPage, withSourceProblems } from '../scripts/problemsPage.ts';
import { catalogue } from '../src/core/problemCatalogue.ts';
import {
  differences,
  homelessPackages,
  missingPaths,
  namedTools,
  overlongFiles,
  packagesOfRooms,
  unexplainedFiles,
} from './tidy/rules.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const architecture = read('ARCHITECTURE.md');
const isThere = (path: string): boolean => existsSync(join(root, path));
const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => ({ path, text: read(path) }));

describe('the project is tidy', () => {
  test('every path that ARCHITECTURE.md names exists', () => {
    expect(missingPaths(architecture, isThere)).toEqual([]);
    expect(architecture.split('\n').length).toBeLessThanOrEqual(150);
  });

  test('every problem code is documented and every documented one exists', () => {
    const page = read('docs/problems.md');
    expect(differences(Object.keys(catalogue), documentedCodes(page))).toEqual({ missing: [], surplus: [] });
    expect(page, 'docs/problems.md is out of date: npm run docs').toBe(problemsPage(catalogue));
  });

  test('docs/source.md says of each problem of the source and the webhook what the product says, and names no other', () => {
    const page = read('docs/source.md');
    expect(withSourceProblems(page, catalogue), 'docs/source.md is out of date: npm run docs').toBe(page);
    const own = Object.keys(catalogue).filter((code) => /^(SOURCE|WEBHOOK)_/.test(code));
    const named = namedCodes(page);
    expect(own.filter((code) => !named.includes(code))).toEqual([]);
    expect(named.filter((code) => !Object.hasOwn(catalogue, code))).toEqual([]);
  });

  test('no page names a problem that there is not', () => {
    const pages = [...filesOf('docs/**/*.md'), ...filesOf('*.md')];
    const unknown = pages.flatMap(({ path, text }) =>
      namedCodes(text).flatMap((code) => (Object.hasOwn(catalogue, code) ? [] : [`${path}: ${code}`])),
    );
    expect(unknown).toEqual([]);
  });

  test('every package belongs to a room or is a named tool, and every named one is installed', () => {
    const installed = Object.keys({
      ...packageFile.dependencies,
      ...packageFile.devDependencies,
      ...packageFile.optionalDependencies,
    });
    const rooms = packagesOfRooms(JSON.parse(read('biome.json')));
    const tools = namedTools(architecture);
    expect(homelessPackages(installed, rooms, tools)).toEqual([]);
    const whole = rooms.filter((name) => !name.endsWith('/**'));
    expect([...whole, ...tools].filter((name) => !installed.includes(name))).toEqual([]);
  });

  test('no source file has two jobs’ worth of lines', () => {
    expect(overlongFiles(filesOf('{src,scripts}/**/*.{ts,tsx}'))).toEqual([]);
  });

  test('each source file opens with a sentence that says what it is for', () => {
    expect(unexplainedFiles(filesOf('{src,scripts}/**/*.{ts,tsx}'))).toEqual([]);
  });
});

const packageFile: Readonly<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>
> = JSON.parse(read('package.json'));

describe('each rule catches a planted fault', () => {
  test('a path that is not there', () => {
    expect(missingPaths('see `src/core` and `src/nowhere/lost.ts`', isThere)).toEqual(['src/nowhere/lost.ts']);
  });

  test('a code without a word, and a word without a code', () => {
    const page = problemsPage({ ONE: { severity: 'notice', message: 'A.', nextStep: 'B.' } });
    expect(differences(['ONE', 'TWO'], documentedCodes(page))).toEqual({ missing: ['TWO'], surplus: [] });
    expect(differences([], documentedCodes(page))).toEqual({ missing: [], surplus: ['ONE'] });
  });

  test('a table that says something else, and a code that nobody knows', () => {
    const page = withSourceProblems(
      '# A\n<!-- problems: written by `npm run docs` -->\n<!-- /problems -->\n',
      catalogue,
    );
    const old = page.replace('The service isn’t responding.', 'The service sleeps.');
    expect(old).not.toBe(page);
    expect(withSourceProblems(old, catalogue)).toBe(page);
    expect(() => withSourceProblems('# A\n', catalogue)).toThrow(/has no/);
    expect(namedCodes('see `SOURCE_LOST_IT` and SOURCE_OFFLINE')).toEqual(['SOURCE_LOST_IT', 'SOURCE_OFFLINE']);
  });

  test('a package that nobody asked for', () => {
    expect(homelessPackages(['zod', '@fontsource/x', 'left-pad', 'vite'], ['zod', '@fontsource/**'], ['vite'])).toEqual(
      ['left-pad'],
    );
    expect(namedTools('## Tools\n`a`, `b`\n## Next\n`c`')).toEqual(['a', 'b']);
  });

  test('a file of 301 lines', () => {
    const files = [300, 301].map((lines) => ({ path: `${lines}.ts`, text: 'line\n'.repeat(lines) }));
    expect(overlongFiles(files)).toEqual(['301.ts']);
  });

  test('a file that says nothing of itself', () => {
    const files = [
      { path: 'good.ts', text: '/** Says what it is for. */\nexport {};' },
      { path: 'long.ts', text: '/**\n * Says it over\n * two lines.\n */\nexport {};' },
      { path: 'bare.ts', text: 'export {};\n/** Too late. */' },
      { path: 'empty.ts', text: '/** */\nexport {};' },
    ];
    expect(unexplainedFiles(files)).toEqual(['bare.ts', 'empty.ts']);
  });
});
