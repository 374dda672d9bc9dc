/** Media that the service stores: uploaded by authors, served to anyone who has the address. */
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { isNotModified } from '../core/conditional.ts';
import { errorResponse } from '../core/serviceDocument.ts';
import { readByteRange } from '../http/byteRange.ts';
import { type App, sendContent } from './http/app.ts';
import { HttpError } from './http/httpError.ts';
import { MediaFull, MediaTooLarge, mediaLimitBytes } from './store/mediaStore.ts';
import type { Store } from './store.ts';

const uploadedMedia = z.object({ mediaUrl: z.string(), mediaType: z.string() });
const bytes = { '*/*': { schema: z.any() } };

/** From now on, `app` leaves bodies unread. */
export function addMediaUpload(app: App, store: Store): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post(
    '/:organisation/media',
    {
      schema: {
        tags: ['Authoring'],
        operationId: 'uploadMedia',
        summary: 'Upload a picture or video',
        description: `Send the bytes as the body, at most ${mediaLimitBytes / 1024 / 1024} MiB. The content decides the type.`,
        consumes: ['application/octet-stream'],
        body: z.any(),
        response: {
          201: uploadedMedia.describe('The address to use in a post, and the MIME type'),
          415: errorResponse.describe('UNSUPPORTED_MEDIA_TYPE: not a JPEG, PNG, GIF, WebP or MP4'),
          507: errorResponse.describe('MEDIA_FULL: posts use all space for pictures and videos'),
        },
      },
    },
    async ({ raw, base }, reply) => {
      const media = await store.media.add(raw).catch((error: unknown) => {
        if (error instanceof MediaTooLarge) {
          throw new HttpError(413, 'PAYLOAD_TOO_LARGE', `The file is larger than ${mediaLimitBytes} bytes.`);
        }
        if (error instanceof MediaFull) {
          throw new HttpError(
            507,
            'MEDIA_FULL',
            'Posts use all space for pictures and videos. Remove posts with media.',
          );
        }
        if (raw.destroyed) throw new HttpError(400, 'BAD_REQUEST', 'The request body is incomplete.');
        throw error;
      });
      if (media === null) {
        throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The file is not a JPEG, PNG, GIF, WebP or MP4.');
      }
      reply.code(201);
      return { mediaUrl: `${base}${media.mediaUrl}`, mediaType: media.mediaType };
    },
  );
}

export function addMediaRoute(app: App, store: Store): void {
  app.get(
    '/media/:name',
    {
      schema: {
        tags: ['Media'],
        operationId: 'getMedia',
        summary: 'Get a picture or video',
        description: 'A stored file never changes. Supports a single byte range.',
        params: z.object({ name: z.string() }),
        response: {
          200: { description: 'The whole file', content: bytes },
          206: { description: 'The requested range', content: bytes },
          304: z.null().describe('The caller already has it'),
          404: errorResponse.describe('MEDIA_NOT_FOUND'),
          416: errorResponse.describe('RANGE_NOT_SATISFIABLE'),
        },
      },
    },
    async ({ params: { name }, headers, method }, reply) => {
      const file = await store.media.find(name);
      if (file === null) throw new HttpError(404, 'MEDIA_NOT_FOUND', 'No such picture or video.');
      const { path, size, mediaType } = file;
      const etag = `"${name.slice(0, 32)}"`;
      const fields = {
        ETag: etag,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Accept-Ranges': 'bytes',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      };
      if (isNotModified(headers['if-none-match'], etag)) {
        return sendContent(reply, { status: 304, headers: fields, body: null });
      }
      const isRangeWanted = (headers['if-range'] ?? etag) === etag;
      const range = isRangeWanted ? readByteRange(headers.range, size) : null;
      if (range === 'beyond') {
        throw new HttpError(416, 'RANGE_NOT_SATISFIABLE', 'The range is outside the file.', null, {
          'Content-Range': `bytes */${size}`,
        });
      }
      const { first, last } = range ?? { first: 0, last: size - 1 };
      return sendContent(reply, {
        status: range === null ? 200 : 206,
        headers: {
          ...fields,
          'Content-Type': mediaType,
          'Content-Length': String(last - first + 1),
          ...(range === null ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` }),
        },
        body: method === 'HEAD' ? null : createReadStream(path, { start: first, end: last }),
      });
    },
  );
}
