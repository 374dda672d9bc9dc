/** Media that the service stores: uploaded by authors, served to anyone who has the address. */
import { z } from 'zod';
import { isNotModified } from '../core/conditional.ts';
import { authoringRoot } from './authoring/collectionRoutes.ts';
import { createEmptyResponse, createJsonResponse, HttpError, type HttpResponse } from './http/response.ts';
import { createPlainRoute, type Route } from './http/route.ts';
import { type MediaFile, MediaTooLarge, mediaLimitBytes } from './store/mediaStore.ts';
import type { Store } from './store.ts';

const uploadedMedia = z.object({ mediaUrl: z.string(), mediaType: z.string() });

export function createMediaRoutes(store: Store): readonly Route[] {
  return [
    {
      ...createPlainRoute(
        {
          method: 'POST',
          path: `${authoringRoot}/media`,
          caller: 'author',
          operationId: 'uploadMedia',
          tag: 'Authoring',
          summary: 'Upload a picture or video',
          description: `Send the bytes as the body, at most ${mediaLimitBytes / 1024 / 1024} MiB. The content decides the type.`,
          responses: {
            201: {
              description: 'The address to use in a post, and the MIME type',
              schema: uploadedMedia,
              type: 'application/json',
            },
            415: {
              description: 'UNSUPPORTED_MEDIA_TYPE: not a JPEG, PNG, GIF, WebP or MP4',
              schema: null,
              type: 'error',
            },
          },
        },
        async ({ request, base }) => {
          const media = await store.media.add(request).catch((error: unknown) => {
            if (error instanceof MediaTooLarge) {
              throw new HttpError(413, 'PAYLOAD_TOO_LARGE', `The file is larger than ${mediaLimitBytes} bytes.`);
            }
            if (request.destroyed) throw new HttpError(400, 'BAD_REQUEST', 'The request body is incomplete.');
            throw error;
          });
          if (media === null) {
            throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The file is not a JPEG, PNG, GIF, WebP or MP4.');
          }
          return createJsonResponse(201, { mediaUrl: `${base}${media.mediaUrl}`, mediaType: media.mediaType });
        },
      ),
      hasRawBody: true,
    },
    createPlainRoute(
      {
        method: 'GET',
        path: '/media/{name}',
        caller: 'anyone',
        operationId: 'getMedia',
        tag: 'Media',
        summary: 'Get a picture or video',
        description: 'A stored file never changes. Supports a single byte range.',
        responses: {
          200: { description: 'The whole file', schema: null, type: '*/*' },
          206: { description: 'The requested range', schema: null, type: '*/*' },
          304: { description: 'The caller already has it', schema: null, type: '' },
          404: { description: 'MEDIA_NOT_FOUND', schema: null, type: 'error' },
          416: { description: 'RANGE_NOT_SATISFIABLE', schema: null, type: 'error' },
        },
      },
      async ({ params, headers }) => {
        const name = params['name'] ?? '';
        const file = await store.media.find(name);
        if (file === null) throw new HttpError(404, 'MEDIA_NOT_FOUND', 'No such picture or video.');
        const fields = {
          ETag: `"${name.slice(0, 32)}"`,
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Accept-Ranges': 'bytes',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        };
        if (isNotModified(headers['if-none-match'], fields.ETag)) return createEmptyResponse(304, fields);
        const ifRange = headers['if-range'];
        const isRangeWanted = ifRange === undefined || ifRange === fields.ETag;
        return createFileResponse(file, isRangeWanted ? headers.range : undefined, fields);
      },
    ),
  ];
}

function createFileResponse(
  file: MediaFile,
  range: string | undefined,
  fields: Readonly<Record<string, string>>,
): HttpResponse {
  const { path, size, mediaType } = file;
  const headers = { ...fields, 'Content-Type': mediaType };
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (found === null || (first === '' && last === '')) {
    return { status: 200, headers, body: { path, start: 0, end: size - 1 }, wireFault: null };
  }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  if (start >= size || end < start) {
    throw new HttpError(416, 'RANGE_NOT_SATISFIABLE', 'The range is outside the file.', null, {
      'Content-Range': `bytes */${size}`,
    });
  }
  return {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${size}` },
    body: { path, start, end },
    wireFault: null,
  };
}
