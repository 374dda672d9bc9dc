/** Generates the documentation of problems from the catalogue, so that the pages and the product use the same sentences. */

export type DocumentedProblem = { readonly severity: string; readonly message: string; readonly nextStep: string };

/** A code belongs to the first group whose pattern matches. */
const groups: readonly { readonly title: string; readonly codes: RegExp }[] = [
  { title: 'The service and the connection to it', codes: /^SOURCE_/ },
  { title: 'The webhook listener', codes: /^WEBHOOK_/ },
  { title: 'Feeds and consumers', codes: /^FEED_/ },
  { title: 'Media', codes: /^MEDIA_/ },
  { title: 'Disk', codes: /^DISK_/ },
  { title: 'Outputs', codes: /^OUTPUT_/ },
  { title: 'Greenroom itself', codes: /^ENGINE_/ },
  { title: 'Refused commands and settings', codes: /^/ },
];

const head = `# Problems

Look up a problem by its code, which is the same on the desk, in the APIs and in the log. Each entry says what happened and what to do.
The severity answers one question: is air affected?

- **notice**: no.
- **warning**: not now, but it could be soon.
- **onAir**: yes, and it recovers without help.
- **needsOperator**: someone has to act.

Placeholders in braces are filled in when the problem occurs. \`npm run docs\` generates this page from
\`src/core/problems\`; edit the sentences there.
`;

/** The page of all problems as Markdown. */
export function problemsPage(catalogue: Readonly<Record<string, DocumentedProblem>>): string {
  const taken = new Set<string>();
  const parts = groups.map(({ title, codes }) => {
    const own = Object.entries(catalogue).filter(([code]) => codes.test(code) && !taken.has(code));
    for (const [code] of own) taken.add(code);
    return own.length === 0 ? '' : `\n## ${title}\n${own.map(describe).join('')}`;
  });
  return head + parts.join('');
}

const tableBegins = '<!-- problems: written by `npm run docs` -->';
const tableEnds = '<!-- /problems -->';

/** Replaces the table of service and webhook problems in the page. Throws if the page lacks the table's markers. */
export function withSourceProblems(page: string, catalogue: Readonly<Record<string, DocumentedProblem>>): string {
  const begin = page.indexOf(tableBegins);
  const end = page.indexOf(tableEnds);
  if (begin < 0 || end < begin) throw new Error(`the page has no ${tableBegins} followed by ${tableEnds}`);
  const rows = Object.entries(catalogue)
    .filter(([code]) => /^(SOURCE|WEBHOOK)_/.test(code))
    .map(([code, { severity, message, nextStep }]) => `| \`${code}\` | ${severity} | ${message} | ${nextStep} |`);
  const table = ['| code | severity | message | what to do |', '|---|---|---|---|', ...rows].join('\n');
  return `${page.slice(0, begin)}${tableBegins}\n${table}\n${page.slice(end)}`;
}

/** Problem codes mentioned anywhere in a text. */
export function namedCodes(text: string): readonly string[] {
  return [...new Set(text.match(/\b(?:SOURCE|WEBHOOK|FEED|MEDIA|DISK|ENGINE|COMMAND)_[A-Z_]+\b/g) ?? [])];
}

/** Codes that a page documents: its third-level headings. */
export function documentedCodes(page: string): readonly string[] {
  return [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code ?? '');
}

function describe([code, { severity, message, nextStep }]: readonly [string, DocumentedProblem]): string {
  return `\n### ${code}\n\n*${severity}.* ${message}\n\nWhat to do: ${nextStep}\n`;
}
