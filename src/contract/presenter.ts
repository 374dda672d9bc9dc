/** The presenter’s view of a feed: the current and the next post on air, and nothing of staging. */
import { z } from 'zod';
import { languages } from '../core/language/languages.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { itemSchema } from './deskItem.ts';
import { feedSchema } from './deskState.ts';
import { count } from './schemaParts.ts';

const { slug, served, playHead } = feedSchema.shape;
const { id, fullName, username, source, message, publishedAt, avatarUrl } = itemSchema.shape;

const presenterPost = z.strictObject({
  ...{ id, fullName, username, source, message, publishedAt, avatarUrl },
  pictureUrl: z
    .string()
    .nullable()
    .describe('Path of its first picture, or a video’s poster, at most 320 pixels wide; `null` without one.'),
});

export const presenterSchema = z
  .strictObject({
    feed: slug,
    served,
    index: playHead.shape.index,
    onAirCount: count.describe('Posts on air.'),
    current: presenterPost.nullable().describe('The current post; `null` when nothing is on air.'),
    used: z.boolean().describe('True when the current post is marked used.'),
    language: z.enum(languages).describe('The language of this installation, which the page speaks too.'),
    next: presenterPost.nullable().describe('The post that `next` goes to; `null` when it would stay.'),
  })
  .meta({ id: 'Presenter', description: 'The presenter’s view of a feed.' });

export type PresenterView = ReadonlyOutput<typeof presenterSchema>;
export type PresenterPost = ReadonlyOutput<typeof presenterPost>;
