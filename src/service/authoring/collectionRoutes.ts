/** Authoring API for collections; each request is one atomic change, on disk before the response. */
import { z } from 'zod';
import { authoredCollection } from '../../core/authoringDocument.ts';
import { isNotModified } from '../../core/conditional.ts';
import { collectionSummary } from '../../core/serviceDocument.ts';
import { type App, sendContent } from '../http/app.ts';
import { inCollection } from '../http/fieldSchemas.ts';
import { presentSummary } from '../present.ts';
import { clearLive, deleteCollection, editCollection, orderList } from '../store/edits.ts';
import { etagOf } from '../store/stored.ts';
import type { Store } from '../store.ts';
import { collectionEdit, emptyBody, listOrder, newCollection } from './bodies.ts';
import {
  collectionNotFound,
  createAuthoredContent,
  createChangeContent,
  createChangeHandler,
  createCollectionNotFound,
  describeChange,
  preconditionOf,
} from './changeResponse.ts';

const collections = '/:organisation/collections';
const single = `${collections}/:collectionId`;

const summaryList = z.object({
  collections: z.array(collectionSummary.extend({ version: z.int(), lastChangeKind: z.string() })),
});

export function addCollectionRoutes(app: App, store: Store): void {
  const change = createChangeHandler(store);

  app.get(
    collections,
    {
      schema: {
        tags: ['Authoring'],
        operationId: 'listAuthoredCollections',
        summary: 'List all collections',
        description: 'Returns the summaries of all collections of the organisation, oldest first.',
        response: { 200: summaryList.describe('The summaries') },
      },
    },
    async ({ organisation, base }) => {
      const views = store.summaries(organisation).map((summary) => ({
        ...presentSummary(summary, base),
        version: summary.version,
        lastChangeKind: summary.lastChange.kind,
      }));
      return { collections: views };
    },
  );

  app.post(
    collections,
    {
      schema: {
        tags: ['Authoring'],
        operationId: 'createCollection',
        summary: 'Create a collection',
        description: 'Creates a collection with empty staging and live lists.',
        body: newCollection,
        response: { 201: authoredCollection.describe('The new collection, with its ETag') },
      },
    },
    async ({ organisation, body, base }, reply) => {
      const created = await store.create(organisation, { ...body, staging: [], live: [] });
      return sendContent(reply, createAuthoredContent(created, base, 201));
    },
  );

  app.get(
    single,
    {
      schema: {
        tags: ['Authoring'],
        operationId: 'getAuthoredCollection',
        summary: 'Get a collection',
        description: 'Returns the collection with its version, its last change and the change that undo would reverse.',
        params: inCollection,
        response: {
          200: authoredCollection.describe('The collection, with its ETag'),
          304: z.null().describe('The collection has not changed'),
          404: collectionNotFound,
        },
      },
    },
    async ({ organisation, params, headers, base }, reply) => {
      const found = await store.read(organisation, params.collectionId);
      if (found === null) throw createCollectionNotFound();
      const isKnown = isNotModified(headers['if-none-match'], etagOf(found));
      const notModified = { status: 304, headers: { ETag: etagOf(found) }, body: null };
      return sendContent(reply, isKnown ? notModified : createAuthoredContent(found, base, 200));
    },
  );

  app.patch(
    single,
    {
      schema: {
        ...describeChange('updateCollection', 'Update a collection', 'Changes the name, the content type or both.'),
        body: collectionEdit,
      },
    },
    (request, reply) =>
      change(request, reply, editCollection(request.body.name ?? null, request.body.contentType ?? null)),
  );

  app.delete(
    single,
    {
      schema: describeChange(
        'deleteCollection',
        'Delete a collection',
        'Readers get 404 from now on. Undo restores the collection.',
      ),
    },
    (request, reply) => change(request, reply, deleteCollection()),
  );

  app.put(
    `${single}/order`,
    {
      schema: {
        ...describeChange(
          'setOrder',
          'Set the order of a list',
          'Send the id of every post in the list exactly once, in the new order.',
        ),
        body: listOrder,
      },
    },
    (request, reply) => change(request, reply, orderList(request.body.list, request.body.itemIds)),
  );

  app.post(
    `${single}/clear-live`,
    {
      schema: {
        ...describeChange('clearLive', 'Clear live', 'Empties live. Its posts move to the end of staging.'),
        body: emptyBody,
      },
    },
    (request, reply) => change(request, reply, clearLive()),
  );

  app.post(
    `${single}/undo`,
    {
      schema: {
        ...describeChange(
          'undoChange',
          'Undo the last change',
          'Reverses the last change that is not undone yet, including a deletion.',
        ),
        body: emptyBody,
      },
    },
    async ({ organisation, params, headers, base }, reply) =>
      sendContent(
        reply,
        createChangeContent(
          await store.undo(organisation, params.collectionId, preconditionOf(headers)),
          base,
          headers,
        ),
      ),
  );
}
