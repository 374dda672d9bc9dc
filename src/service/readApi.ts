/** The two endpoints of the service document. */
import { z } from 'zod';
import { isNoneMatchMet } from './conditional.ts';
import { collection, collectionList } from './document.ts';
import { type Answer, bytesAnswer, emptyAnswer, jsonAnswer, Refused } from './http/answer.ts';
import { wholeNumber } from './http/fieldShapes.ts';
import { plainRoute, type Route, route } from './http/route.ts';
import { collectionBytes, presentSummary } from './present.ts';
import { etagOf, type StoredCollection } from './store/stored.ts';
import type { Store } from './store.ts';

const listQuery = z.object({
  page: wholeNumber(0, null).default(0).describe('0-indexed page'),
  pageSize: wholeNumber(1, 100).default(20).describe('Collections a page'),
  contentType: z
    .string('must be given once')
    .optional()
    .describe('Only collections of this type; an unknown one filters to nothing'),
});

export const listPath = '/v1/collections';
export const singlePath = '/v1/collections/{collectionId}';

/** `isVaryLiteral`: the Vary header to the document's letter, without the key's own header in it. */
export function readRoutes(store: Store, isVaryLiteral: boolean): readonly Route[] {
  return [
    route(
      {
        method: 'GET',
        path: listPath,
        asker: 'reader',
        tag: 'Reading',
        summary: 'The collections of the key’s organisation, oldest first, a page at a time',
        answers: { 200: { says: 'A page of collections', schema: collectionList, type: 'application/json' } },
      },
      {
        query: listQuery,
        body: null,
        handle: async ({ query, base, organisation }) => {
          const { page, pageSize, contentType } = query;
          const all = store.summaries(organisation);
          const wanted = contentType === undefined ? all : all.filter((one) => one.contentType === contentType);
          const collections = wanted
            .slice(page * pageSize, (page + 1) * pageSize)
            .map((summary) => presentSummary(summary, base));
          const totalItems = wanted.length;
          const meta = { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize) };
          return jsonAnswer(200, { collections, meta }, cachingFields(isVaryLiteral));
        },
      },
    ),
    plainRoute(
      {
        method: 'GET',
        path: singlePath,
        asker: 'reader',
        tag: 'Reading',
        summary: 'One collection with all its posts; conditional by If-None-Match',
        answers: {
          200: { says: 'The collection; ETag changes at each change', schema: collection, type: 'application/json' },
          304: { says: 'It is as the asker has it', schema: null, type: '' },
          404: { says: 'COLLECTION_NOT_FOUND', schema: null, type: 'error' },
        },
      },
      async ({ params, headers, base, organisation }) => {
        const found = await store.read(organisation, params['collectionId'] ?? '');
        if (found === null) throw new Refused(404, 'COLLECTION_NOT_FOUND', 'There is no such collection.');
        return answerCollection(found, headers['if-none-match'], base, isVaryLiteral);
      },
    ),
  ];
}

/** One version of a collection, or 304 when the asker has it. */
export function answerCollection(
  found: StoredCollection,
  ifNoneMatch: string | undefined,
  base: string,
  isVaryLiteral: boolean,
): Answer {
  const etag = etagOf(found);
  const fields = { ...cachingFields(isVaryLiteral), ETag: etag };
  if (isNoneMatchMet(ifNoneMatch, etag)) return emptyAnswer(304, fields);
  return bytesAnswer(200, collectionBytes(found, base), fields);
}

function cachingFields(isVaryLiteral: boolean) {
  // A shared cache that keys on the documented fields only would hand one organisation's answer to another's key.
  const vary = isVaryLiteral ? 'Authorization, Accept-Encoding' : 'Authorization, Accept-Encoding, X-API-Key';
  return { 'Cache-Control': 'public, max-age=30', Vary: vary };
}
