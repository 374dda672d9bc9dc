import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlot, type Plot } from './plant.ts';

let plot: Plot;
beforeAll(() => {
  plot = makePlot();
});
afterAll(() => plot.remove());

const clean = '/** A planted fault. */\nexport const planted = 1;\n';

test.each([
  ['fetch in the core', 'core', "export const planted = fetch('http://far.example');\n", /fetch/],
  ['a clock’s timer in the core', 'core', 'export const planted = setTimeout(() => 1, 1);\n', /setTimeout/],
  ['the engine in the core', 'core', "export { systemClock } from '../engine/ports.ts';\n", /engine\/ports\.ts/],
  [
    'the engine in the contract',
    'contract',
    "export { systemClock } from '../engine/ports.ts';\n",
    /engine\/ports\.ts/,
  ],
  ['the core on the disk', 'disk', "export { compareInstants } from '../core/instant.ts';\n", /core\/instant\.ts/],
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
  ['a word of a newer browser in an overlay', 'overlay', 'export const planted = [1].at(-1);\n', /\bat\b/],
])(
  '%s is refused',
  (_, room, code, expected) => {
    const path = `src/${room}/planted.ts`;
    plot.plant('src/service/planted.ts', clean);
    plot.plant(path, clean);
    expect(plot.checkTypes(room)).toEqual({ isClean: true, words: '' });
    plot.plant(path, `/** A planted fault. */\n${code}`);
    const verdict = plot.checkTypes(room);
    expect(verdict.words).toMatch(expected);
    expect(verdict.isClean).toBe(false);
    plot.plant(path, clean);
  },
  60_000,
);
