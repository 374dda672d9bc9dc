/** The small flat object that describes one feed to button panels. It can only grow, at the end. */
import { z } from 'zod';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { feedSchema } from './deskState.ts';
import { count } from './schemaParts.ts';

const { slug, gate, freshness, revision, playHead, restored, served } = feedSchema.shape;
const { index, itemId, pinned, rotateSeconds } = playHead.shape;

export const panelSchema = z
  .strictObject({
    gate,
    pendingCount: count.describe('Changes that a take would make, as the desk counts them.'),
    freshness,
    onAirCount: count.describe('Posts on air; 0 while that is not known, see `served`.'),
    queueLength: count.describe('Posts after the current one.'),
    index,
    currentAuthor: z.string().describe('Name of the current post’s author; empty when nothing is on air.'),
    revision,
    problemsOnAir: count.describe(
      'Problems which say that on air is affected, and blocked posts that may still be on screen, for all feeds together.',
    ),
    itemId,
    feed: slug,
    pinned,
    rotateSeconds,
    used: z.boolean().describe('True when the current post is marked used.'),
    collectionId: z.string().nullable().describe('Id of the collection that the feed uses; `null` if none is chosen.'),
    collectionName: z.string().describe('Its name; empty until its first list has arrived.'),
    canBack: z.boolean().describe('True while Back would undo a clear.'),
    restored,
    served,
  })
  .meta({ id: 'Panel', description: 'The feed as one small flat object.' });

export type Panel = ReadonlyOutput<typeof panelSchema>;
