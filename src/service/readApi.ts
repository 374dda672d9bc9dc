/** The service document’s two read endpoints. */
import { z } from 'zod';
import { isNotModified } from '../core/conditional.ts';
import { collection, collectionList } from '../core/serviceDocument.ts';
import { wholeNumber } from './http/fieldSchemas.ts';
import {
  createBytesResponse,
  createEmptyResponse,
  createJsonResponse,
  HttpError,
  type HttpResponse,
} from './http/response.ts';
import { createPlainRoute, createRoute, type Route } from './http/route.ts';
import { encodeCollection, presentSummary } from './present.ts';
import { etagOf, type StoredCollection } from './store/stored.ts';
import type { Store } from './store.ts';

const listQuery = z.object({
  page: wholeNumber(0, null).default(0).describe('The page, from 0'),
  pageSize: wholeNumber(1, 100).default(20).describe('Collections per page'),
  contentType: z
    .string('must be given once')
    .optional()
    .describe('Returns collections of this type only; an unknown type returns an empty list'),
});

export const listPath = '/v1/collections';
export const singlePath = '/v1/collections/{collectionId}';

/** `isVaryLiteral` sends the document’s own Vary header, which lacks X-API-Key. */
export function createReadRoutes(store: Store, isVaryLiteral: boolean): readonly Route[] {
  return [
    createRoute(
      {
        method: 'GET',
        path: listPath,
        caller: 'reader',
        tag: 'Reading',
        operationId: 'listCollections',
        summary: 'List collections',
        description: 'Returns one page of the organisation’s collections, oldest first.',
        responses: { 200: { description: 'A page of collections', schema: collectionList, type: 'application/json' } },
      },
      {
        query: listQuery,
        body: null,
        handle: async ({ query, base, organisation }) => {
          const { page, pageSize, contentType } = query;
          const all = store.summaries(organisation);
          const matching =
            contentType === undefined ? all : all.filter((summary) => summary.contentType === contentType);
          const collections = matching
            .slice(page * pageSize, (page + 1) * pageSize)
            .map((summary) => presentSummary(summary, base));
          const totalItems = matching.length;
          const meta = { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize) };
          return createJsonResponse(200, { collections, meta }, cachingHeaders(isVaryLiteral));
        },
      },
    ),
    createPlainRoute(
      {
        method: 'GET',
        path: singlePath,
        caller: 'reader',
        tag: 'Reading',
        operationId: 'getCollection',
        summary: 'Get a collection',
        description: 'Returns the collection with all its posts. Send If-None-Match to get 304 while it is unchanged.',
        responses: {
          200: {
            description: 'The collection; each change gives it a new ETag',
            schema: collection,
            type: 'application/json',
          },
          304: { description: 'The collection has not changed', schema: null, type: '' },
          404: { description: 'COLLECTION_NOT_FOUND', schema: null, type: 'error' },
        },
      },
      async ({ params, headers, base, organisation }) => {
        const found = await store.read(organisation, params['collectionId'] ?? '');
        if (found === null) throw new HttpError(404, 'COLLECTION_NOT_FOUND', 'No such collection.');
        return createCollectionResponse(found, headers['if-none-match'], base, isVaryLiteral);
      },
    ),
  ];
}

/** Returns the collection, or 304 if the caller already has this version. */
export function createCollectionResponse(
  found: StoredCollection,
  ifNoneMatch: string | undefined,
  base: string,
  isVaryLiteral: boolean,
): HttpResponse {
  const etag = etagOf(found);
  const fields = { ...cachingHeaders(isVaryLiteral), ETag: etag };
  if (isNotModified(ifNoneMatch, etag)) return createEmptyResponse(304, fields);
  return createBytesResponse(200, encodeCollection(found, base), fields);
}

function cachingHeaders(isVaryLiteral: boolean) {
  // A shared cache that keys on the documented fields only would serve one organisation’s response to another’s key.
  const vary = isVaryLiteral ? 'Authorization, Accept-Encoding' : 'Authorization, Accept-Encoding, X-API-Key';
  return { 'Cache-Control': 'public, max-age=30', Vary: vary };
}
