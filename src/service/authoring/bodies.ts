/** What authors send and get, as schemas. */
import { z } from 'zod';
import { collection } from '../document.ts';
import { isSigning } from '../webhooks/sign.ts';

const address = z.url({ protocol: /^https?$/ }).max(2048);
const instant = z.iso.datetime({ offset: true });
const list = z.enum(['staging', 'live']);
const index = z.int().min(0).max(100_000).nullable();
const shortText = z.string().max(500);

/** Safe in a path as it is, and never `.` or `..`. */
const itemId = z.string().regex(/^[A-Za-z0-9_:~-][A-Za-z0-9_.:~-]{0,199}$/);

export const organisationName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 _-]{0,63}$/);

const media = z
  .array(z.strictObject({ mediaUrl: address, mediaType: z.string().regex(/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/) }))
  .max(20);

const itemFields = {
  fullName: shortText.nullable(),
  username: shortText.nullable(),
  source: z.string().min(1).max(100),
  message: z.string().max(20_000),
  profileImageUrl: address.nullable(),
  media,
  publishedAt: instant,
  lastModifiedDate: instant,
};

export const newCollection = z.strictObject({
  name: z.string().min(1).max(200),
  contentType: z.string().min(1).max(100).default('SOCIAL_POST'),
});

export const collectionEdit = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  contentType: z.string().min(1).max(100).optional(),
});

export const newItem = z.strictObject({
  id: itemId.optional().describe('Made by the service when left out'),
  list: list.default('staging'),
  index: index.default(null).describe('Null: at the end'),
  fullName: itemFields.fullName.default(null),
  username: itemFields.username.default(null),
  source: itemFields.source,
  message: itemFields.message,
  profileImageUrl: itemFields.profileImageUrl.default(null),
  media: itemFields.media.default([]),
  publishedAt: instant.optional().describe('Now when left out'),
  lastModifiedDate: instant.optional().describe('Now when left out'),
});

export const itemEdit = z.strictObject({
  list: list.optional(),
  index: index.optional(),
  ...z.strictObject(itemFields).partial().shape,
});

export const place = z.strictObject({ index: index.default(null).describe('Null: at the end') });

export const listOrder = z.strictObject({ list, itemIds: z.array(z.string().min(1)).max(20_000) });

export const nothingNeeded = z.strictObject({});

const changeKind = z
  .string()
  .describe('collectionCreated, itemAdded, itemPromoted, liveCleared, changeUndone and the like');

export const authoredCollection = z
  .object({
    ...collection.shape,
    version: z.int().min(1),
    lastChange: z.object({ kind: changeKind, itemId: z.string().nullable(), at: z.string() }),
    undoes: changeKind.nullable().describe('What undo would take back; null: nothing'),
  })
  .meta({ id: 'AuthoredCollection' });

export const newWebhook = z.strictObject({
  name: z.string().min(1).max(200),
  url: address,
  signing: z
    .string()
    .max(200)
    .refine(isSigning, 'body, timestamp.body, or a text with {body} in it')
    .default('body')
    .describe('body, timestamp.body, or a text with {timestamp}, {event} and {body}'),
  secret: z.string().min(1).max(500).optional().describe('Made by the service when left out'),
});

export const webhookView = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    signing: z.string(),
    createdAt: z.string(),
    isGiven: z.boolean().describe('Given at start: it cannot be removed here'),
    waiting: z.int().min(0),
  })
  .meta({ id: 'Webhook' });

export const deliveryView = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    webhookName: z.string().nullable(),
    collectionId: z.string(),
    collectionName: z.string(),
    version: z.int(),
    eventAt: z.string(),
    state: z.enum(['waiting', 'retrying', 'delivered', 'failed', 'gaveUp']),
    place: z.int().min(1).nullable().describe('Place in the endpoint’s line; null when settled'),
    tries: z.int().min(0),
    lastTriedAt: z.string().nullable(),
    lastStatus: z.int().nullable(),
    lastFault: z.string().nullable(),
    lastMs: z.number().nullable(),
    nextTryAt: z.string().nullable(),
  })
  .meta({ id: 'Delivery' });

export const deliveriesQuery = z.object({
  limit: z.int().min(1).max(1000).default(200),
  state: z.enum(['waiting', 'retrying', 'delivered', 'failed', 'gaveUp']).optional(),
});

export const newKey = z.strictObject({ name: z.string().min(1).max(200) });

export const keyView = z
  .object({
    id: z.string(),
    name: z.string(),
    endsWith: z.string(),
    createdAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
    isGiven: z.boolean().describe('Given at start: it cannot be revoked here'),
  })
  .meta({ id: 'Key' });

export const newOrganisation = z.strictObject({ name: organisationName });
