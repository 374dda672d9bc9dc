/** Authoring API for collections and their posts; each request is one atomic change, on disk before the response. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ContentItem, collectionSummary } from '../../core/serviceDocument.ts';
import { createJsonResponse, type HttpResponse } from '../http/response.ts';
import { createPlainRoute, createRoute, type RequestContext, type Route } from '../http/route.ts';
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
import type { Edit, Store } from '../store.ts';
import { collectionEdit, emptyBody, itemEdit, listOrder, newCollection, newItem, targetPosition } from './bodies.ts';
import {
  changedCollection,
  createAuthoredResponse,
  createChangeResponse,
  createCollectionNotFound,
  describeChange,
  notFound,
  preconditionOf,
} from './changeResponse.ts';

export const authoringRoot = '/authoring/v1/{organisation}';
const collections = `${authoringRoot}/collections`;
const single = `${collections}/{collectionId}`;
const item = `${single}/items/{itemId}`;

export type AuthoringPorts = {
  readonly now: () => number;
  /** The service’s port, which is part of the addresses of stored media. */
  readonly ownPort: () => number;
};

export function createCollectionRoutes(store: Store, ports: AuthoringPorts): readonly Route[] {
  const change = async (context: RequestContext<unknown, unknown>, edit: Edit): Promise<HttpResponse> => {
    const { organisation, params } = context;
    const outcome = await store.change(organisation, params['collectionId'] ?? '', preconditionOf(context), edit);
    return createChangeResponse(outcome, context.base);
  };
  const itemIdOf = ({ params }: RequestContext<unknown, unknown>): string => params['itemId'] ?? '';
  const storedAddress = (address: string): string => toStoredAddress(address, ports.ownPort());
  const storedMedia = (media: ContentItem['media']): ContentItem['media'] =>
    media.map((medium) => ({ ...medium, mediaUrl: storedAddress(medium.mediaUrl) }));

  return [
    createPlainRoute(
      {
        ...describeChange(
          'GET',
          collections,
          'listAuthoredCollections',
          'List all collections',
          'Returns the summaries of all collections of the organisation, oldest first.',
        ),
        responses: {
          200: {
            description: 'The summaries',
            schema: z.object({
              collections: z.array(collectionSummary.extend({ version: z.int(), lastChangeKind: z.string() })),
            }),
            type: 'application/json',
          },
        },
      },
      async ({ organisation, base }) => {
        const views = store.summaries(organisation).map((summary) => ({
          ...presentSummary(summary, base),
          version: summary.version,
          lastChangeKind: summary.lastChange.kind,
        }));
        return createJsonResponse(200, { collections: views });
      },
    ),
    createRoute(
      {
        ...describeChange(
          'POST',
          collections,
          'createCollection',
          'Create a collection',
          'Creates a collection with empty staging and live lists.',
        ),
        responses: { 201: { ...changedCollection, description: 'The new collection, with its ETag' } },
      },
      {
        query: null,
        body: newCollection,
        handle: async ({ organisation, body, base }) => {
          const created = await store.create(organisation, { ...body, staging: [], live: [] });
          return createAuthoredResponse(201, created, base);
        },
      },
    ),
    createPlainRoute(
      {
        ...describeChange(
          'GET',
          single,
          'getAuthoredCollection',
          'Get a collection',
          'Returns the collection with its version, its last change and the change that undo would reverse.',
        ),
        responses: { 200: { ...changedCollection, description: 'The collection, with its ETag' }, 404: notFound },
      },
      async ({ organisation, params, base }) => {
        const found = await store.read(organisation, params['collectionId'] ?? '');
        if (found === null) throw createCollectionNotFound();
        return createAuthoredResponse(200, found, base);
      },
    ),
    createRoute(
      describeChange(
        'PATCH',
        single,
        'updateCollection',
        'Update a collection',
        'Changes the name, the content type or both.',
      ),
      {
        query: null,
        body: collectionEdit,
        handle: (context) =>
          change(context, editCollection(context.body.name ?? null, context.body.contentType ?? null)),
      },
    ),
    createPlainRoute(
      describeChange(
        'DELETE',
        single,
        'deleteCollection',
        'Delete a collection',
        'Readers get 404 from now on. Undo restores the collection.',
      ),
      (context) => change(context, deleteCollection()),
    ),
    createRoute(
      describeChange('POST', `${single}/items`, 'createItem', 'Create a post', 'Adds the post to staging or live.'),
      {
        query: null,
        body: newItem,
        handle: async (context) => {
          const { list, index, id, ...fields } = context.body;
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
          const response = await change(context, addItem(post, list, index));
          const path = context.request.url?.split('?')[0] ?? '';
          const Location = `${path}/${encodeURIComponent(post.id)}`;
          return { ...response, headers: { ...response.headers, Location } };
        },
      },
    ),
    createRoute(
      describeChange(
        'PATCH',
        item,
        'updateItem',
        'Update a post',
        'Changes the given fields; list and index move the post.',
      ),
      {
        query: null,
        body: itemEdit,
        handle: (context) => {
          const { list, index, ...given } = context.body;
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
          return change(context, editItem(itemIdOf(context), fields, list ?? null, index ?? null, now));
        },
      },
    ),
    createPlainRoute(
      describeChange('DELETE', item, 'deleteItem', 'Delete a post', 'Removes the post. Undo restores it.'),
      (context) => change(context, deleteItem(itemIdOf(context))),
    ),
    createRoute(
      describeChange(
        'POST',
        `${item}/promote`,
        'promoteItem',
        'Promote a post',
        'Moves the post from staging to live.',
      ),
      {
        query: null,
        body: targetPosition,
        handle: (context) => change(context, promote(itemIdOf(context), context.body.index)),
      },
    ),
    createRoute(
      describeChange('POST', `${item}/demote`, 'demoteItem', 'Demote a post', 'Moves the post from live to staging.'),
      {
        query: null,
        body: targetPosition,
        handle: (context) => change(context, demote(itemIdOf(context), context.body.index)),
      },
    ),
    createRoute(
      describeChange(
        'PUT',
        `${single}/order`,
        'setOrder',
        'Set the order of a list',
        'Send the id of every post in the list exactly once, in the new order.',
      ),
      {
        query: null,
        body: listOrder,
        handle: (context) => change(context, orderList(context.body.list, context.body.itemIds)),
      },
    ),
    createRoute(
      describeChange(
        'POST',
        `${single}/clear-live`,
        'clearLive',
        'Clear live',
        'Empties live. Its posts move to the end of staging.',
      ),
      { query: null, body: emptyBody, handle: (context) => change(context, clearLive()) },
    ),
    createRoute(
      describeChange(
        'POST',
        `${single}/undo`,
        'undoChange',
        'Undo the last change',
        'Reverses the last change that is not undone yet, including a deletion.',
      ),
      {
        query: null,
        body: emptyBody,
        handle: async (context) => {
          const { organisation, params, base } = context;
          return createChangeResponse(
            await store.undo(organisation, params['collectionId'] ?? '', preconditionOf(context)),
            base,
          );
        },
      },
    ),
  ];
}
