/** Schemas of the authoring API’s responses; the service’s OpenAPI and the page’s types derive from them. */
import { z } from 'zod';
import { collection, contentItem } from './serviceDocument.ts';
import type { Splice } from './splices.ts';

const changeKind = z
  .string()
  .describe('For example collectionCreated, itemAdded, itemPromoted, liveCleared or changeUndone');
const instantView = z.string().describe('ISO 8601 timestamp');
const idView = z.string().describe('Permanent id');

export const deliveryStates = ['waiting', 'retrying', 'delivered', 'failed', 'gaveUp'] as const;

const { stagingContents: _, liveContents: __, meta: ___, ...collectionHeader } = collection.shape;

const authoredFields = {
  version: z.int().min(1).describe('Counts the changes, from 1'),
  lastChange: z
    .object({
      kind: changeKind,
      itemId: z.string().nullable().describe('The post it concerns; null if it concerns none or several'),
      at: instantView,
      undone: z
        .object({ kind: changeKind, itemId: z.string().nullable(), version: z.int().nullable() })
        .nullable()
        .describe('The change that it undid, with the version that had made it; null if it is not an undo'),
    })
    .describe('The change that made this version'),
  undoes: changeKind.nullable().describe('The change that undo would reverse; null if there is none'),
  undoesVersion: z
    .int()
    .nullable()
    .describe('The version that this change made, to undo only one’s own; null if there is none'),
};

export const authoredCollection = z
  .object({ ...collection.shape, ...authoredFields })
  .meta({ id: 'AuthoredCollection' });

const splice: z.ZodType<Splice> = z
  .object({
    list: z.enum(['staging', 'live']),
    at: z.int().min(0).describe('Index of the first post replaced'),
    removed: z.int().min(0).describe('Number of posts replaced'),
    inserted: z.array(z.union([z.string(), contentItem])).describe('New posts, and ids of posts that either list had'),
  })
  .meta({ id: 'Splice' });

/** A new version without the posts that did not change, so that its size does not depend on the length of the lists. */
export const collectionChange = z
  .object({
    ...collectionHeader,
    ...authoredFields,
    splices: z
      .array(splice)
      .nullable()
      .describe('Changes from the version before; null if they insert more than 200 posts; then read the collection'),
  })
  .meta({ id: 'CollectionChange' });

export const keyView = z
  .object({
    id: idView,
    name: z.string().describe('Name on the API keys screen'),
    endsWith: z.string().describe('Its last four characters; empty for a short key set at startup'),
    createdAt: z.string().nullable().describe('ISO 8601 timestamp; null if it was set at startup'),
    lastUsedAt: z.string().nullable().describe('Time of its last request; null if it has not been used'),
    isSetAtStartup: z.boolean().describe('True if it was set at startup; it cannot be revoked here'),
  })
  .meta({ id: 'Key' });

export const webhookView = z
  .object({
    id: idView,
    name: z.string().describe('Name on the Webhooks screen'),
    url: z.string().describe('Address that deliveries are sent to'),
    signing: z.string().describe('The signed text: body, timestamp.body or a template'),
    createdAt: instantView,
    isSetAtStartup: z.boolean().describe('True if it was set at startup; it cannot be removed here'),
    waiting: z.int().min(0).describe('Number of deliveries in its queue'),
  })
  .meta({ id: 'Webhook' });

export const deliveryView = z
  .object({
    id: idView,
    webhookId: z.string().describe('The webhook it is sent to'),
    webhookName: z.string().nullable().describe('Name of the webhook; null if it was deleted'),
    collectionId: z.string().describe('The collection that changed'),
    collectionName: z.string().describe('Name of the collection at the change'),
    version: z.int().describe('Version of the collection that it contains'),
    eventAt: z.string().describe('Time of the change, ISO 8601'),
    state: z.enum(deliveryStates).describe('waiting before the first try; retrying after a failed one'),
    isLost: z
      .boolean()
      .describe('True if the webhook lacks this newest version of a collection and nothing sends it again'),
    queuePosition: z.int().min(1).nullable().describe('Position in the webhook’s queue, from 1; null if finished'),
    tries: z.int().min(0).describe('Number of tries so far'),
    superseded: z.int().min(0).describe('Number of older versions that it replaced because the webhook was away'),
    lastTriedAt: z.string().nullable().describe('Time of the last try; null before the first'),
    lastStatus: z.int().nullable().describe('HTTP status of the last try; null without a response'),
    lastFault: z.string().nullable().describe('timeout or network if the last try got no response; otherwise null'),
    lastMs: z.number().nullable().describe('Duration of the last try in milliseconds; null before the first'),
    nextTryAt: z.string().nullable().describe('Time of the next try; null if none is scheduled'),
  })
  .meta({ id: 'Delivery' });

export const testResult = z.object({
  outcome: z.enum(['delivered', 'retry', 'failed']).describe('The outcome that a real delivery would have'),
  status: z.int().nullable(),
  fault: z.string().nullable(),
  ms: z.number(),
});

export const deliveryList = z.object({
  deliveries: z.array(deliveryView),
  waiting: z.int().min(0),
  total: z.int().min(0),
});

export type AuthoredCollection = z.infer<typeof authoredCollection>;
export type CollectionChange = Readonly<z.infer<typeof collectionChange>>;
export type ApiKey = Readonly<z.infer<typeof keyView>>;
export type Webhook = Readonly<z.infer<typeof webhookView>>;
export type Delivery = Readonly<z.infer<typeof deliveryView>>;
/** The newest deliveries, with the counts of the whole log. */
export type DeliveryLog = Readonly<z.infer<typeof deliveryList>>;
export type TestDeliveryResult = Readonly<z.infer<typeof testResult>>;
