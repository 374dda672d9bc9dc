/** The precondition and responses that all collection changes share. */
import type { IncomingHttpHeaders } from 'node:http';
import { authoredCollection } from '../../core/authoringDocument.ts';
import { isIfMatchSatisfied } from '../../core/conditional.ts';
import { errorResponse } from '../../core/serviceDocument.ts';
import { inCollection } from '../http/fieldSchemas.ts';
import { HttpError } from '../http/httpError.ts';
import { presentForAuthor } from '../present.ts';
import { etagOf, type StoredCollection } from '../store/stored.ts';
import type { ChangeOutcome, Precondition } from '../store.ts';

export const collectionNotFound = errorResponse.describe('No such collection or post');

/** Describes a route that changes one collection. */
export function describeChange(operationId: string, summary: string, description: string) {
  return {
    tags: ['Authoring'],
    operationId,
    summary,
    description,
    params: inCollection,
    response: {
      200: authoredCollection.describe('The changed collection, with its new ETag'),
      404: collectionNotFound,
      409: errorResponse.describe('The change conflicts with the collection’s contents'),
      412: errorResponse.describe('The collection has changed since; details.collection is the current one'),
    },
  };
}

/** Reads If-Match; `null` when the caller sent none. */
export function preconditionOf(headers: IncomingHttpHeaders): Precondition {
  const header = headers['if-match'];
  return header === undefined ? null : (current) => isIfMatchSatisfied(header, etagOf(current));
}

type Reply = { readonly header: (name: string, value: string) => unknown };

/** Returns the changed collection’s view and sets its ETag. */
export function presentChange(outcome: ChangeOutcome, base: string, reply: Reply) {
  switch (outcome.outcome) {
    case 'done':
      return presentAuthored(outcome.collection, base, reply);
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
    default:
      return outcome satisfies never;
  }
}

export function presentAuthored(collection: StoredCollection, base: string, reply: Reply) {
  reply.header('ETag', etagOf(collection));
  return presentForAuthor(collection, base);
}

export function createCollectionNotFound(): HttpError {
  return new HttpError(404, 'COLLECTION_NOT_FOUND', 'No such collection.');
}
