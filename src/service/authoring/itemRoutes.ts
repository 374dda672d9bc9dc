/** Authoring API for posts, one or several; each request is one atomic change, on disk before the response. */
import { randomUUID } from 'node:crypto';
import { capitalise } from '../../core/capitalise.ts';
import type { ContentItem } from '../../core/serviceDocument.ts';
import type { App } from '../http/app.ts';
import { onItem } from '../http/fieldSchemas.ts';
import { toStoredAddress } from '../present.ts';
import {
  addItem,
  deleteItem,
  deleteItems,
  demote,
  demoteItems,
  editItem,
  promote,
  promoteItems,
} from '../store/edits.ts';
import type { Store } from '../store.ts';
import { itemEdit, itemsToDelete, itemsToMove, newItem, targetPosition } from './bodies.ts';
import { createChangeHandler, describeChange } from './changeResponse.ts';

const single = '/:organisation/collections/:collectionId';
const items = `${single}/items`;
const item = `${items}/:itemId`;

type ItemPorts = {
  readonly now: () => number;
  /** The service’s port, which is part of the addresses of stored media. */
  readonly ownPort: () => number;
};

export function addItemRoutes(app: App, store: Store, ports: ItemPorts): void {
  const change = createChangeHandler(store);
  const storedAddress = (address: string): string => toStoredAddress(address, ports.ownPort());
  const storedMedia = (media: ContentItem['media']): ContentItem['media'] =>
    media.map((medium) => ({ ...medium, mediaUrl: storedAddress(medium.mediaUrl) }));

  app.post(
    items,
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

  for (const [verb, move, moveSeveral, from, to] of [
    ['promote', promote, promoteItems, 'staging', 'live'],
    ['demote', demote, demoteItems, 'live', 'staging'],
  ] as const) {
    app.post(
      `${single}/${verb}-items`,
      {
        schema: {
          ...describeChange(
            `${verb}Items`,
            `${capitalise(verb)} several posts`,
            `Moves the posts from ${from} to ${to} in one version. If one does not exist, nothing changes.`,
          ),
          body: itemsToMove,
        },
      },
      (request, reply) => change(request, reply, moveSeveral(request.body.itemIds, request.body.index)),
    );
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

  app.post(
    `${single}/delete-items`,
    {
      schema: {
        ...describeChange(
          'deleteItems',
          'Delete several posts',
          'Removes the posts in one version. If one does not exist, nothing changes. Undo restores them.',
        ),
        body: itemsToDelete,
      },
    },
    (request, reply) => change(request, reply, deleteItems(request.body.itemIds)),
  );
}
