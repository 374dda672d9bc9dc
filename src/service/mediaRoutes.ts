/** Media that the service keeps: taken from authors, served to anyone who has the address. */
import { z } from 'zod';
import { authoringRoot } from './authoring/collectionRoutes.ts';
import { isNoneMatchMet } from './conditional.ts';
import { type Answer, emptyAnswer, jsonAnswer, Refused } from './http/answer.ts';
import { plainRoute, type Route } from './http/route.ts';
import { type MediaFile, MediaTooLarge, mediaLimitBytes } from './store/media.ts';
import type { Store } from './store.ts';

const kept = z.object({ mediaUrl: z.string(), mediaType: z.string() });

export function mediaRoutes(store: Store): readonly Route[] {
  return [
    {
      ...plainRoute(
        {
          method: 'POST',
          path: `${authoringRoot}/media`,
          asker: 'author',
          tag: 'Authoring',
          summary: `Keep a picture or film: its bytes, up to ${mediaLimitBytes / 1024 / 1024} MiB`,
          answers: {
            201: { says: 'Its address, for a post', schema: kept, type: 'application/json' },
            415: { says: 'It is no JPEG, PNG, GIF, WebP or MP4', schema: null, type: 'error' },
          },
        },
        async ({ request, base }) => {
          const media = await store.media.add(request).catch((error: unknown) => {
            if (error instanceof MediaTooLarge) {
              throw new Refused(413, 'PAYLOAD_TOO_LARGE', `It has more than ${mediaLimitBytes} bytes.`);
            }
            if (request.destroyed) throw new Refused(400, 'BAD_REQUEST', 'The request ended before its body did.');
            throw error;
          });
          if (media === null) {
            throw new Refused(415, 'UNSUPPORTED_MEDIA_TYPE', 'It is no JPEG, PNG, GIF, WebP or MP4.');
          }
          return jsonAnswer(201, { mediaUrl: `${base}${media.mediaUrl}`, mediaType: media.mediaType });
        },
      ),
      takesBytes: true,
    },
    plainRoute(
      {
        method: 'GET',
        path: '/media/{name}',
        asker: 'anyone',
        tag: 'Media',
        summary: 'A picture or film; single ranges are answered',
        answers: {
          200: { says: 'All of it', schema: null, type: '*/*' },
          206: { says: 'The range', schema: null, type: '*/*' },
          304: { says: 'It never changes', schema: null, type: '' },
          404: { says: 'MEDIA_NOT_FOUND', schema: null, type: 'error' },
          416: { says: 'RANGE_NOT_SATISFIABLE', schema: null, type: 'error' },
        },
      },
      async ({ params, headers }) => {
        const name = params['name'] ?? '';
        const file = await store.media.find(name);
        if (file === null) throw new Refused(404, 'MEDIA_NOT_FOUND', 'There is no such picture or film.');
        const fields = {
          ETag: `"${name.slice(0, 32)}"`,
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Accept-Ranges': 'bytes',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        };
        if (isNoneMatchMet(headers['if-none-match'], fields.ETag)) return emptyAnswer(304, fields);
        const ifRange = headers['if-range'];
        const isRangeWanted = ifRange === undefined || ifRange === fields.ETag;
        return fileAnswer(file, isRangeWanted ? headers.range : undefined, fields);
      },
    ),
  ];
}

function fileAnswer(file: MediaFile, range: string | undefined, fields: Readonly<Record<string, string>>): Answer {
  const { path, size, mediaType } = file;
  const headers = { ...fields, 'Content-Type': mediaType };
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (found === null || (first === '' && last === '')) {
    return { status: 200, headers, body: { path, start: 0, end: size - 1 }, wire: null };
  }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  if (start >= size || end < start) {
    throw new Refused(416, 'RANGE_NOT_SATISFIABLE', 'That range lies outside.', null, {
      'Content-Range': `bytes */${size}`,
    });
  }
  return {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${size}` },
    body: { path, start, end },
    wire: null,
  };
}
