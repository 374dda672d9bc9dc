import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createProjectCopy, type ProjectCopy } from './projectCopy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = createProjectCopy();
});

/** A command: its row in the table, its schema, its handler and its result, each after a text of its file. */
const lines: readonly (readonly [path: string, after: string, line: string])[] = [
  [
    'src/core/commands/setupCommands.ts',
    'export const setupCommands = {',
    "  flash: { route: ['POST', '/api/flash'], right: 'desk', operationId: 'flashNow', label: 'Flash', done: 'flashed', description: 'Flashes.', key: null },",
  ],
  ['src/contract/commandSchemas.ts', 'export const commandBodies = {', '  flash: nothing,'],
  [
    'src/engine/commands/setupCommands.ts',
    'const detector = source.signatureDetector;\n  return {',
    "    flash: async () => ({ ok: true, value: {}, log: '' }),",
  ],
  ['src/contract/commandResponses.ts', '...feedResponses,', '  flash: nothing,'],
];

function plant(files: typeof lines): void {
  for (const [path, after, line] of files) {
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(after);
    copy.plant(path, text.replace(after, `${after}\n${line}`));
  }
}

test('the compiler accepts a command with all its lines, and names each file where one is missing', () => {
  plant(lines);
  expect(copy.checkTypes()).toEqual([]);
  const [, ...others] = lines;
  for (const [path] of others) copy.plant(path, readFileSync(path, 'utf8'));
  const faulty = new Set(copy.checkTypes().map(({ path }) => path));
  expect(others.filter(([path]) => !faulty.has(path))).toEqual([]);
}, 120_000);

test('the compiler refuses an event without a recorded form', () => {
  const path = 'src/engine/logs/recordedEvents.ts';
  const recorded = readFileSync(path, 'utf8');
  const [line] = /^.*'itemUsed'.*\n/m.exec(recorded) ?? [];
  expect(line).toBeDefined();
  for (const [planted] of lines) copy.plant(planted, readFileSync(planted, 'utf8'));
  copy.plant(path, recorded.replace(line ?? '', ''));
  expect(copy.checkTypes().map((fault) => fault.path)).toEqual([path]);
}, 120_000);
