import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readFolderTable } from '../tidy/rules.ts';
import { commandLines, commandRows, type Line } from './commandLines.ts';
import { createProjectCopy, type Fault } from './projectCopy.ts';

const head = '/** A planted fault. */\n';
const table = readFolderTable(readFileSync(resolve(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8'));
const folders = [...table.keys()];
/** The compiler also allows what an allowed folder may import; `test/tidy.test.ts` refuses that. */
const isCompilable = (from: string, to: string): boolean =>
  table.get(from)?.some((folder) => folder === to || isCompilable(folder, to)) === true;

/** Globals and library functions that a folder’s platform does not have. The preload has Node’s globals, because Electron’s types include them. */
const globals = [
  ['fetch in the core', 'core', "export const planted = fetch('http://far.example');\n", /'fetch'/],
  ['a timer in the core', 'core', 'export const planted = setTimeout(() => 1, 1);\n', /'setTimeout'/],
  ['a timer in the contract', 'contract', 'export const planted = setTimeout(() => 1, 1);\n', /'setTimeout'/],
  ['the DOM in the engine', 'engine', 'export const planted = document.title;\n', /'document'/],
  ['the DOM in the service', 'service', 'export const planted = document.title;\n', /'document'/],
  ['the DOM in the code of every listener', 'http', 'export const planted = document.title;\n', /'document'/],
  ['the DOM in the start', 'start', 'export const planted = document.title;\n', /'document'/],
  ['the DOM in headless', 'headless', 'export const planted = document.title;\n', /'document'/],
  ['the DOM in the window’s process', 'main', 'export const planted = document.title;\n', /'document'/],
  ['the DOM in the folder that writes files', 'disk', 'export const planted = document.title;\n', /'document'/],
  ['Node in the feed’s page', 'feedPage', 'export const planted = process.env;\n', /'process'/],
  ['Node in the desk', 'renderer', 'export const planted = process.env;\n', /'process'/],
  ['Node in the service’s page', 'authoring', 'export const planted = process.env;\n', /'process'/],
  ['Node in the parts of pages', 'ui', 'export const planted = process.env;\n', /'process'/],
  ['Node in an overlay', 'overlay', 'export const planted = process.env;\n', /'process'/],
  ['an API of a newer browser in an overlay', 'overlay', 'export const planted = [1].at(-1);\n', /'at'/],
] as const;

const globalPath = (index: number): string => `src/${globals[index]?.[1]}/plantedGlobal${index}.ts`;
const importPath = (from: string, to: string): string => `src/${from}/planted${to}.ts`;

const addLine = ([path, after, line]: Line): readonly [path: string, text: string] => {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(after)) throw new Error(`${path} has no ${after}`);
  return [path, text.replace(after, `${after}\n${line}`)];
};

// The compiler runs only twice, because it takes long: without a fault, then with every planted fault in all folders.
let faultsBefore: readonly Fault[];
let faults: readonly Fault[];
beforeAll(() => {
  const copy = createProjectCopy();
  for (const folder of folders) copy.plant(`src/${folder}/planted.ts`, `${head}export const planted = 1;\n`);
  for (const line of [...commandRows, ...commandLines]) copy.plant(...addLine(line));
  faultsBefore = copy.checkTypes();
  for (const [path] of commandLines) copy.plant(path, readFileSync(path, 'utf8'));
  for (const from of folders) {
    for (const to of folders.filter((folder) => folder !== from))
      copy.plant(importPath(from, to), `${head}export { planted as other } from '../${to}/planted.ts';\n`);
  }
  globals.forEach(([, , code], index) => {
    copy.plant(globalPath(index), head + code);
  });
  faults = copy.checkTypes();
}, 120_000);

const textsAt = (path: string): string => faults.flatMap((fault) => (fault.path === path ? [fault.text] : [])).join();

test('the compiler finds the planted faults and no others', () => {
  expect(faultsBefore).toEqual([]);
  const planted = [
    ...globals.map((_, index) => globalPath(index)),
    ...folders.flatMap((from) =>
      folders.filter((to) => to !== from && !isCompilable(from, to)).map((to) => importPath(from, to)),
    ),
  ];
  expect(planted.length).toBeGreaterThan(folders.length * 5);
  // The last one derives its types from the files where a line of a command is missing.
  const unfinished = new Set([...commandLines.map(([path]) => path), 'src/contract/commands.ts']);
  const paths = faults.map(({ path }) => path).filter((path) => !unfinished.has(path));
  expect(paths.sort()).toEqual(planted.sort());
});

test('the compiler accepts two commands with all their lines, and names each file where one is missing', () => {
  expect(faultsBefore).toEqual([]);
  expect(commandLines.map(([path]) => path).filter((path) => textsAt(path) === '')).toEqual([]);
});

test('CONTRIBUTING.md names each of these files or its folder', () => {
  const [, recipe = ''] = /^## Add a command\n(.*?)^## /ms.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
  const named = [...recipe.matchAll(/`(src\/[^`]+)`/g)].map(([, path]) => path ?? '');
  const isNamed = (path: string): boolean => named.some((name) => path === name || path.startsWith(`${name}/`));
  expect([...commandRows, ...commandLines].filter(([path]) => !isNamed(path))).toEqual([]);
});

describe.each(folders)('a file in %s', (from) => {
  test.each(folders.filter((folder) => folder !== from))('may import %s only if the map of folders says so', (to) => {
    const expected = isCompilable(from, to) ? /^$/ : /^TS6307: .*not listed within the file list/;
    expect(textsAt(importPath(from, to))).toMatch(expected);
  });
});

test.each(globals.map(([name, , , expected], index) => [name, globalPath(index), expected] as const))(
  'refuses %s',
  (_, path, expected) => {
    expect(textsAt(path)).toMatch(expected);
  },
);
