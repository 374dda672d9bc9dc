import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProjectCopy, type ProjectCopy } from './projectCopy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = createProjectCopy();
});
afterAll(() => copy.remove());

const clean = '/** A planted fault. */\nexport const planted = 1;\n';

test.each([
  ['fetch in the core', 'core', "export const planted = fetch('http://far.example');\n", /fetch/],
  ['a timer in the core', 'core', 'export const planted = setTimeout(() => 1, 1);\n', /setTimeout/],
  ['the engine in the core', 'core', "export { systemClock } from '../engine/ports.ts';\n", /engine\/ports\.ts/],
  [
    'the engine in the contract',
    'contract',
    "export { systemClock } from '../engine/ports.ts';\n",
    /engine\/ports\.ts/,
  ],
  [
    'the core in the disk folder',
    'disk',
    "export { compareInstants } from '../core/instant.ts';\n",
    /core\/instant\.ts/,
  ],
  ['the engine in the service', 'service', "export { systemClock } from '../engine/ports.ts';\n", /engine\/ports\.ts/],
  ['the DOM in the engine', 'engine', 'export const planted = document.title;\n', /document/],
  [
    'the service in the engine',
    'engine',
    "export { planted as other } from '../service/planted.ts';\n",
    /service\/planted\.ts/,
  ],
  ['the engine in the desk', 'renderer', "export { systemClock } from '../engine/ports.ts';\n", /engine\/ports\.ts/],
  ['Node in the desk', 'renderer', 'export const planted = process.env;\n', /process/],
  ['the engine in an overlay', 'overlay', "export { systemClock } from '../engine/ports.ts';\n", /engine\/ports\.ts/],
  ['an API of a newer browser in an overlay', 'overlay', 'export const planted = [1].at(-1);\n', /\bat\b/],
])(
  'refuses %s',
  (_, folder, code, expected) => {
    const path = `src/${folder}/planted.ts`;
    copy.plant('src/service/planted.ts', clean);
    copy.plant(path, clean);
    expect(copy.checkTypes(folder)).toEqual({ isClean: true, output: '' });
    copy.plant(path, `/** A planted fault. */\n${code}`);
    const result = copy.checkTypes(folder);
    expect(result.output).toMatch(expected);
    expect(result.isClean).toBe(false);
    copy.plant(path, clean);
  },
  60_000,
);
