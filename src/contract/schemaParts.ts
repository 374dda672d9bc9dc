/** Defines schema parts shared by the control API's responses. */
import { z } from 'zod';

export const time = z.iso.datetime({ offset: true });
export const ids = z.array(z.string());
export const count = z.int().min(0);
export const gate = z.enum(['following', 'held', 'cleared']);
export const cause = z.enum(['service', 'operator', 'rule']);
export const collectionHeader = z.strictObject({
  id: z.string().describe('Id of the collection.'),
  name: z.string().describe('Name of the collection.'),
  contentType: z.string().describe('Content type, for example SOCIAL_POST.'),
  lastModifiedDate: z.string().describe('When the collection last changed.'),
});
/** The changed part of a text. */
export const textEdit = z.strictObject({
  before: z.string().describe('Old words.'),
  after: z.string().describe('New words.'),
});
export const difference = {
  added: ids.describe('Ids of posts that are added.'),
  removed: ids.describe('Ids of posts that are removed.'),
  edited: z
    .array(
      z.strictObject({
        id: z.string().describe('Id of the post.'),
        fields: z.array(z.string()).describe('Names of the changed fields.'),
      }),
    )
    .describe('Posts whose fields change.'),
  moved: ids.describe('Ids of posts that change position.'),
};
