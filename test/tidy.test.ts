/** Checks the project's tidiness: documentation, problem codes, packages, file length and opening sentences. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderGeneratedFiles } from '../scripts/generatedFiles.ts';
import { findCodes, findDocumentedCodes, renderProblemsPage } from '../scripts/problemsPage.ts';
import { catalogue } from '../src/core/problemCatalogue.ts';
import { listFiles } from './listFiles.ts';
import { findDiskWriters } from './tidy/diskWriters.ts';
import {
  findCycles,
  findFolderCycles,
  findUnlistedImports,
  findUpwardImports,
  type Layers,
  layerOf,
  readImports,
} from './tidy/imports.ts';
import { findRepeatedLines } from './tidy/repeatedLines.ts';
import {
  compareLists,
  findMedianLength,
  findMissingPaths,
  findOverlongFiles,
  findUnassignedPackages,
  findUndescribedFiles,
  listAllowedPackages,
  listNamedTools,
  readFolderTable,
} from './tidy/rules.ts';
import { findMissingSheets, findRepeatedDeclarations } from './tidy/styles.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const architecture = read('ARCHITECTURE.md');
const pathExists = (path: string): boolean => existsSync(join(root, path));
const readFiles = (pattern: string) => listFiles(pattern).map((path) => ({ path, text: read(path) }));

describe('the project is tidy', () => {
  test('every path that ARCHITECTURE.md names exists, and the page has at most 150 lines', () => {
    expect(findMissingPaths(architecture, pathExists)).toEqual([]);
    expect(architecture.split('\n').length).toBeLessThanOrEqual(150);
  });

  test('every problem code is documented, and every documented code exists', () => {
    const page = read('docs/problems.md');
    expect(compareLists(Object.keys(catalogue), findDocumentedCodes(page))).toEqual({ missing: [], surplus: [] });
  });

  test('every generated page of the documentation is up to date', () => {
    for (const { path, text } of renderGeneratedFiles())
      expect(read(path), `${path} is out of date: npm run docs`).toBe(text);
  });

  test('every problem code in the documentation exists', () => {
    const pages = [...readFiles('docs/**/*.md'), ...readFiles('*.md')];
    const unknown = pages.flatMap(({ path, text }) =>
      findCodes(text).flatMap((code) => (Object.hasOwn(catalogue, code) ? [] : [`${path}: ${code}`])),
    );
    expect(unknown).toEqual([]);
  });

  test('every package belongs to a folder or is a named tool, and every named package is installed', () => {
    const installed = Object.keys({
      ...packageFile.dependencies,
      ...packageFile.devDependencies,
      ...packageFile.optionalDependencies,
    });
    const folderPackages = listAllowedPackages(JSON.parse(read('biome.json')));
    const tools = listNamedTools(architecture);
    expect(findUnassignedPackages(installed, folderPackages, tools)).toEqual([]);
    const exactNames = folderPackages.filter((name) => !name.endsWith('/**'));
    expect([...exactNames, ...tools].filter((name) => !installed.includes(name))).toEqual([]);
  });

  test('no files import each other in a cycle, not even types', () => {
    const graph = readImports(readFiles('{src,scripts,companion}/**/*.{ts,tsx}'));
    expect([...graph.values()].flat().length).toBeGreaterThan(500);
    expect(findCycles(graph)).toEqual([]);
  });

  test.each([
    ['the desk', () => deskLayers],
    ['the engine', () => engineLayers],
  ])('no file of %s imports a layer above it, and each is in a layer', (_, listLayers) => {
    const layers = listLayers();
    const graph = readImports(readFiles(`${layers === deskLayers ? 'src/renderer' : 'src/engine'}/**/*.{ts,tsx}`));
    const used = [...graph.keys()].map((path) => [path, layerOf(layers, path)] as const);
    expect(used.flatMap(([path, layer]) => (layer < 0 ? [path] : []))).toEqual([]);
    expect(new Set(used.map(([, layer]) => layer)).size).toBe(layers.length);
    expect(findUpwardImports(graph, layers)).toEqual([]);
  });

  test('no folders next to each other import each other in a cycle', () => {
    expect(findFolderCycles(readImports(readFiles('src/**/*.{ts,tsx}')))).toEqual([]);
  });

  test('a folder imports only the folders in its row of the table', () => {
    const table = readFolderTable(architecture);
    const folders = readdirSync(join(root, 'src'));
    expect(compareLists(folders, [...table.keys()])).toEqual({ missing: [], surplus: [] });
    expect(findUnlistedImports(readImports(readFiles('src/**/*.{ts,tsx}')), table)).toEqual([]);
  });

  test('no source file or style sheet is over 300 lines, and half of the source files have at most 75', () => {
    expect(findOverlongFiles(readFiles('{src,scripts,companion}/**/*.{ts,tsx,css}'))).toEqual([]);
    expect(findMedianLength(readFiles('src/**/*.{ts,tsx}'))).toBeLessThanOrEqual(75);
  });

  test('the style sheets of the service’s page repeat none of the desk’s or of the shared ones', () => {
    const others = readFiles('src/{ui,renderer}/**/*.css');
    expect(others.length).toBeGreaterThan(20);
    expect(findRepeatedDeclarations(readFiles('src/authoring/**/*.css'), others)).toEqual([]);
  });

  test('the service’s page repeats no ten lines of the desk', () => {
    const desk = readFiles('src/renderer/**/*.{ts,tsx}');
    expect(desk.length).toBeGreaterThan(100);
    expect(findRepeatedLines(readFiles('src/authoring/**/*.{ts,tsx}'), desk)).toEqual([]);
  });

  test('outside `src/disk`, only the listed files can change the disk', () => {
    const files = readFiles('src/**/*.{ts,tsx}');
    const isInDisk = (line: string): boolean => line.startsWith('src/disk/');
    expect(findDiskWriters(files).some(isInDisk)).toBe(true);
    expect(findDiskWriters(files).filter((line) => !isInDisk(line))).toEqual(diskWriters);
  });

  test('every imported style sheet exists', () => {
    const sheets = readFiles('src/**/*.css');
    expect(findMissingSheets([...readFiles('src/**/*.{ts,tsx,html}'), ...sheets], sheets)).toEqual([]);
  });

  test('each source file opens with a sentence that states its purpose', () => {
    expect(findUndescribedFiles(readFiles('{src,scripts,companion}/**/*.{ts,tsx}'))).toEqual([]);
  });
});

