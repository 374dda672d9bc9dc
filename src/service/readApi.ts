/** The service document’s two read endpoints. */
import { z } from 'zod';
import { isNotModified } from '../core/conditional.ts';
import { collection, collectionList, errorResponse } from '../core/serviceDocument.ts';
import { type App, type Content, sendContent } from './http/app.ts';
import { fromText, inCollection, wholeNumber } from './http/fieldSchemas.ts';
import { HttpError } from './http/httpError.ts';
import { encodeCollection, presentSummary } from './present.ts';
import { etagOf, type StoredCollection } from './store/stored.ts';
import type { Store } from './store.ts';

const listQuery = z.object({
  page: fromText(wholeNumber(0, null).default(0)).describe('The page, from 0'),
  pageSize: fromText(wholeNumber(1, 100).default(20)).describe('Collections per page'),
  contentType: z
    .string('must be given once')
    .optional()
    .describe('Returns collections of this type only; an unknown type returns an empty list'),
});

/** `isVaryLiteral` sends the document’s own Vary header, which lacks X-API-Key. */
export function addReadApi(app: App, store: Store, isVaryLiteral: boolean): void {
  app.get(
    '/v1/collections',
    {
      schema: {
        tags: ['Reading'],
        operationId: 'listCollections',
        summary: 'List collections',
        description: 'Returns one page of the organisation’s collections, oldest first.',
        querystring: listQuery,
        response: { 200: collectionList.describe('A page of collections') },
      },
    },
    async ({ query, base, organisation }, reply) => {
      const { page, pageSize, contentType } = query;
      const all = store.summaries(organisation);
      const matching = contentType === undefined ? all : all.filter((summary) => summary.contentType === contentType);
      const collections = matching
        .slice(page * pageSize, (page + 1) * pageSize)
        .map((summary) => presentSummary(summary, base));
      const totalItems = matching.length;
      void reply.headers(cachingHeaders(isVaryLiteral));
      return { collections, meta: { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize) } };
    },
  );

  app.get(
    '/v1/collections/:collectionId',
    {
      schema: {
        tags: ['Reading'],
        operationId: 'getCollection',
        summary: 'Get a collection',
        description: 'Returns the collection with all its posts. Send If-None-Match to get 304 while it is unchanged.',
        params: inCollection,
        response: {
          200: collection.describe('The collection; each change gives it a new ETag'),
          304: z.null().describe('The collection has not changed'),
          404: errorResponse.describe('COLLECTION_NOT_FOUND'),
        },
      },
    },
    async ({ params, headers, base, organisation }, reply) => {
      const found = await store.read(organisation, params.collectionId);
      if (found === null) throw new HttpError(404, 'COLLECTION_NOT_FOUND', 'No such collection.');
      return sendContent(reply, createCollectionContent(found, headers['if-none-match'], base, isVaryLiteral));
    },
  );
}

export type EncodedContent = Content & { readonly body: Buffer | null };

/** Returns the collection, or 304 if the caller already has this version. */
export function createCollectionContent(
  found: StoredCollection,
  ifNoneMatch: string | undefined,
  base: string,
  isVaryLiteral: boolean,
): EncodedContent {
  const headers = { ...cachingHeaders(isVaryLiteral), etag: etagOf(found) };
  if (isNotModified(ifNoneMatch, headers.etag)) return { status: 304, headers, body: null };
  const body = encodeCollection(found, base);
  return { status: 200, headers: { ...headers, 'content-type': 'application/json' }, body };
}

function cachingHeaders(isVaryLiteral: boolean) {
  // A shared cache that keys on the documented fields only would serve one organisation’s response to another’s key.
  const vary = isVaryLiteral ? 'Authorization, Accept-Encoding' : 'Authorization, Accept-Encoding, X-API-Key';
  return { 'cache-control': 'public, max-age=30', vary };
}
