/** Schemas of everything the store reads from disk: journal records, the index and collection files. */
import { z } from 'zod';
import { deliveryStates } from '../../core/authoringDocument.ts';
import { changeKind, contentItem } from '../../core/serviceDocument.ts';
import type { Patch } from './patch.ts';

const listName = z.enum(['staging', 'live']);

const patch: z.ZodType<Patch> = z.object({
  header: z.object({
    name: z.exactOptional(z.string()),
    contentType: z.exactOptional(z.string()),
    isDeleted: z.exactOptional(z.boolean()),
  }),
  splices: z.array(
    z.object({
      list: listName,
      at: z.int().min(0),
      removed: z.int().min(0),
      inserted: z.array(z.union([z.string(), contentItem])),
    }),
  ),
});

/** Files of earlier releases have the kind alone. */
const undoneChange = {
  kind: changeKind,
  itemId: z.string().nullable().default(null),
  version: z.int().nullable().default(null),
};

const header = {
  id: z.string(),
  organisation: z.string(),
  name: z.string(),
  contentType: z.string(),
  isDeleted: z.boolean(),
  version: z.int().min(1),
  createdDate: z.string(),
  lastModifiedDate: z.string(),
  lastChange: z.object({
    kind: changeKind,
    itemId: z.string().nullable(),
    at: z.string(),
    undone: z.object(undoneChange).nullable().default(null),
  }),
};

/** A collection file, or a delivery’s collection in the outbox. */
export const collectionFile = z.object({
  ...header,
  staging: z.array(contentItem),
  live: z.array(contentItem),
  undo: z.array(z.object({ ...undoneChange, patch })),
});

const storedSummary = z.object({ ...header, stagingCount: z.int(), liveCount: z.int() });

/** A reader’s API key: only its hash and last four characters are stored. */
const storedKey = z.object({
  id: z.string(),
  organisation: z.string(),
  name: z.string(),
  hash: z.string(),
  endsWith: z.string(),
  createdAt: z.string(),
});

/** The secret is stored in clear text because every delivery’s signature needs it. */
const storedWebhook = z.object({
  id: z.string(),
  organisation: z.string(),
  name: z.string(),
  url: z.string(),
  signing: z.string(),
  secret: z.string(),
  createdAt: z.string(),
});

const tryResult = {
  state: z.enum(deliveryStates),
  lastTriedAt: z.string().nullable(),
  /** HTTP status; `null` without a response. */
  lastStatus: z.int().nullable(),
  /** Why there was no response; `null` if there was one. */
  lastFault: z.enum(['timeout', 'network']).nullable(),
  lastMs: z.number().nullable(),
  nextTryAt: z.string().nullable(),
};

const delivery = z.object({
  id: z.string(),
  seq: z.int(),
  webhookId: z.string(),
  organisation: z.string(),
  collectionId: z.string(),
  collectionName: z.string(),
  version: z.int(),
  eventAt: z.string(),
  tries: z.int(),
  /** Missing in files of earlier releases. */
  superseded: z.int().default(0),
  ...tryResult,
});

export const storeRecord = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('collectionChanged'),
    seq: z.int(),
    organisation: z.string(),
    collectionId: z.string(),
    version: z.int().min(1),
    at: z.string(),
    kind: changeKind,
    itemId: z.string().nullable(),
    isUndo: z.boolean(),
    patch,
    /** Ids of the webhooks to notify. */
    to: z.array(z.string()).readonly(),
  }),
  /** The first record of a journal, so that an emptied one is noticed. */
  z.object({ type: z.literal('journalBegan') }),
  z.object({ type: z.literal('organisationAdded'), name: z.string() }),
  z.object({ type: z.literal('keyAdded'), key: storedKey }),
  z.object({ type: z.literal('keyRemoved'), id: z.string() }),
  z.object({ type: z.literal('webhookAdded'), webhook: storedWebhook }),
  z.object({ type: z.literal('webhookRemoved'), id: z.string() }),
  z.object({ type: z.literal('webhookSecretSet'), id: z.string(), secret: z.string() }),
  z.object({
    type: z.literal('deliveryAsked'),
    seq: z.int(),
    organisation: z.string(),
    collectionId: z.string(),
    webhookId: z.string(),
  }),
  z.object({ type: z.literal('deliveryTried'), id: z.string(), ...tryResult }),
]);

export const indexFile = z.object({
  format: z.literal(1),
  generation: z.int().min(0),
  /** Whether journals begin with `journalBegan`; missing in files of earlier releases. */
  journalsBegin: z.boolean().default(false),
  seq: z.int().min(0),
  organisations: z.array(z.string()),
  keys: z.array(storedKey),
  webhooks: z.array(storedWebhook),
  summaries: z.array(storedSummary),
  deliveries: z.array(delivery),
  /** Time of last use by key id. */
  keysUsedAt: z.record(z.string(), z.string()),
});

export type StoreRecord = z.infer<typeof storeRecord>;
export type IndexFile = z.infer<typeof indexFile>;
export type StoredKey = Readonly<z.infer<typeof storedKey>>;
export type StoredWebhook = Readonly<z.infer<typeof storedWebhook>>;
export type Delivery = Readonly<z.infer<typeof delivery>>;
export type TryRecord = Readonly<Omit<Extract<StoreRecord, { type: 'deliveryTried' }>, 'type'>>;
