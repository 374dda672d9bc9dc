/** The schemas of a preflight: a desk’s measurements for it, and its result. */
import { z } from 'zod';
import { maxFaultyFits } from '../core/fit.ts';
import { preflightVerdicts } from '../core/preflightVerdict.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { targets } from '../core/targets.ts';
import { count, time } from './schemaParts.ts';

const measuredFitSchema = z.strictObject({
  itemId: z.string().max(512).describe('Id of the post.'),
  isWholeOnCard: z.boolean().describe('True if the card shows its whole text.'),
  isWholeOnWall: z.boolean().describe('True if the smallest tile of the wall shows its whole text.'),
  isCroppedOnWall: z.boolean().describe('True if that tile shows a landscape part of its portrait picture.'),
  missing: z.string().max(2000).describe('Characters that no font of the overlays has.'),
});

export const preflightInput = z.strictObject({
  feed: z.string().min(1).max(64).nullable().default(null).describe('Feed to check; `null` for every feed.'),
  target: z
    .enum(targets)
    .nullable()
    .default(null)
    .describe('Program that the graphics run in; `null` for the programs that read the feed.'),
  fit: z
    .array(
      z.strictObject({
        feed: z.string().min(1).max(64).describe('Name of the feed.'),
        posts: count.describe('Posts in staging and live.'),
        measured: count.describe('How many of them were measured.'),
        longest: count.describe('Characters of the longest text.'),
        faulty: z.array(measuredFitSchema).max(maxFaultyFits).describe('Measured posts that do not fit.'),
      }),
    )
    .max(100)
    .default([])
    .describe('Measurements of a desk with the overlays; without them, the fit of posts is not checked.'),
});

const verdict = z.enum(preflightVerdicts);

export const preflightSchema = z
  .strictObject({
    at: time.describe('When it ended.'),
    by: z.string().describe('Who started it.'),
    target: z
      .enum(targets)
      .nullable()
      .describe('Program that the graphics run in; `null` if each feed was checked for the programs that read it.'),
    verdict: verdict.describe('The worst verdict of its checks.'),
    checks: z
      .array(
        z.strictObject({
          id: z.string().describe('Id of the check, such as `clock`.'),
          title: z.string().describe('Name of the check.'),
          verdict: verdict.describe('`good`, `warning` (could affect the show) or `fault` (will affect it).'),
          message: z.string().describe('The finding.'),
          all: z
            .array(z.string())
            .describe('Every finding, if `message` has only the first few of them; otherwise empty. At most 1,000.'),
          nextStep: z.string().nullable().describe('What to do; `null` if no action is needed.'),
          feed: z.string().nullable().describe('Feed that it concerns; `null` for all.'),
        }),
      )
      .describe('Every check.'),
  })
  .meta({ id: 'Preflight', description: 'Result of a preflight.' });

export type Preflight = ReadonlyOutput<typeof preflightSchema>;
export type PreflightCheck = Preflight['checks'][number];
export type PreflightVerdict = Preflight['verdict'];
export type PreflightInput = ReadonlyOutput<typeof preflightInput>;
