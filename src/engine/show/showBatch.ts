/** Schema of the saved show: batches of changed parts. Each list is stored once under an id, so that an unchanged list is never written twice. */
import { z } from 'zod';
import { verbs } from '../../core/action.ts';
import { partsSchema } from './listParts.ts';

/** Version of this schema. To change it, add an upgrade to `upgrades` and a fixture of the old version. */
export const showVersion = 1;

/** The first record of every file. */
export const firstRecordSchema = z.object({ greenroom: z.literal('show'), version: z.int().min(1) });

const indexSchema = z.int().min(0);

const listSchema = z.object({ id: indexSchema, from: indexSchema.nullable(), parts: partsSchema });

export const collectionHeaderSchema = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  lastModifiedDate: z.string(),
});

const listWithHeaderSchema = z.object({ list: indexSchema, header: collectionHeaderSchema.nullable() });
export const causeSchema = z.enum(['service', 'operator', 'rule']);
/** The operator's action. Files of older versions have none; an unknown verb of a newer version is read as `null`. */
export const actionSchema = z.object({
  verb: z.enum(verbs).nullable().catch(null),
  about: z.string().nullable().catch(null),
});
export const takedownSchema = z.object({
  waitingFor: z
    .array(z.object({ key: z.string(), name: z.string(), isAmbiguous: z.boolean().exactOptional() }))
    .readonly(),
  confirmed: z
    .object({
      at: z.string(),
      by: z.string().nullable(),
      consumers: z.array(z.string()).readonly(),
      inMs: z.number().nullable(),
    })
    .nullable(),
  canBeConfirmed: z.boolean().exactOptional(),
});
const blockedPostSchema = z.object({
  fullName: z.string().nullable(),
  username: z.string().nullable(),
  source: z.string(),
  message: z.string(),
});
const gateSchema = z.enum(['following', 'held', 'cleared']);

export const startDoubtSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unsure') }),
  z.object({ kind: z.literal('older'), name: z.string(), known: indexSchema, revision: indexSchema }),
]);

const feedSchema = z.object({
  slug: z.string(),
  collectionId: z.string().nullable(),
  configuredId: z.string().nullable(),
  live: listWithHeaderSchema.extend({ version: indexSchema }),
  base: listWithHeaderSchema,
  beforeClear: listWithHeaderSchema.nullable(),
  gate: gateSchema,
  gateBy: z.string().nullable(),
  gateSince: z.string(),
  /** Missing in older files. */
  hold: z.object({ by: z.string().nullable(), since: z.string() }).nullable().default(null),
  loss: z.enum(['unsaved', 'changes', 'guards', 'list']).nullable().default(null),
  /** Missing in older files; an unknown kind of a newer version is read as `null`. */
  startDoubt: startDoubtSchema.nullable().catch(null),
  /** Missing in older files. */
  foundRemovedAt: z.string().nullable().default(null),
  blocks: z.array(
    z.object({
      itemId: z.string(),
      /** Missing in older files. */
      post: blockedPostSchema.nullable().default(null),
      reason: z.string().nullable(),
      since: z.string(),
      by: z.string().nullable(),
      offAirRevision: indexSchema,
      takedown: takedownSchema.exactOptional(),
    }),
  ),
  guards: z.object({
    words: z.array(z.string()),
    authors: z.array(z.string()),
    allowed: z.array(z.string()),
    /** Missing in older files. */
    version: indexSchema.default(0),
  }),
  /** The posts are not stored: they are always the base without blocked and guarded posts. */
  onAir: actionSchema.extend({
    header: collectionHeaderSchema.nullable(),
    revision: indexSchema,
    since: z.string(),
    cause: causeSchema,
    by: z.string().nullable(),
  }),
  playHead: z.object({
    itemId: z.string().nullable(),
    index: indexSchema.nullable(),
    isPinned: z.boolean(),
    rotation: z.object({ seconds: z.number(), isByLength: z.boolean() }).nullable(),
    wasByLength: z.literal(true).exactOptional(),
    isLooping: z.boolean(),
    isLoopChosen: z.literal(true).exactOptional(),
    skipsUsed: z.boolean(),
    used: z.array(z.string()),
    since: z.string(),
    /** Missing in older files. */
    moves: indexSchema.default(0),
    movedBy: z.string().exactOptional(),
  }),
});

const collectionSchema = collectionHeaderSchema.extend({
  createdDate: z.string(),
  staging: indexSchema,
  live: indexSchema,
  acceptedAt: z.string(),
  /** Missing in older files. */
  service: z.string().nullable().default(null),
  /** Missing in older files. */
  count: indexSchema.default(0),
  isUnread: z.literal(true).exactOptional(),
  isGone: z.literal(true).exactOptional(),
  isRewound: z.literal(true).exactOptional(),
  isCut: z.literal(true).exactOptional(),
  doubtedAt: z.string().exactOptional(),
});

/** One change of the show, or all of it if `isWhole`. It is read completely or not at all. */
export const batchSchema = z.object({
  isWhole: z.boolean(),
  lists: z.array(listSchema),
  collections: z.array(collectionSchema),
  feeds: z.array(feedSchema),
  /** Slugs of all feeds in order; `null` when the order is unchanged. */
  order: z.array(z.string()).nullable(),
});

export type Batch = z.infer<typeof batchSchema>;
export type ListRecord = Batch['lists'][number];
export type FeedRecord = Batch['feeds'][number];
export type CollectionRecord = Batch['collections'][number];

/** Upgrades a batch of an older version. `upgrades[0]` upgrades version 1 to version 2, and so on. */
export function upgradeBatch(batch: unknown, version: number): unknown {
  return upgrades.slice(version - 1).reduce<unknown>((older, upgrade) => upgrade(older), batch);
}

const upgrades: readonly ((older: unknown) => unknown)[] = [];
