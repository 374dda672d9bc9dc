/** Authoring API for collections and their posts; each request is one atomic change, on disk before the response. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { authoredCollection } from '../../core/authoringDocument.ts';
import { capitalise } from '../../core/capitalise.ts';
import { isNotModified } from '../../core/conditional.ts';
import { type ContentItem, collectionSummary } from '../../core/serviceDocument.ts';
import { type App, type Content, sendContent } from '../http/app.ts';
import { inCollection, onItem } from '../http/fieldSchemas.ts';
import { presentSummary, toStoredAddress } from '../present.ts';
import {
  addItem,
  clearLive,
  deleteCollection,
  deleteItem,
  demote,
  editCollection,
  editItem,
  orderList,
  promote,
} from '../store/edits.ts';
import { etagOf } from '../store/stored.ts';
import type { Edit, Store } from '../store.ts';
import { collectionEdit, emptyBody, itemEdit, listOrder, newCollection, newItem, targetPosition } from './bodies.ts';
import {
  collectionNotFound,
  createAuthoredContent,
  createChangeContent,
  createCollectionNotFound,
  describeChange,
  preconditionOf,
} from './changeResponse.ts';

const collections = '/:organisation/collections';
const single = `${collections}/:collectionId`;
const item = `${single}/items/:itemId`;

const summaryList = z.object({
  collections: z.array(collectionSummary.extend({ version: z.int(), lastChangeKind: z.string() })),
});

type AuthoringPorts = {
  readonly now: () => number;
  /** The service’s port, which is part of the addresses of stored media. */
  readonly ownPort: () => number;
};

type ChangeRequest = {
  readonly organisation: string;
  readonly base: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: { readonly collectionId: string };
};

export function addCollectionRoutes(app: App, store: Store, ports: AuthoringPorts): void {
  const change = async (request: ChangeRequest, reply: FastifyReply, edit: Edit, added: Content['headers'] = {}) => {
    const { organisation, params, headers, base } = request;
    const outcome = await store.change(organisation, params.collectionId, preconditionOf(headers), edit);
    const content = createChangeContent(outcome, base, headers);
    return sendContent(reply, { ...content, headers: { ...content.headers, ...added } });
  };
  const storedAddress = (address: string): string => toStoredAddress(address, ports.ownPort());
  const storedMedia = (media: ContentItem['media']): ContentItem['media'] =>
    media.map((medium) => ({ ...medium, mediaUrl: storedAddress(medium.mediaUrl) }));

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

  app.post(
    `${single}/items`,
    {
      schema: {
        ...describeChange('createItem', 'Create a post', 'Adds the post to staging or live.'),
        body: newItem,
      },
    },
    async (request, reply) => {
      const { list, index, id, ...fields } = request.body;
      const now = new Date(ports.now()).toISOString();
      // In the schema’s field order, as after a restart, so that one version always has the same bytes.
      const post: ContentItem = {
        id: id ?? `itm_${randomUUID()}`,
        fullName: fields.fullName,
        username: fields.username,
        source: fields.source,
        message: fields.message,
        profileImageUrl: fields.profileImageUrl === null ? null : storedAddress(fields.profileImageUrl),
        media: storedMedia(fields.media),
        publishedAt: fields.publishedAt ?? now,
        lastModifiedDate: fields.lastModifiedDate ?? now,
      };
      const location = `${request.url.split('?')[0]}/${encodeURIComponent(post.id)}`;
      return change(request, reply, addItem(post, list, index), { Location: location });
    },
  );

  app.patch(
    item,
    {
      schema: {
        ...describeChange('updateItem', 'Update a post', 'Changes the given fields; list and index move the post.'),
        params: onItem,
        body: itemEdit,
      },
    },
    (request, reply) => {
      const { list, index, ...given } = request.body;
      const fields = Object.fromEntries(
        Object.entries({
          ...given,
          ...(given.media === undefined ? {} : { media: storedMedia(given.media) }),
          ...(typeof given.profileImageUrl === 'string'
            ? { profileImageUrl: storedAddress(given.profileImageUrl) }
            : {}),
        }).filter(([, value]) => value !== undefined),
      );
      const now = new Date(ports.now()).toISOString();
      return change(request, reply, editItem(request.params.itemId, fields, list ?? null, index ?? null, now));
    },
  );

  app.delete(
    item,
    {
      schema: {
        ...describeChange('deleteItem', 'Delete a post', 'Removes the post. Undo restores it.'),
        params: onItem,
      },
    },
    (request, reply) => change(request, reply, deleteItem(request.params.itemId)),
  );

  for (const [verb, move, from, to] of [
    ['promote', promote, 'staging', 'live'],
    ['demote', demote, 'live', 'staging'],
  ] as const) {
    app.post(
      `${item}/${verb}`,
      {
        schema: {
          ...describeChange(`${verb}Item`, `${capitalise(verb)} a post`, `Moves the post from ${from} to ${to}.`),
          params: onItem,
          body: targetPosition,
        },
      },
      (request, reply) => change(request, reply, move(request.params.itemId, request.body.index)),
    );
  }

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
