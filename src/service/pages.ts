/** Pages for people: the built authoring page, under a strict policy; it holds no secret, so anyone may load it. */
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { type Answer, Refused } from './http/answer.ts';
import { plainRoute, type Route } from './http/route.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

/** Posts may have pictures and films from anywhere: those alone come from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' http: https: blob: data:",
  "media-src 'self' http: https: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** `pageDir` null: the page was not built; its address then says so. */
export function pageRoutes(pageDir: string | null): readonly Route[] {
  const facts = (path: string, summary: string) =>
    ({
      method: 'GET',
      path,
      asker: 'anyone',
      tag: 'Pages',
      summary,
      answers: {
        200: { says: 'The page', schema: null, type: '*/*' },
        404: { says: 'NOT_FOUND', schema: null, type: 'error' },
      },
    }) as const;
  return [
    plainRoute(
      { ...facts('/authoring', 'To the page'), answers: { 308: { says: 'To /authoring/', schema: null, type: '' } } },
      async () => ({ status: 308, headers: { Location: '/authoring/' }, body: null, wire: null }),
    ),
    plainRoute(facts('/authoring/', 'The authoring page'), () => readPage(pageDir, 'index.html')),
    plainRoute(facts('/authoring/assets/{file+}', 'A file of the authoring page'), ({ params }) =>
      readPage(pageDir, `assets/${params['file'] ?? ''}`),
    ),
  ];
}

async function readPage(pageDir: string | null, file: string): Promise<Answer> {
  if (pageDir === null)
    throw new Refused(404, 'NOT_FOUND', 'The authoring page was not built: run npm run build first.');
  const type = types[extname(file)];
  const path = join(pageDir, file);
  const isInside = path.startsWith(pageDir.endsWith(sep) ? pageDir : pageDir + sep);
  if (!isInside || type === undefined || file.includes('\0')) throw notThere();
  const body = await readFile(path).catch(() => {
    throw notThere();
  });
  const isHashed = file.startsWith('assets/');
  const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-store';
  return { status: 200, headers: { ...pageHeaders, 'Content-Type': type, 'Cache-Control': caching }, body, wire: null };
}

function notThere(): Refused {
  return new Refused(404, 'NOT_FOUND', 'There is nothing at that address.');
}