/** Only media files and the heartbeat are written here; the other files rename, delete, change the mode or read. The log is written through pino. */
const diskWriters: readonly string[] = [
  'src/engine/feed/consumerFile.ts: rm',
  'src/engine/logs/onAirHeartbeat.ts: open',
  'src/engine/media/fetchFile.ts: open',
  'src/engine/media/fetchFile.ts: rm',
  'src/engine/media/fileIndex.ts: rm',
  'src/engine/media/files.ts: rm',
  'src/engine/media/inspect.ts: open',
  'src/engine/media/serveFile.ts: open',
  'src/engine/settings/backups.ts: rm',
  'src/engine/show/showFile.ts: rm',
  'src/engine/webhook/unreadableDeliveries.ts: rm',
  'src/main/updates.ts: cp',
  'src/main/updates.ts: rm',
  'src/service/store/collectionFiles.ts: rm',
  'src/service/store/journals.ts: rm',
  'src/service/store/mediaStore.ts: createWriteStream',
  'src/service/store/mediaStore.ts: open',
  'src/service/store/mediaStore.ts: rm',
  'src/service/store/outbox.ts: rm',
  'src/start/desktop/faultReports.ts: rm',
  'src/start/desktop/loginItem.ts: rm',
  'src/start/desktop/moveSecrets.ts: rm',
  'src/start/desktop/startFault.ts: mkdirSync',
  'src/start/desktop/startFault.ts: mkdtempSync',
  'src/start/desktop/startFault.ts: rmdirSync',
  'src/start/desktop/updateFlags.ts: rmSync',
  'src/start/desktop/updateFlags.ts: writeFileSync',
  'src/start/desktop/updateFolder.ts: createWriteStream',
  'src/start/logFile.ts: renameSync',
];

