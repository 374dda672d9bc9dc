/** The OpenAPI document as a page for people: plain HTML, no script. */
import type { Answer } from './http/answer.ts';
import { plainRoute, type Route } from './http/route.ts';
import { describeService, type OpenApi, type Operation } from './openapi.ts';

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const sheet = `:root{color-scheme:dark;--ground:#101214;--raised:#181b1e;--line:#2c3136;--text:#e6e8ea;--quiet:#9aa3ab;--green:#5fce8a}
body{margin:0 auto;max-width:70rem;padding:2rem 1.5rem 6rem;background:var(--ground);color:var(--text);font:15px/1.5 "IBM Plex Sans",system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}h2{margin:2.5rem 0 .5rem;font-size:1.15rem;border-bottom:1px solid var(--line)}
p{margin:.4rem 0;max-width:44rem}code,pre{font-family:"IBM Plex Mono",ui-monospace,monospace;font-size:13px}
pre{background:var(--raised);padding:.75rem 1rem;overflow:auto;margin:.5rem 0}a{color:inherit}
details{border-bottom:1px solid var(--line)}summary{cursor:pointer;padding:.4rem 0;display:flex;gap:1rem;flex-wrap:wrap}
summary b{min-width:4.5rem;color:var(--green);font-family:ui-monospace,monospace}summary span{color:var(--quiet)}
table{border-collapse:collapse;margin:.3rem 0 1rem}td,th{text-align:left;vertical-align:top;padding:.2rem 1.2rem .2rem 0}th{font-weight:400;color:var(--quiet)}
:focus-visible{outline:2px solid #6cb0ff;outline-offset:2px}`;

export function openApiPageRoutes(routes: () => readonly Route[]): readonly Route[] {
  const facts = (path: string, summary: string, type: string) =>
    ({
      method: 'GET',
      path,
      asker: 'anyone',
      tag: 'Pages',
      summary,
      answers: { 200: { says: 'The page', schema: null, type } },
    }) as const;
  const page = async (base: string): Promise<Answer> => ({
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
    body: Buffer.from(writePage(describeService(routes(), base), base)),
    wire: null,
  });
  return [
    plainRoute(facts('/', 'Where to begin', 'text/html'), ({ base }) => page(base)),
    plainRoute(facts('/openapi', 'This document as a page', 'text/html'), ({ base }) => page(base)),
    plainRoute(facts('/openapi.css', 'How that page looks', 'text/css'), async () => ({
      status: 200,
      headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-store' },
      body: Buffer.from(sheet),
      wire: null,
    })),
  ];
}

function writePage(document: OpenApi, base: string): string {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.flatMap(({ name, description }) => {
    const mine = rows.filter(({ operation }) => operation.tags.includes(name));
    if (mine.length === 0) return [];
    const written = mine.map(({ path, method, operation }) => writeOperation(path, method, operation)).join('');
    return [`<h2>${escaped(name)}</h2><p>${escaped(description)}</p>${written}`];
  });
  const shapes = Object.entries(document.components.schemas).map(
    ([name, shape]) =>
      `<details id="${escaped(name)}"><summary><code>${escaped(name)}</code></summary>${json(shape)}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Collections service</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/openapi.css"></head><body>
<h1>Collections service</h1>
<p>Collections of posts, each with a staging list and a live list. Readers ask by key; webhooks tell of every change; authors write on
<a href="/authoring/">the authoring page</a> or through the same API that it uses. For machines: <a href="/openapi.json">openapi.json</a>.</p>
<pre>curl -H 'X-API-Key: …' ${escaped(base)}/v1/collections</pre>
${sections.join('\n')}
<h2>Shapes</h2>${shapes.join('')}
</body></html>`;
}

function writeOperation(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    (one) =>
      `<tr><th>${escaped(one.in)}</th><td><code>${escaped(one.name)}</code></td><td><code>${escaped(JSON.stringify(one.schema))}</code></td></tr>`,
  );
  const answers = Object.entries(operation.responses).map(
    ([status, { description }]) => `<tr><th>${escaped(status)}</th><td>${escaped(description)}</td></tr>`,
  );
  const body = operation.requestBody === undefined ? '' : `<p>Body</p>${json(operation.requestBody.content)}`;
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escaped(path)}</code><span>${escaped(operation.summary)}</span></summary>
${parameters.length === 0 ? '' : `<table>${parameters.join('')}</table>`}${body}<table>${answers.join('')}</table></details>`;
}

function json(value: unknown): string {
  return `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
