/** Renders the OpenAPI document as plain HTML, without scripts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { escapeMarkup } from '../core/feed/markup.ts';
import { type App, sendContent } from './http/app.ts';
import type { DescribeService, OpenApi, Operation, Parameter } from './openapi.ts';

const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
};

/** The page gets its icon and style from the built authoring page in `pageDir`; it is complete without them. */
export function addOpenApiPages(app: App, describe: DescribeService, pageDir: string | null): void {
  for (const [url, operationId] of [
    ['/', 'getHomePage'],
    ['/openapi', 'getOpenApiPage'],
  ] as const) {
    app.get(
      url,
      {
        schema: {
          tags: ['Pages'],
          operationId,
          summary: 'Get the API reference as a page',
          description: 'For browsers; needs no key or token.',
          response: { 200: { description: 'The page', content: { 'text/html': { schema: z.any() } } } },
        },
      },
      async ({ base }, reply) => {
        const body = Buffer.from(renderPage(describe(base), base, await readLinks(pageDir)));
        return sendContent(reply, { status: 200, headers: pageHeaders, body });
      },
    );
  }
}

/** Returns the elements that link the authoring page’s icon and style sheet. */
async function readLinks(pageDir: string | null): Promise<string> {
  const page = pageDir === null ? '' : await readFile(join(pageDir, 'authoring.html'), 'utf8').catch(() => '');
  const links = page.match(/<link rel="(?:icon|stylesheet)"[^>]*>/g) ?? [];
  return links.join('').replaceAll('href="./', 'href="/authoring/');
}

function renderPage(document: OpenApi, base: string, links: string): string {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.flatMap(({ name, description }) => {
    const own = rows.filter(({ operation }) => operation.tags.includes(name));
    if (own.length === 0) return [];
    const operations = own.map(({ path, method, operation }) => renderOperation(path, method, operation)).join('');
    return [`<h2>${escapeMarkup(name)}</h2><p>${escapeMarkup(description)}</p>${operations}`];
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="${escapeMarkup(name)}"><summary><code>${escapeMarkup(name)}</code></summary>${renderJson(schema)}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Collections service</title>${links}</head><body class="reference"><main>
<h1>Collections service</h1>
<p>Each collection has a staging list and a live list. Readers fetch them with an API key, webhooks report every change, and authors use
<a href="/authoring/">the authoring page</a> or its API. To generate a client, use <a href="/openapi.json">openapi.json</a>.</p>
<pre class="curl">curl -H 'X-API-Key: …' ${escapeMarkup(base)}/v1/collections</pre>
${sections.join('\n')}
<h2>Schemas</h2>${schemas.join('')}
</main></body></html>`;
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    (parameter) =>
      `<tr><th>${escapeMarkup(parameter.in)}</th><td><code>${escapeMarkup(parameter.name)}</code></td><td><code>${escapeMarkup(JSON.stringify(parameter.schema))}</code></td><td>${escapeMarkup(describeParameter(parameter))}</td></tr>`,
  );
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) => `<tr><th>${escapeMarkup(status)}</th><td>${escapeMarkup(description)}</td></tr>`,
  );
  const body =
    operation.requestBody === undefined
      ? ''
      : `<p>Body, ${operation.requestBody.required ? 'required' : 'optional'}</p>${renderJson(operation.requestBody.content)}`;
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeMarkup(path)}</code><span>${escapeMarkup(operation.summary)}</span></summary>
<p>${escapeMarkup(operation.description)}</p>${parameters.length === 0 ? '' : `<table>${parameters.join('')}</table>`}${body}<table>${responses.join('')}</table></details>`;
}

function describeParameter({ required, description }: Parameter): string {
  return [required ? 'required' : '', description ?? ''].filter((part) => part !== '').join('. ');
}

function renderJson(value: unknown): string {
  return `<pre class="curl">${escapeMarkup(JSON.stringify(value, null, 2))}</pre>`;
}