const inFolder = (folder: string, layers: Layers): Layers =>
  layers.map((names) => names.map((name) => `${folder}/${name}`));

const deskLayers = inFolder('src/renderer', [
  ['model/'],
  ['stores/'],
  ['engine/'],
  ['screens/', 'presenter/'],
  ['main.tsx'],
]);

/** First the base of all parts, then the parts, files that join some of them, commands and the ways in. `engine.ts` joins everything. */
const engineLayers = inFolder('src/engine', [
  [
    ...[
      'ports.ts',
      'waitAtMost.ts',
      'fileFault.ts',
      'namePort.ts',
      'refuse.ts',
      'keepOnlyRemovals.ts',
      'unsavedChanges.ts',
      'markUnsaved.ts',
      'store.ts',
      'rehearsalAddress.ts',
    ],
    ...['followClockSet.ts', 'showSwitch.ts'],
  ],
  [
    ...['feed/', 'http/', 'logs/', 'media/', 'poll/', 'settings/', 'show/', 'signing/', 'webhook/'],
    ...[
      'prepareLists.ts',
      'sourceProblems.ts',
      'readsForUse.ts',
      'sourceStatus.ts',
      'rotation.ts',
      'reportRestoredFeeds.ts',
      'configureFeeds.ts',
    ],
    ...[
      'collectionStatus.ts',
      'isListUpToDate.ts',
      'evidence.ts',
      'summariseStatuses.ts',
      'readSecret.ts',
      'reportProblems.ts',
      'language.ts',
      'storeFetched.ts',
      'doubtedLists.ts',
      'lostDeliveries.ts',
    ],
  ],
  [
    'source.ts',
    'webhookReceiver.ts',
    'rehearsal.ts',
    'updates.ts',
    'reconfigure.ts',
    'serviceSetup.ts',
    'figureLog.ts',
  ],
  ['preflight/'],
  ['commands/'],
  ['dispatch.ts'],
  ['api/', 'desk/', 'osc/'],
  ['control.ts'],
  ['engine.ts'],
]);

const packageFile: Readonly<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>
> = JSON.parse(read('package.json'));

