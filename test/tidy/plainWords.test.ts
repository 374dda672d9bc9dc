/** Checks the project's wording: no banned phrase or name, and short problems whose next step begins with a verb. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedMessageOf } from '../../scripts/problemsPage.ts';
import { catalogue } from '../../src/core/problemCatalogue.ts';
import type { CatalogueEntries } from '../../src/core/problems/entry.ts';
import { listFiles } from '../listFiles.ts';
import {
  applyExceptions,
  bannedPhrases,
  type Exception,
  extractTestProse,
  findBannedNames,
  findBannedProse,
} from './plainWords.ts';

const root = resolve(import.meta.dirname, '../..');
const readFiles = (pattern: string) =>
  listFiles(pattern).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** These files list the banned wording, so they contain it. */
const isBanList = ({ path }: { readonly path: string }): boolean => path.startsWith('test/tidy/plainWords');

const exceptions: readonly Exception[] = [
  { path: 'src/renderer/screens/log/Log.tsx', text: '“What was on air, when', reason: 'the design’s heading' },
  { path: 'src/renderer/screens/show/Strip.tsx', text: '“What is on air”', reason: 'the design’s name of the strip' },
  { path: 'src/authoring/', text: '“What readers get”', reason: 'the design’s heading' },
  {
    path: 'src/authoring/screens/WebhooksScreen.tsx',
    text: '“Signs”',
    reason: 'the verb: signs the body',
  },
  { path: 'src/renderer/screens/pushSetup/', text: '“signs”', reason: 'the verb: the service signs' },
  { path: 'src/renderer/screens/pushSetup/PushSetup.tsx', text: '“What is kept”', reason: 'the design’s heading' },
];

const nameExceptions: readonly Exception[] = [
  { path: 'src/ui/Icon.tsx', text: ': Film', reason: 'the icon’s name in lucide-react' },
  { path: 'src/authoring/post/MediaField.tsx', text: ': Film', reason: 'the icon’s name in lucide-react' },
];

/** How a problem says whether air is affected. The last two forms are about the feed or the screen itself. */
const airForms = /\bair\b|\bNothing (?:happened|changed|was)\b|\bFeeds that follow live\b|\bstill be on screen\b/i;

/** Returns the code of each problem whose message does not say whether air is affected. */
function findWithoutAir(problems: CatalogueEntries): readonly string[] {
  return Object.entries(problems).flatMap(([code, entry]) => (airForms.test(documentedMessageOf(entry)) ? [] : [code]));
}

describe('the project speaks plain English', () => {
  it('in code, scripts, documentation and the names and comments of tests', () => {
    const faults = [
      ...findBannedProse(readFiles('{src,scripts,companion}/**/*.{ts,tsx,html,css}')),
      ...findBannedProse([...readFiles('docs/**/*.md'), ...readFiles('*.md')]),
      ...findBannedProse(readFiles('*.ts')),
      ...findBannedProse(
        readFiles('test/**/*.{ts,tsx}').filter((file) => !isBanList(file)),
        extractTestProse,
      ),
    ];
    expect(applyExceptions(faults, exceptions)).toEqual({ faults: [], unused: [] });
  });

  it('in names', () => {
    const files = readFiles('{src,scripts,companion,test}/**/*.{ts,tsx}').filter((file) => !isBanList(file));
    expect(applyExceptions(findBannedNames(files), nameExceptions)).toEqual({ faults: [], unused: [] });
  });

  it('in problems: sentences of at most 20 words, and a next step that begins with a verb', () => {
    const long = Object.entries(catalogue).flatMap(([code, entry]) =>
      `${documentedMessageOf(entry)} ${entry.nextStep}`
        .split(/(?<=[.!?]) /)
        .filter((sentence) => sentence.split(/\s+/).length > 20)
        .map((sentence) => `${code}: ${sentence}`),
    );
    expect(long).toEqual([]);
    const notVerbs = /^(?:The|A|An|This|That|It|If|You|Your|Not?|Then|When|On|In|By|For|Nothing)\b/;
    const allowed = /^No action needed\b|^If /;
    expect(
      Object.entries(catalogue)
        .filter(([, { nextStep }]) => notVerbs.test(nextStep) && !allowed.test(nextStep))
        .map(([code, { nextStep }]) => `${code}: ${nextStep}`),
    ).toEqual([]);
  });

  it('in problems: each says whether air is affected', () => {
    expect(findWithoutAir(catalogue)).toEqual([]);
  });
});

describe('each rule catches a planted fault', () => {
  it.each(bannedPhrases)('$pattern finds “$example”', ({ pattern, example }) => {
    expect(example).toMatch(pattern);
  });

  it('in JSX text with an expression, a comment of a style sheet and an attribute', () => {
    const jsx = '<p title="Mend it">\n  Whoever mends {name ?? <b>no</b>} anew (at once); nobody reads it.\n</p>';
    const found = findBannedProse([
      { path: 'a.tsx', text: jsx },
      { path: 'a.css', text: '/* The rooms. */ .a { color: red }' },
    ]).join('\n');
    for (const part of ['“Mend”', '“Whoever”', '“mends”', '“anew”', '“at once”', '“nobody reads”', 'a.css:1: “rooms”'])
      expect(found).toContain(part);
    const code = 'const isLess = a > b && c < d;\nconst list = new Map<string, number>([[anew, 1]]).size < 2;';
    expect(findBannedProse([{ path: 'a.tsx', text: code }])).toEqual([]);
  });

  it('in a comment, a string, JSX text, a page and the name of a test', () => {
    const code =
      "/** Reads it anew,\n * whoever asks. */\nconst words = 'The service is asked at once.';\nconst view = <p>Nothing needs doing</p>;";
    const found = findBannedProse([{ path: 'a.tsx', text: code }]).join('\n');
    for (const part of [
      'a.tsx:1: “anew”',
      'a.tsx:1: “whoever”',
      'a.tsx:3: “asked”',
      'a.tsx:3: “at once”',
      'a.tsx:4: “needs doing”',
    ])
      expect(found).toContain(part);
    const page = { path: 'a.md', text: 'It is `anew`.\n\n```\nanew\n```\nWhat leaves air leaves.\nWhat is this?\n' };
    expect(findBannedProse([page])).toHaveLength(1);
    const tests = { path: 'a.test.ts', text: "it('tells so many', () => expect('anew'));" };
    expect(findBannedProse([tests], extractTestProse)).toHaveLength(2);
  });

  it('in a name, whole or part, but not in a string or a longer word', () => {
    const text = "const place = 1;\nconst readFilm = 'told';\nconst placeholder = handle; // lay";
    expect(findBannedNames([{ path: 'a.ts', text }])).toEqual(['a.ts:1: place', 'a.ts:2: readFilm']);
  });

  it('in a problem that does not say whether air is affected', () => {
    const problem = (message: string) => ({ severity: 'notice', message, nextStep: 'Try again.' }) as const;
    const problems = {
      WITHOUT: problem('The pair can’t be saved.'),
      ON_AIR: problem('The pair can’t be saved. On air is not affected.'),
      REFUSED: problem('The pair can’t be saved. Nothing happened.'),
      FILLED_IN: problem('The pair can’t be saved. {air}'),
    };
    expect(findWithoutAir(problems)).toEqual(['WITHOUT']);
  });

  it('in an exception that covers nothing', () => {
    const unused = { path: 'a.ts', text: 'anew', reason: 'none' };
    expect(applyExceptions(['b.ts:1: “anew”'], [unused])).toEqual({ faults: ['b.ts:1: “anew”'], unused: [unused] });
  });
});
