/** What authors send and get, as schemas. */
import { z } from 'zod';
import { collection } from '../document.ts';
import {
  address,
  addressOrNull,
  formed,
  instant,
  oneOf,
  text,
  textOrNull,
  wholeNumber,
  wholeNumberOrNull,
} from '../http/fieldShapes.ts';
import { isSigning } from '../webhooks/sign.ts';

const list = oneOf(['staging', 'live']);
const index = wholeNumberOrNull(0, 100_000);
const deliveryState = oneOf(['waiting', 'retrying', 'delivered', 'failed', 'gaveUp']);

/** Safe in a path as it is, and never `.` or `..`. */
const itemId = formed(
  /^[A-Za-z0-9_:~-][A-Za-z0-9_.:~-]{0,199}$/,
  'at most 200 letters, digits and _ : ~ - . with no dot first',
);

export const organisationName = formed(
  /^[A-Za-z0-9][A-Za-z0-9 _-]{0,63}$/,
  'at most 64 letters, digits, spaces and _ -, a letter or digit first',
);

const mediaType = formed(/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/, 'a MIME type, like image/jpeg');
const media = z.array(z.strictObject({ mediaUrl: address(), mediaType })).max(20);

const itemFields = {
  fullName: textOrNull(0, 500),
  username: textOrNull(0, 500),
  source: text(1, 100),
  message: text(0, 20_000),
  profileImageUrl: addressOrNull(),
  media,
  publishedAt: instant(),
  lastModifiedDate: instant(),
};

export const newCollection = z.strictObject({
  name: text(1, 200),
  contentType: text(1, 100).default('SOCIAL_POST'),
});

export const collectionEdit = z.strictObject({
  name: text(1, 200).optional(),
  contentType: text(1, 100).optional(),
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
  publishedAt: instant().optional().describe('Now when left out'),
  lastModifiedDate: instant().optional().describe('Now when left out'),
});

export const itemEdit = z.strictObject({
  list: list.optional(),
  index: index.optional(),
  ...z.strictObject(itemFields).partial().shape,
});

export const place = z.strictObject({ index: index.default(null).describe('Null: at the end') });

export const listOrder = z.strictObject({ list, itemIds: z.array(text(1, 200)).max(20_000) });

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
  name: text(1, 200),
  url: address(),
  signing: text(1, 200)
    .refine(isSigning, 'must be body, timestamp.body, or a text with {body} in it')
    .default('body')
    .describe('body, timestamp.body, or a text with {timestamp}, {event} and {body}'),
  secret: text(1, 500).optional().describe('Made by the service when left out'),
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
    state: deliveryState,
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
  limit: wholeNumber(1, 1000).default(200),
  state: deliveryState.optional(),
});

export const newKey = z.strictObject({ name: text(1, 200) });

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
