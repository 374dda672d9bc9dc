/** Defines the schemas of the service's collections in the control API; the compiler checks them against the types read. */
import { z } from 'zod';
import { itemSchema } from '../../contract/deskItem.ts';
import { count } from '../../contract/schemaParts.ts';
import type { Collection, CollectionSummary, Item } from '../../core/collection.ts';

/** Makes the compiler require a schema for every field of the type. */
type Fields<Value> = { readonly [Name in keyof Value]-?: z.ZodType<Value[Name]> };

const header = {
  id: z.string().describe('Id of the collection.'),
  name: z.string().describe('Name of the collection.'),
  contentType: z.string().describe('Content type, for example SOCIAL_POST.'),
};
const dates = {
  createdDate: z.string().describe('When the collection was created.'),
  lastModifiedDate: z.string().describe('When the collection last changed.'),
};

const collectionRowFields: Fields<CollectionSummary> = {
  ...header,
  stagingCount: count.describe('Posts in staging.'),
  liveCount: count.describe('Posts in live.'),
  ...dates,
};
export const collectionPageSchema = z
  .object({
    rows: z.array(z.object(collectionRowFields)).describe('Collections on this page.'),
    page: count.describe('Page number, from 0.'),
    totalPages: count.describe('Number of pages.'),
  })
  .meta({ id: 'CollectionPage', description: 'One page of collections.' });

const { id, fullName, username, source, message, publishedAt, lastModifiedDate } = itemSchema.shape;
const itemFields: Fields<Item> = {
  id,
  fullName,
  username,
  source,
  message,
  profileImageUrl: z.string().nullable().describe('Address of the author’s picture.'),
  media: z
    .array(
      z.object({
        mediaUrl: z.string().describe('Address of the picture or video.'),
        mediaType: z.string().describe('MIME type.'),
      }),
    )
    .describe('Pictures and videos.'),
  publishedAt,
  lastModifiedDate,
  extra: z.record(z.string(), z.unknown()).nullable().describe('Fields the service does not document.'),
};
const collectionFields: Fields<Collection> = {
  ...header,
  ...dates,
  staging: z.array(z.object(itemFields)).describe('Posts in staging.'),
  live: z.array(z.object(itemFields)).describe('Posts in live.'),
};
export const collectionSchema = z.object(collectionFields).meta({ id: 'Collection', description: 'The collection.' });
