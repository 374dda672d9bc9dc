/** The precondition and responses that all collection changes share. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { authoredCollection, collectionChange } from '../../core/authoringDocument.ts';
import { isIfMatchSatisfied } from '../../core/conditional.ts';
import { errorResponse } from '../../core/serviceDocument.ts';
import { type Content, sendContent } from '../http/app.ts';
import { inCollection } from '../http/fieldSchemas.ts';
import { HttpError } from '../http/httpError.ts';
import { encodeForAuthor, presentCollectionChange, presentForAuthor } from '../present.ts';
import { etagOf, type StoredCollection } from '../store/stored.ts';
import type { ChangeOutcome, Edit, Precondition, Store } from '../store.ts';

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
      200: z
        .union([authoredCollection, collectionChange])
        .describe('The changed collection with its new ETag, or only the change after Prefer: return=minimal'),
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

type ChangeRequest = {
  readonly organisation: string;
  readonly base: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: { readonly collectionId: string };
};

/** Returns a function that applies one edit for a request and sends the response. */
export function createChangeHandler(store: Store) {
  return async (request: ChangeRequest, reply: FastifyReply, edit: Edit, added: Content['headers'] = {}) => {
    const { organisation, params, headers, base } = request;
    const outcome = await store.change(organisation, params.collectionId, preconditionOf(headers), edit);
    const content = createChangeContent(outcome, base, headers);
    return sendContent(reply, { ...content, headers: { ...content.headers, ...added } });
  };
}

/** Returns the changed collection, or only the change if the caller prefers it. */
export function createChangeContent(outcome: ChangeOutcome, base: string, headers: IncomingHttpHeaders): Content {
  switch (outcome.outcome) {
    case 'done':
      return prefersMinimal(headers)
        ? createJson(200, outcome.collection, JSON.stringify(presentCollectionChange(outcome, base)), minimal)
        : createAuthoredContent(outcome.collection, base, 200);
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

const minimal = { 'Preference-Applied': 'return=minimal' };

/** RFC 7240. */
function prefersMinimal({ prefer }: IncomingHttpHeaders): boolean {
  return [prefer ?? []].flat().some((preferences) => /(?:^|[,;\s])return="?minimal"?(?:[,;\s]|$)/i.test(preferences));
}

export function createAuthoredContent(collection: StoredCollection, base: string, status: number): Content {
  return createJson(status, collection, encodeForAuthor(collection, base), {});
}

function createJson(
  status: number,
  collection: StoredCollection,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Content {
  return {
    status,
    headers: { ...headers, ETag: etagOf(collection), 'Content-Type': 'application/json' },
    body: Buffer.from(body),
  };
}

export function createCollectionNotFound(): HttpError {
  return new HttpError(404, 'COLLECTION_NOT_FOUND', 'No such collection.');
}
