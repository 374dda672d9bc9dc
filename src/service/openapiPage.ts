/** Renders the OpenAPI document as plain HTML, without scripts. */
import { z } from 'zod';
import { type App, sendContent } from './http/app.ts';
import type { DescribeService, OpenApi, Operation, Parameter } from './openapi.ts';

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const stylesheet = `:root{color-scheme:dark;--ground:#101214;--raised:#181b1e;--line:#2c3136;--text:#e6e8ea;--quiet:#9aa3ab;--green:#5fce8a}
body{margin:0 auto;max-width:70rem;padding:2rem 1.5rem 6rem;background:var(--ground);color:var(--text);font:15px/1.5 "IBM Plex Sans",system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}h2{margin:2.5rem 0 .5rem;font-size:1.15rem;border-bottom:1px solid var(--line)}
p{margin:.4rem 0;max-width:44rem}code,pre{font-family:"IBM Plex Mono",ui-monospace,monospace;font-size:13px}
pre{background:var(--raised);padding:.75rem 1rem;overflow:auto;margin:.5rem 0}a{color:inherit}
details{border-bottom:1px solid var(--line)}summary{cursor:pointer;padding:.4rem 0;display:flex;gap:1rem;flex-wrap:wrap}
summary b{min-width:4.5rem;color:var(--green);font-family:ui-monospace,monospace}summary span{color:var(--quiet)}
table{border-collapse:collapse;margin:.3rem 0 1rem}td,th{text-align:left;vertical-align:top;padding:.2rem 1.2rem .2rem 0}th{font-weight:400;color:var(--quiet)}
:focus-visible{outline:2px solid #6cb0ff;outline-offset:2px}`;

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
};

export function addOpenApiPages(app: App, describe: DescribeService): void {
  for (const [url, operationId] of [
    ['/', 'getHomePage'],
    ['/openapi', 'getOpenApiPage'],
  ] as const) {
    app.get(
      url,
      { schema: describePage(operationId, 'Get the API reference as a page', 'text/html') },
      async ({ base }, reply) => {
        const body = Buffer.from(renderPage(describe(base), base));
        return sendContent(reply, { status: 200, headers: pageHeaders, body });
      },
    );
  }
  app.get(
    '/openapi.css',
    { schema: describePage('getOpenApiStyles', 'Get the page’s stylesheet', 'text/css') },
    (_, reply) => reply.type('text/css; charset=utf-8').send(stylesheet),
  );
}

function describePage(operationId: string, summary: string, type: string) {
  return {
    tags: ['Pages'],
    operationId,
    summary,
    description: 'For browsers; needs no key or token.',
    response: { 200: { description: 'The page or stylesheet', content: { [type]: { schema: z.any() } } } },
  };
}

function renderPage(document: OpenApi, base: string): string {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.flatMap(({ name, description }) => {
    const own = rows.filter(({ operation }) => operation.tags.includes(name));
    if (own.length === 0) return [];
    const operations = own.map(({ path, method, operation }) => renderOperation(path, method, operation)).join('');
    return [`<h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${operations}`];
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${renderJson(schema)}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Collections service</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/openapi.css"></head><body>
<h1>Collections service</h1>
<p>Each collection has a staging list and a live list. Readers fetch them with an API key, webhooks report every change, and authors use
<a href="/authoring/">the authoring page</a> or its API. To generate a client, use <a href="/openapi.json">openapi.json</a>.</p>
<pre>curl -H 'X-API-Key: …' ${escapeHtml(base)}/v1/collections</pre>
${sections.join('\n')}
<h2>Schemas</h2>${schemas.join('')}
</body></html>`;
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    (parameter) =>
      `<tr><th>${escapeHtml(parameter.in)}</th><td><code>${escapeHtml(parameter.name)}</code></td><td><code>${escapeHtml(JSON.stringify(parameter.schema))}</code></td><td>${escapeHtml(describeParameter(parameter))}</td></tr>`,
  );
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) => `<tr><th>${escapeHtml(status)}</th><td>${escapeHtml(description)}</td></tr>`,
  );
  const body =
    operation.requestBody === undefined
      ? ''
      : `<p>Body, ${operation.requestBody.required ? 'required' : 'optional'}</p>${renderJson(operation.requestBody.content)}`;
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<p>${escapeHtml(operation.description)}</p>${parameters.length === 0 ? '' : `<table>${parameters.join('')}</table>`}${body}<table>${responses.join('')}</table></details>`;
}

function describeParameter({ required, description }: Parameter): string {
  return [required ? 'required' : '', description ?? ''].filter((part) => part !== '').join('. ');
}

function renderJson(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
