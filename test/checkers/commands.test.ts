import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createProjectCopy, type ProjectCopy } from './projectCopy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = createProjectCopy();
});

type Line = readonly [path: string, after: string, line: string];

/** The rows of two commands and the event of the second, which changes a feed. Each line follows a text of its file. */
const rows: readonly Line[] = [
  [
    'src/core/commands/setupCommands.ts',
    'export const setupCommands = {',
    "  flash: { route: ['POST', '/api/flash'], right: 'desk', operationId: 'flashNow', label: 'Flash', done: 'flashed', description: 'Flashes.', key: null },",
  ],
  [
    'src/core/commands/feedCommands.ts',
    'export const feedCommands = {',
    "  pulse: { right: 'operate', operationId: 'pulseFeed', label: 'Pulse', done: 'pulsed', description: 'Pulses.', key: null, osc: noArguments },",
  ],
  [
    'src/core/show.ts',
    "readonly type: 'restorationSeen' } & FeedEventFields)",
    "  | ({ readonly type: 'feedPulsed' } & FeedEventFields)",
  ],
];

/** The lines that the compiler requires: schemas, handlers and a result, then those of the event. */
const lines: readonly Line[] = [
  ['src/contract/commandSchemas.ts', 'export const commandBodies = {', '  flash: nothing, pulse: nothing,'],
  [
    'src/engine/commands/setupCommands.ts',
    'const detector = source.signatureDetector;\n  return {',
    "    flash: async () => ({ ok: true, value: {}, log: '' }),",
  ],
  [
    'src/engine/commands/feedCommands.ts',
    "type: 'restorationSeen', feed })),",
    "    pulse: applies(({ feed }) => ({ type: 'feedPulsed', feed })),",
  ],
  ['src/contract/commandResponses.ts', '...feedResponses,', '  flash: nothing,'],
  ['src/core/advanceFeed.ts', "case 'restorationSeen':", "    case 'feedPulsed':"],
  ['src/core/actionOf.ts', "case 'headPinned':", "    case 'feedPulsed':"],
  ['src/core/summariseEvent.ts', "case 'feedHeld':", "    case 'feedPulsed':"],
  ['src/engine/logs/recordedEvents.ts', "z.enum(['feedHeld',", "    'feedPulsed',"],
];

function plant(files: readonly Line[]): void {
  for (const [path, after, line] of files) {
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(after);
    copy.plant(path, text.replace(after, `${after}\n${line}`));
  }
}

test('the compiler accepts two commands with all their lines, and names each file where one is missing', () => {
  plant([...rows, ...lines]);
  expect(copy.checkTypes()).toEqual([]);
  for (const [path] of lines) copy.plant(path, readFileSync(path, 'utf8'));
  const faulty = new Set(copy.checkTypes().map(({ path }) => path));
  expect(lines.filter(([path]) => !faulty.has(path))).toEqual([]);
}, 120_000);

test('CONTRIBUTING.md names each of these files or its folder', () => {
  const [, recipe = ''] = /^## Add a command\n(.*?)^## /ms.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
  const named = [...recipe.matchAll(/`(src\/[^`]+)`/g)].map(([, path]) => path ?? '');
  const isNamed = (path: string): boolean => named.some((name) => path === name || path.startsWith(`${name}/`));
  expect([...rows, ...lines].filter(([path]) => !isNamed(path))).toEqual([]);
});
