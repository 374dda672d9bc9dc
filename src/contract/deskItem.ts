/** A post as a desk shows it, with its pictures served from the desk's own origin. */
import { z } from 'zod';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';

const mediaSchema = z.object({
  mediaType: z.string().describe('MIME type.'),
  url: z.string().nullable().describe('Path of the cached file; `null` until it is ready.'),
  posterUrl: z.string().nullable().describe('Path of a video’s poster picture.'),
  thumbnailUrl: z
    .string()
    .nullable()
    .describe('Path of the picture or poster in a small size; `null` until it is ready.'),
  width: z.number().nullable().describe('Width in pixels.'),
  height: z.number().nullable().describe('Height in pixels.'),
  durationMs: z.number().nullable().describe('Length of a video in milliseconds.'),
  codec: z.string().nullable().describe('Codec of a video as four characters, such as `avc1`.'),
  bytes: z.number().nullable().describe('Size of the stored file in bytes.'),
  sizes: z.array(z.number()).describe('Smaller widths in pixels that a picture is also served in, with `?w=`.'),
  host: z.string().nullable().describe('Host name of the original address; `null` if it has none.'),
  progress: z.number().describe('Download progress, 0 to 1.'),
  isBroken: z.boolean().describe('True when it cannot be fetched or is not supported.'),
});
export const itemSchema = z.object({
  id: z.string().describe('Id of the post.'),
  fullName: z.string().nullable().describe('Author’s name.'),
  username: z.string().nullable().describe('Author’s username.'),
  source: z.string().describe('Network the post came from.'),
  message: z.string().describe('Text of the post.'),
  avatarUrl: z.string().nullable().describe('Path of the author’s cached picture, at most 320 pixels wide.'),
  media: z.array(mediaSchema).describe('Pictures and videos.'),
  publishedAt: z.string().describe('When the post was published.'),
  lastModifiedDate: z.string().describe('When the post last changed.'),
  mark: z
    .object({
      arrivedAt: z.string().nullable().describe('When it first appeared.'),
      editedAt: z.string().nullable().describe('When it was last edited.'),
      wentLiveAt: z.string().nullable().describe('When it moved from staging to live.'),
      leftIndex: z.number().nullable().describe('Index it had in staging, from 0.'),
    })
    .nullable()
    .describe('Recent changes; always `null` in the history.'),
});

export type DeskMedia = ReadonlyOutput<typeof mediaSchema>;
export type DeskItem = ReadonlyOutput<typeof itemSchema>;
