import { beforeAll, expect, test } from 'vitest';
import { createProjectCopy, type Fault, type ProjectCopy } from './projectCopy.ts';

const head = '/** A planted fault. */\n';

const planted = [
  ['any', 'core', 'export const planted: any = 1;\n', 'noExplicitAny'],
  ['a default export', 'core', 'export default 1;\n', 'noDefaultExport'],
  ['an enum', 'core', 'export enum Planted {\n  One = 1,\n}\n', 'noEnum'],
  ['a barrel', 'core', "export * from './order.ts';\n", 'noBarrelFile'],
  ['a non-null assertion', 'core', 'export const planted = [1].at(0)!;\n', 'noNonNullAssertion'],
  [
    'a promise without await',
    'disk',
    "import { readFileIfExists } from './atomicFile.ts';\n\nexport function planted(): void {\n  readFileIfExists('x');\n}\n",
    'noFloatingPromises',
  ],
  ['a package in the core', 'core', "import 'undici';\n", 'noRestrictedImports'],
  ['Node in the core', 'core', "import 'node:fs';\n", 'noRestrictedImports'],
  ['Node in the contract', 'contract', "import 'node:fs';\n", 'noRestrictedImports'],
  ['a server in the folder that writes files', 'disk', "import 'fastify';\n", 'noRestrictedImports'],
  ['a server in the code of every listener', 'http', "import 'fastify';\n", 'noRestrictedImports'],
  ['React in the feed’s page', 'feedPage', "import 'react';\n", 'noRestrictedImports'],
  ['electron in the engine', 'engine', "import 'electron';\n", 'noRestrictedImports'],
  ['electron in the service', 'service', "import 'electron';\n", 'noRestrictedImports'],
  ['electron in headless', 'headless', "import 'electron';\n", 'noRestrictedImports'],
  ['electron in the start', 'start', "import 'electron';\n", 'noRestrictedImports'],
  ['React in the window’s process', 'main', "import 'react';\n", 'noRestrictedImports'],
  ['a server in the desk', 'renderer', "import 'fastify';\n", 'noRestrictedImports'],
  ['a server in the service’s page', 'authoring', "import 'fastify';\n", 'noRestrictedImports'],
  ['state in the parts of pages', 'ui', "import 'zustand';\n", 'noRestrictedImports'],
  ['React in an overlay', 'overlay', "import 'react';\n", 'noRestrictedImports'],
  ['Node in the preload', 'preload', "import 'node:fs';\n", 'noRestrictedImports'],
  ['odd spacing', 'core', 'export const planted=1\n', 'format'],
] as const;

const pathOf = (index: number): string => `src/${planted[index]?.[1]}/planted${index}.ts`;
const cleanPath = 'src/core/planted.ts';
const cyclePaths = ['src/core/plantedFirst.ts', 'src/core/plantedSecond.ts'] as const;

// One run finds every planted fault.
let copy: ProjectCopy;
let faults: readonly Fault[];
beforeAll(() => {
  copy = createProjectCopy();
  copy.plant(cleanPath, `${head}export const planted = 1;\n`);
  planted.forEach(([, , code], index) => {
    copy.plant(pathOf(index), head + code);
  });
  const [first, second] = cyclePaths;
  copy.plant(
    first,
    `${head}import { second } from './plantedSecond.ts';\n\nexport const first = (): number => second();\n`,
  );
  copy.plant(
    second,
    `${head}import { first } from './plantedFirst.ts';\n\nexport const second = (): number => first();\n`,
  );
  faults = copy.lint([cleanPath, ...planted.map((_, index) => pathOf(index)), ...cyclePaths]);
}, 60_000);

const textsAt = (path: string): readonly string[] =>
  faults.flatMap((fault) => (fault.path === path ? [fault.text.split('/').at(-1) ?? ''] : []));

test('accepts a file without a fault', () => {
  expect(textsAt(cleanPath)).toEqual([]);
});

test.each(planted.map(([name, , , rule], index) => [name, pathOf(index), rule] as const))(
  'refuses %s',
  (_, path, rule) => {
    expect(textsAt(path)).toContain(rule);
  },
);

test('refuses an import cycle', () => {
  for (const path of cyclePaths) expect(textsAt(path)).toContain('noImportCycles');
});