describe('each rule catches a planted fault', () => {
  test('a path that does not exist', () => {
    expect(findMissingPaths('see `src/core` and `src/nowhere/lost.ts`', pathExists)).toEqual(['src/nowhere/lost.ts']);
  });

  test('a code without documentation, and documentation without a code', () => {
    const page = renderProblemsPage({ ONE: { severity: 'notice', message: 'A.', nextStep: 'B.' } });
    expect(compareLists(['ONE', 'TWO'], findDocumentedCodes(page))).toEqual({ missing: ['TWO'], surplus: [] });
    expect(compareLists([], findDocumentedCodes(page))).toEqual({ missing: [], surplus: ['ONE'] });
  });

  test('a code that does not exist', () => {
    expect(findCodes('see `SOURCE_LOST_IT` and SOURCE_OFFLINE')).toEqual(['SOURCE_LOST_IT', 'SOURCE_OFFLINE']);
  });

  test('a package that no folder uses', () => {
    expect(
      findUnassignedPackages(['zod', '@fontsource/x', 'left-pad', 'vite'], ['zod', '@fontsource/**'], ['vite']),
    ).toEqual(['left-pad']);
    expect(listNamedTools('## Tools\n`a`, `b`\n## Next\n`c`')).toEqual(['a', 'b']);
  });

  test('a cycle of imports in each form: types, values, re-exports, side effects and `import()`', () => {
    const forms = [
      "import type { A } from './next.ts';",
      "import {\n  type A,\n  b,\n} from './next.ts';",
      "export { a } from './next.ts';",
      "export type * from './next.ts';",
      "import './next.ts';",
      "const next = await import('./next.ts');",
      "type Next = import('./next.ts').Next;",
    ];
    for (const form of forms) {
      const files = [
        { path: 'src/core/first.ts', text: `/** From here. */\nimport { z } from 'zod';\n${form}` },
        { path: 'src/core/next.ts', text: "import { last } from '../last.tsx';\nexport const text = 'from';" },
        { path: 'src/last.tsx', text: "import type { First } from './core/first.ts';" },
        { path: 'src/user.ts', text: "import { last } from './last.tsx';" },
      ];
      expect(findCycles(readImports(files)), form).toEqual([['src/core/first.ts', 'src/core/next.ts', 'src/last.tsx']]);
    }
  });

  test('an import of a folder above, types included', () => {
    const files = [
      { path: 'src/renderer/model/words/low.ts', text: "import type { High } from '../../stores/high.ts';" },
      { path: 'src/renderer/stores/high.ts', text: "import { low } from '../model/words/low.ts';" },
      { path: 'src/renderer/engine/top.ts', text: "import { desk } from '../main.tsx';" },
      { path: 'src/renderer/main.tsx', text: "import './engine/top.ts';" },
    ];
    expect(findUpwardImports(readImports(files), deskLayers)).toEqual([
      'src/renderer/model/words/low.ts imports src/renderer/stores/high.ts',
      'src/renderer/engine/top.ts imports src/renderer/main.tsx',
    ]);
  });

  test('an import of an assembling file by a part of the engine', () => {
    const files = [
      { path: 'src/engine/feed/a.ts', text: "import type { Source } from '../source.ts';" },
      { path: 'src/engine/poll/a.ts', text: "import { status } from '../sourceStatus.ts';" },
      { path: 'src/engine/api/a.ts', text: "import { dispatch } from '../dispatch.ts';" },
      { path: 'src/engine/store.ts', text: "import { a } from './feed/a.ts';" },
      ...['source', 'sourceStatus', 'dispatch'].map((name) => ({ path: `src/engine/${name}.ts`, text: '' })),
    ];
    expect(findUpwardImports(readImports(files), engineLayers)).toEqual([
      'src/engine/feed/a.ts imports src/engine/source.ts',
      'src/engine/store.ts imports src/engine/feed/a.ts',
    ]);
    expect(layerOf(engineLayers, 'src/engine/storeOther.ts')).toBe(-1);
  });

  test('a file that can change the disk', () => {
    const files = [
      { path: 'src/b.ts', text: "import { type FileHandle, open as openFile, stat } from 'node:fs/promises';" },
      { path: 'src/a.ts', text: "import {\n  readFileSync,\n  writeFileSync,\n} from 'node:fs';" },
      { path: 'src/c.ts', text: "import * as fs from 'node:fs';" },
      { path: 'src/d.ts', text: "import type { FileHandle } from 'node:fs/promises';\nimport { rm } from './rm.ts';" },
    ];
    expect(findDiskWriters(files)).toEqual(['src/a.ts: writeFileSync', 'src/b.ts: open', 'src/c.ts: everything']);
  });

  test('ten lines of another page, with other imports, indents and blank lines', () => {
    const lines = Array.from({ length: 10 }, (_, index) => `const line${index} = ${index};`);
    const desk = [{ path: 'desk.ts', text: `import { a } from './a.ts';\n${lines.join('\n')}\n` }];
    const find = (copied: readonly string[]) =>
      findRepeatedLines(
        [{ path: 'page.ts', text: `import {\n  b,\n} from './b.ts';\n  ${copied.join('\n\n  ')}` }],
        desk,
      );
    expect(find(lines)).toEqual([expect.stringMatching(/^page\.ts repeats desk\.ts: const line0 = 0;/)]);
    expect(find(lines.slice(1))).toEqual([]);
  });

  test('two folders that import each other through a third', () => {
    const file = (path: string, target: string) => ({ path, text: `import type { A } from '${target}';` });
    const files = [
      file('src/engine/first/a.ts', '../second/deep/a.ts'),
      file('src/engine/second/deep/a.ts', '../../third/b.ts'),
      file('src/engine/third/a.ts', '../first/b.ts'),
      file('src/engine/third/b.ts', '../ports.ts'),
      file('src/engine/first/b.ts', './b.ts'),
      file('src/engine/ports.ts', './first/a.ts'),
    ];
    expect(findFolderCycles(readImports(files))).toEqual([
      ['src/engine/first', 'src/engine/second', 'src/engine/third'],
    ]);
    expect(findFolderCycles(readImports(files.slice(2)))).toEqual([]);
  });

  test('an import of a folder that the row does not list', () => {
    const page =
      '| `src/low` | x | – | ES |\n| `src/mid` | x | low (types), zod | ES |\n| `src/top` | x | mid | ES |\n';
    const table = readFolderTable(page);
    expect([...table]).toEqual([
      ['low', []],
      ['mid', ['low']],
      ['top', ['mid']],
    ]);
    const file = (path: string, target: string) => ({ path, text: `import type { A } from '${target}';` });
    const files = [
      file('src/low/a.ts', '../mid/a.ts'),
      file('src/low/b.ts', './a.ts'),
      file('src/mid/a.ts', '../low/a.ts'),
      file('src/top/deep/a.ts', '../../low/a.ts'),
    ];
    const upward = ['src/low/a.ts -> src/mid/a.ts', 'src/top/deep/a.ts -> src/low/a.ts'];
    expect(findUnlistedImports(readImports(files), table)).toEqual(upward);
  });

  test('a file of 301 lines', () => {
    const files = [300, 301].map((lines) => ({ path: `${lines}.ts`, text: 'line\n'.repeat(lines) }));
    expect(findOverlongFiles(files)).toEqual(['301.ts']);
  });

  test('half of the files over a length', () => {
    const files = [10, 80, 76, 20].map((lines) => ({ path: `${lines}.ts`, text: 'line\n'.repeat(lines) }));
    expect(findMedianLength(files)).toBe(76);
    expect(findMedianLength(files.slice(1))).toBe(76);
    expect(findMedianLength([...files.slice(1), { path: 'short.ts', text: 'line' }])).toBe(76);
    expect(findMedianLength([...files, { path: 'short.ts', text: 'line' }])).toBe(20);
  });

  test('six declarations of another page in the same order, also in two rules, with comments and in one line', () => {
    const first = '.a {\n  color: red;\n  margin: 0;\n  padding:\n    1px 2px;\n}\n';
    const rest = '.b {\n  display: flex;\n  gap: 2px;\n  top: 0;\n  left: 0;\n}\n';
    const sheet = { path: 'desk.css', text: `${first}${rest}` };
    const copy = '.c{color:red;margin:0;/* why; */padding:1px 2px}.d{display:flex;gap:2px;top:0}';
    const find = (text: string) => findRepeatedDeclarations([{ path: 'page.css', text }], [sheet]);
    expect(find(copy)).toEqual([
      'page.css repeats desk.css: color:red; margin:0; padding:1px 2px; display:flex; gap:2px; top:0',
    ]);
    expect(find(copy.replace('top:0', 'top:1px'))).toEqual([]);
    expect(find(copy.replace('color:red', 'color:blue'))).toEqual([]);
  });

  test('an import of a style sheet that does not exist', () => {
    const files = [
      { path: 'src/a/page.ts', text: "import './a.css';\nimport '../ui/gone.css';" },
      { path: 'src/a/page.html', text: '<link rel="stylesheet" href="./gone.css" />' },
    ];
    expect(findMissingSheets(files, [{ path: 'src/a/a.css', text: '' }])).toEqual([
      'src/a/page.ts imports ../ui/gone.css',
      'src/a/page.html imports ./gone.css',
    ]);
  });

  test('a file without an opening sentence', () => {
    const files = [
      { path: 'good.ts', text: '/** States its purpose. */\nexport {};' },
      { path: 'long.ts', text: '/**\n * States it over\n * two lines.\n */\nexport {};' },
      { path: 'bare.ts', text: 'export {};\n/** Too late. */' },
      { path: 'empty.ts', text: '/** */\nexport {};' },
    ];
    expect(findUndescribedFiles(files)).toEqual(['bare.ts', 'empty.ts']);
  });
});
