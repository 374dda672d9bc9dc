import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProjectCopy, type ProjectCopy } from './projectCopy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = createProjectCopy();
});
afterAll(() => copy.remove());

const head = '/** A planted fault. */\n';

test('accepts a file without a fault', () => {
  copy.plant('src/core/planted.ts', `${head}export const planted = 1;\n`);
  expect(copy.lint('src/core/planted.ts')).toMatchObject({ isClean: true });
});

test.each([
  ['any', 'src/core/planted.ts', 'export const planted: any = 1;\n', 'noExplicitAny'],
  ['a default export', 'src/core/planted.ts', 'export default 1;\n', 'noDefaultExport'],
  ['an enum', 'src/core/planted.ts', 'export enum Planted {\n  One = 1,\n}\n', 'noEnum'],
  ['a barrel', 'src/core/planted.ts', "export * from './order.ts';\n", 'noBarrelFile'],
  ['a non-null assertion', 'src/core/planted.ts', 'export const planted = [1].at(0)!;\n', 'noNonNullAssertion'],
  [
    'a promise without await',
    'src/disk/planted.ts',
    "import { readFileIfExists } from './atomicFile.ts';\n\nexport function planted(): void {\n  readFileIfExists('x');\n}\n",
    'noFloatingPromises',
  ],
  ['a package in the core', 'src/core/planted.ts', "import 'undici';\n", 'noRestrictedImports'],
  ['Node in the core', 'src/core/planted.ts', "import 'node:fs';\n", 'noRestrictedImports'],
  ['electron in the engine', 'src/engine/planted.ts', "import 'electron';\n", 'noRestrictedImports'],
  ['a server in the desk', 'src/renderer/planted.ts', "import 'fastify';\n", 'noRestrictedImports'],
  ['React in an overlay', 'src/overlay/planted.ts', "import 'react';\n", 'noRestrictedImports'],
  ['Node in the preload', 'src/preload/planted.ts', "import 'node:fs';\n", 'noRestrictedImports'],
  ['odd spacing', 'src/core/planted.ts', 'export const planted=1\n', 'Formatter'],
])('refuses %s', (_, path, code, rule) => {
  copy.plant(path, head + code);
  const result = copy.lint(path);
  expect(result.output).toMatch(new RegExp(rule, 'i'));
  expect(result.isClean).toBe(false);
});

test('refuses an import cycle', () => {
  copy.plant(
    'src/core/first.ts',
    `${head}import { second } from './second.ts';\n\nexport const first = (): number => second();\n`,
  );
  copy.plant(
    'src/core/second.ts',
    `${head}import { first } from './first.ts';\n\nexport const second = (): number => first();\n`,
  );
  const result = copy.lint('src/core/first.ts', 'src/core/second.ts');
  expect(result.output).toContain('noImportCycles');
  expect(result.isClean).toBe(false);
});
