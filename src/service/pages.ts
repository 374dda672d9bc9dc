/** Serves the built authoring page under a strict Content-Security-Policy; it contains no secret, so it needs no token. */
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { contentTypeOf } from '../disk/contentType.ts';
import { HttpError, type HttpResponse } from './http/response.ts';
import { createPlainRoute, type Route, type RouteInfo } from './http/route.ts';

/** Only posts’ pictures and videos may come from other hosts. */
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

const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** `pageDir` is `null` when the page is not built; its address then returns 404 with the next step. */
export function createPageRoutes(pageDir: string | null): readonly Route[] {
  return [
    createPlainRoute(
      {
        ...describePage('/authoring', 'redirectToAuthoringPage', 'Redirect to the authoring page'),
        responses: { 308: { description: 'Redirects to /authoring/', schema: null, type: '' } },
      },
      async () => ({ status: 308, headers: { Location: '/authoring/' }, body: null, wireFault: null }),
    ),
    createPlainRoute(describePage('/authoring/', 'getAuthoringPage', 'Get the authoring page'), () =>
      readPage(pageDir, 'index.html'),
    ),
    createPlainRoute(
      describePage('/authoring/assets/{file+}', 'getAuthoringPageFile', 'Get a file of the authoring page'),
      ({ params }) => readPage(pageDir, `assets/${params['file'] ?? ''}`),
    ),
  ];
}

function describePage(path: string, operationId: string, summary: string): RouteInfo {
  return {
    method: 'GET',
    path,
    caller: 'anyone',
    operationId,
    tag: 'Pages',
    summary,
    description: 'For browsers. The page is static; it uses the authoring API with the token.',
    responses: {
      200: { description: 'The file', schema: null, type: '*/*' },
      404: { description: 'NOT_FOUND', schema: null, type: 'error' },
    },
  };
}

async function readPage(pageDir: string | null, file: string): Promise<HttpResponse> {
  if (pageDir === null)
    throw new HttpError(
      404,
      'NOT_FOUND',
      'The authoring page is not built. Run npm run build, then restart the service.',
    );
  const type = contentTypeOf(file);
  const path = join(pageDir, file);
  const isInside = path.startsWith(pageDir.endsWith(sep) ? pageDir : pageDir + sep);
  if (!isInside || type === null || file.includes('\0')) throw createNotFound();
  const body = await readFile(path).catch(() => {
    throw createNotFound();
  });
  const isHashed = file.startsWith('assets/');
  const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-store';
  return {
    status: 200,
    headers: { ...pageHeaders, 'Content-Type': type, 'Cache-Control': caching },
    body,
    wireFault: null,
  };
}

function createNotFound(): HttpError {
  return new HttpError(404, 'NOT_FOUND', 'There is nothing at this address.');
}
