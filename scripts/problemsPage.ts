/** Writes the page of problems from the catalogue. */
import { airSentenceOf, withAir } from '../src/core/problem.ts';
import type { CatalogueEntry } from '../src/core/problems/entry.ts';

export type DocumentedProblem = Pick<CatalogueEntry, 'message' | 'air' | 'nextStep'> & { readonly severity: string };

/** A code belongs to the first group that matches. */
const groups: readonly { readonly title: string; readonly codes: RegExp }[] = [
  { title: 'Reading the service', codes: /^SOURCE_/ },
  { title: 'The webhook listener', codes: /^WEBHOOK_/ },
  { title: 'Feeds and consumers', codes: /^FEED_/ },
  { title: 'Media', codes: /^MEDIA_/ },
  { title: 'Overlays', codes: /^OVERLAY_/ },
  { title: 'Disk', codes: /^DISK_/ },
  { title: 'Greenroom', codes: /^ENGINE_/ },
  { title: 'Settings', codes: /^SETTINGS_/ },
  { title: 'Refused and failed commands', codes: /^/ },
];

const head = `# Problems

After reading this page you know what each problem means and what to do. The desk, the APIs and the log use the same codes.
The severity says whether air is affected and who must act:

- **notice**: air is not affected.
- **warning**: air is not affected now, but it could be soon.
- **onAir**: air is affected.
- **needsOperator**: an operator must act. The message says whether air is affected.

Text in braces is filled in when the problem occurs. Written by \`npm run docs\` from \`src/core/problems\`.
`;

/** Returns the whole page as Markdown. */
export function renderProblemsPage(catalogue: Readonly<Record<string, DocumentedProblem>>): string {
  const groupedCodes = new Set<string>();
  const parts = groups.map(({ title, codes }) => {
    const newEntries = Object.entries(catalogue).filter(([code]) => codes.test(code) && !groupedCodes.has(code));
    for (const [code] of newEntries) groupedCodes.add(code);
    return newEntries.length === 0 ? '' : `\n## ${title}\n${newEntries.map(formatProblem).join('')}`;
  });
  return head + parts.join('');
}

/** Returns the words in a text that look like problem codes, by prefix. */
export function findCodes(text: string): readonly string[] {
  return [
    ...new Set(
      text.match(
        /\b(?:SOURCE|WEBHOOK|FEED|MEDIA|DISK|ENGINE|COMMAND|LIST|ITEM|SETTINGS?|DETECT|REVISION|RECORDING|REHEARSAL)_[A-Z_]+\b/g,
      ) ?? [],
    ),
  ];
}

/** Returns the codes that a page documents, as third-level headings. */
export function findDocumentedCodes(page: string): readonly string[] {
  return [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code ?? '');
}

function formatProblem([code, entry]: readonly [string, DocumentedProblem]): string {
  const { severity, nextStep } = entry;
  return `\n### ${code}\n\n*${severity}.* ${documentedMessageOf(entry)}\n\nWhat to do: ${nextStep}\n`;
}

/** The whole message, with the names of its arguments. */
export function documentedMessageOf(entry: DocumentedProblem): string {
  return withAir(entry.message, airSentenceOf(entry, 'whole'), (text) => text);
}
