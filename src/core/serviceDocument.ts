/** Schemas of the service document’s responses and webhook payloads; validation, types and OpenAPI derive from them. */
import { z } from 'zod';

const instant = z.string().describe('ISO 8601 timestamp');
const count = z.int().min(0);

const mediaItem = z
  .object({ mediaUrl: z.string().describe('URL of the media asset'), mediaType: z.string().describe('MIME type') })
  .meta({ id: 'MediaItem' });

export const contentItem = z
  .object({
    id: z.string().min(1),
    fullName: z.string().nullable(),
    username: z.string().nullable(),
    source: z.string().describe('The platform; an open set with FACEBOOK, INSTAGRAM, WHATSAPP and others'),
    message: z.string(),
    profileImageUrl: z.string().nullable(),
    media: z.array(mediaItem),
    publishedAt: instant,
    lastModifiedDate: instant,
  })
  .meta({ id: 'ContentItem' });

const header = {
  id: z.string().min(1).describe('Permanent id of the collection'),
  name: z.string().describe('Name of the collection'),
  contentType: z.string().describe('An open set; usually SOCIAL_POST'),
  stagingContentCount: count.describe('Number of posts in staging'),
  liveContentCount: count.describe('Number of posts in live'),
  createdDate: instant,
  lastModifiedDate: instant,
};

export const collectionSummary = z
  .object({ ...header, url: z.string().describe('Full URL of the collection') })
  .meta({ id: 'CollectionSummary' });

const singleMeta = z
  .object({ totalItems: count, page: z.literal(0), pageSize: count })
  .meta({ id: 'SingleCollectionMeta' });

const listMeta = z
  .object({ page: count, pageSize: z.int().min(1).max(100), totalItems: count, totalPages: count })
  .meta({ id: 'PaginationMeta' });

const webhookCollection = z
  .object({
    ...header,
    stagingContents: z.array(contentItem).describe('The posts in staging, in order'),
    liveContents: z.array(contentItem).describe('The posts in live, in order'),
  })
  .meta({ id: 'WebhookCollection' });

export const collection = z.object({ ...webhookCollection.shape, meta: singleMeta }).meta({ id: 'Collection' });

export const collectionList = z
  .object({ collections: z.array(collectionSummary), meta: listMeta })
  .meta({ id: 'CollectionList' });

export const webhookPayload = z
  .object({
    event: z.literal('COLLECTION_UPDATED'),
    collectionId: z.string().min(1),
    timestamp: instant,
    data: webhookCollection,
  })
  .meta({ id: 'WebhookPayload' });

export const errorResponse = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'ErrorResponse' });

export const changeKind = z.enum([
  'collectionCreated',
  'collectionEdited',
  'collectionDeleted',
  'itemAdded',
  'itemEdited',
  'itemDeleted',
  'itemPromoted',
  'itemDemoted',
  'itemsDeleted',
  'itemsPromoted',
  'itemsDemoted',
  'listOrdered',
  'liveCleared',
  'changeUndone',
]);

export type MediaItem = Readonly<z.infer<typeof mediaItem>>;
export type ContentItem = Readonly<Omit<z.infer<typeof contentItem>, 'media'>> & {
  readonly media: readonly MediaItem[];
};
export type WebhookCollection = z.infer<typeof webhookCollection>;
export type WebhookPayload = z.infer<typeof webhookPayload>;
export type ErrorResponse = z.infer<typeof errorResponse>;

export type ListName = 'staging' | 'live';

export type ChangeKind = z.infer<typeof changeKind>;

export type UndoneChange = {
  readonly kind: ChangeKind;
  readonly itemId: string | null;
  /** The version that it had made; `null` if that is not known. */
  readonly version: number | null;
};

export type Change = {
  readonly kind: ChangeKind;
  readonly itemId: string | null;
  readonly at: string;
  /** The change that it undid; `null` if it is not an undo. */
  readonly undone: UndoneChange | null;
};
