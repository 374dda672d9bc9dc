/** The precondition and responses that all collection changes share. */
import { isIfMatchSatisfied } from '../../core/conditional.ts';
import { createJsonResponse, HttpError, type HttpResponse } from '../http/response.ts';
import type { RequestContext, ResponseShape, RouteInfo } from '../http/route.ts';
import { presentForAuthor } from '../present.ts';
import { etagOf, type StoredCollection } from '../store/stored.ts';
import type { ChangeOutcome, Precondition } from '../store.ts';
import { authoredCollection } from './bodies.ts';

export const changedCollection: ResponseShape = {
  description: 'The changed collection, with its new ETag',
  schema: authoredCollection,
  type: 'application/json',
};
export const notFound: ResponseShape = { description: 'No such collection or post', schema: null, type: 'error' };

export function describeChange(
  method: RouteInfo['method'],
  path: string,
  operationId: string,
  summary: string,
  description: string,
): RouteInfo {
  return {
    method,
    path,
    operationId,
    summary,
    description,
    caller: 'author',
    tag: 'Authoring',
    responses: {
      200: changedCollection,
      404: notFound,
      409: { description: 'The change conflicts with the collection’s contents', schema: null, type: 'error' },
      412: {
        description: 'The collection has changed since; details.collection is the current one',
        schema: null,
        type: 'error',
      },
    },
  };
}

/** Reads If-Match; `null` when the caller sent none. */
export function preconditionOf(context: RequestContext<unknown, unknown>): Precondition {
  const header = context.headers['if-match'];
  return header === undefined ? null : (current) => isIfMatchSatisfied(header, etagOf(current));
}

export function createChangeResponse(outcome: ChangeOutcome, base: string): HttpResponse {
  switch (outcome.outcome) {
    case 'done':
      return createAuthoredResponse(200, outcome.collection, base);
    case 'unknown':
      throw createCollectionNotFound();
    case 'conflict':
      throw new HttpError(
        412,
        'PRECONDITION_FAILED',
        'The collection changed before your request. Nothing was saved. Compare with details.collection, then try again.',
        { collection: presentForAuthor(outcome.collection, base) },
        { ETag: etagOf(outcome.collection) },
      );
    case 'refused':
      throw new HttpError(outcome.refused === 'ITEM_NOT_FOUND' ? 404 : 409, outcome.refused, outcome.message);
    default: {
      const unreachable: never = outcome;
      return unreachable;
    }
  }
}

export function createAuthoredResponse(status: number, collection: StoredCollection, base: string): HttpResponse {
  return createJsonResponse(status, presentForAuthor(collection, base), {
    'Cache-Control': 'no-store',
    ETag: etagOf(collection),
  });
}

export function createCollectionNotFound(): HttpError {
  return new HttpError(404, 'COLLECTION_NOT_FOUND', 'No such collection.');
}
