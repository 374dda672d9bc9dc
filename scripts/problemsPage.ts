/** Writes the page of problems from the catalogue, so that what people read is what the product says. */

export type DocumentedProblem = { readonly severity: string; readonly message: string; readonly nextStep: string };

/** In the catalogue's own order; a code belongs to the first of these that fits. */
const groups: readonly { readonly title: string; readonly codes: RegExp }[] = [
  { title: 'The source: the service and the way to it', codes: /^SOURCE_/ },
  { title: 'The webhook listener', codes: /^WEBHOOK_/ },
  { title: 'Feeds and their consumers', codes: /^FEED_/ },
  { title: 'Media', codes: /^MEDIA_/ },
  { title: 'The disk', codes: /^DISK_/ },
  { title: 'Outputs', codes: /^OUTPUT_/ },
  { title: 'Greenroom itself', codes: /^ENGINE_/ },
  { title: 'Commands: refusals that change nothing', codes: /^/ },
];

const head = `# Problems

Everything that Greenroom can tell you is wrong, under the code that the desk, the APIs and the log share.
The severity answers one question: is what is on air affected?

- **notice**: no.
- **warning**: not now; it could be soon.
- **onAir**: yes, and it recovers by itself.
- **needsOperator**: a person must do something.

Words in braces are filled in when it happens. This page is written by \`npm run docs\` from
\`src/core/problemCatalogue.ts\`; change the words there.
`;

/** The whole page as Markdown. */
export function problemsPage(catalogue: Readonly<Record<string, DocumentedProblem>>): string {
  const taken = new Set<string>();
  const parts = groups.map(({ title, codes }) => {
    const own = Object.entries(catalogue).filter(([code]) => codes.test(code) && !taken.has(code));
    for (const [code] of own) taken.add(code);
    return own.length === 0 ? '' : `\n## ${title}\n${own.map(describe).join('')}`;
  });
  return head + parts.join('');
}

/** The codes of one of our problems that a text names, in whatever place. */
export function namedCodes(text: string): readonly string[] {
  return [...new Set(text.match(/\b(?:SOURCE|WEBHOOK|FEED|MEDIA|DISK|ENGINE|COMMAND)_[A-Z_]+\b/g) ?? [])];
}

/** The codes that a page documents: its third-level headings. */
export function documentedCodes(page: string): readonly string[] {
  return [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code ?? '');
}

function describe([code, { severity, message, nextStep }]: readonly [string, DocumentedProblem]): string {
  return `\n### ${code}\n\n*${severity}.* ${message}\n\nWhat to do: ${nextStep}\n`;
}
