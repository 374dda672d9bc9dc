/** Serves the built authoring page under a strict Content-Security-Policy; it contains no secret, so it needs no token. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorResponse } from '../core/serviceDocument.ts';
import { contentTypeOf } from '../http/contentType.ts';
import { type App, type Content, sendContent } from './http/app.ts';
import { HttpError } from './http/httpError.ts';

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
};

/** `pageDir` is `null` when the page is not built; its address then returns 404 with the next step. */
export function addPages(app: App, pageDir: string | null): void {
  const redirect = { 308: z.null().describe('Redirects to /authoring/') };
  app.get(
    '/authoring',
    {
      schema: {
        ...describePage('redirectToAuthoringPage', 'Redirect to the authoring page'),
        response: redirect,
      },
    },
    async (_, reply) => sendContent(reply, { status: 308, headers: { Location: '/authoring/' }, body: null }),
  );
  app.get('/authoring/', { schema: describePage('getAuthoringPage', 'Get the authoring page') }, async (_, reply) =>
    sendContent(reply, await readPage(pageDir, 'authoring.html', 'no-store')),
  );
  app.get(
    '/authoring/assets/:file',
    {
      schema: {
        ...describePage('getAuthoringPageFile', 'Get a file of the authoring page'),
        params: z.object({ file: z.string() }),
      },
    },
    async ({ params: { file } }, reply) => {
      if (!/^\w[\w.-]*$/.test(file)) throw createNotFound();
      return sendContent(reply, await readPage(pageDir, `assets/${file}`, 'public, max-age=31536000, immutable'));
    },
  );
}

function describePage(operationId: string, summary: string) {
  return {
    tags: ['Pages'],
    operationId,
    summary,
    description: 'For browsers. The page is static; it uses the authoring API with the token.',
    response: {
      200: { description: 'The file', content: { '*/*': { schema: z.any() } } },
      404: errorResponse.describe('NOT_FOUND'),
    },
  };
}

async function readPage(pageDir: string | null, file: string, caching: string): Promise<Content> {
  if (pageDir === null) {
    const message = 'The authoring page is not built. Run npm run build, then restart the service.';
    throw new HttpError(404, 'NOT_FOUND', message);
  }
  const type = contentTypeOf(file);
  if (type === null) throw createNotFound();
  const body = await readFile(join(pageDir, file)).catch(() => {
    throw createNotFound();
  });
  return {
    status: 200,
    headers: { ...pageHeaders, 'Content-Type': type, 'Cache-Control': caching },
    body,
  };
}

function createNotFound(): HttpError {
  return new HttpError(404, 'NOT_FOUND', 'There is nothing at this address.');
}
