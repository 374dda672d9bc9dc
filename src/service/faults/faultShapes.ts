/** The faults that can be switched on for tests of readers: what each is called and how it is set. */
import { z } from 'zod';
import { oneOf, text, textOrNull, wholeNumber, wholeNumberOrNull } from '../http/fieldShapes.ts';

/** Where and how often a fault strikes. */
const aim = {
  on: oneOf(['list', 'single', 'both']).default('both').describe('Which endpoint'),
  collectionId: z.string().nullable().default(null).describe('Only this collection; null: any'),
  share: z.number().gt(0).max(1).default(1).describe('Of how many requests, 1 is all'),
  times: wholeNumberOrNull(1, null).default(null).describe('Ends after so many; null: never'),
};

const errorAs = oneOf(['error', 'html', 'empty']).default('error');
const retryAfter = textOrNull(0, 100);

export const fault = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('unavailable'), ...aim, retryAfter: retryAfter.default('5'), body: errorAs }),
  z.strictObject({ fault: z.literal('badGateway'), ...aim, body: errorAs }),
  z.strictObject({
    fault: z.literal('status'),
    ...aim,
    status: wholeNumber(400, 599),
    code: text(1, 100),
    retryAfter: retryAfter.default(null),
  }),
  z.strictObject({
    fault: z.literal('latency'),
    ...aim,
    ms: wholeNumber(0, 120_000),
    upToMs: wholeNumberOrNull(0, 120_000).default(null),
  }),
  z.strictObject({ fault: z.literal('drip'), ...aim, bytesPerSecond: wholeNumber(1, null).default(100) }),
  z.strictObject({ fault: z.literal('reset'), ...aim, afterBytes: wholeNumber(0, null).default(100) }),
  z.strictObject({
    fault: z.literal('truncation'),
    ...aim,
    keep: z.number().min(0).max(1).default(0.5),
    framing: oneOf(['length', 'chunked', 'close']).default('length'),
  }),
  z.strictObject({
    fault: z.literal('wrongEtag'),
    ...aim,
    kind: oneOf(['changing', 'absent', 'weak', 'unquoted', 'constant']).default('changing'),
  }),
  z.strictObject({ fault: z.literal('sameEtag'), ...aim }),
  z.strictObject({ fault: z.literal('unexpected304'), ...aim }),
  z.strictObject({ fault: z.literal('flapping'), ...aim }),
  z.strictObject({ fault: z.literal('rewind'), ...aim, versions: wholeNumber(1, 20).default(1) }),
  z.strictObject({ fault: z.literal('emptyWithCount'), ...aim }),
  z.strictObject({ fault: z.literal('html'), ...aim }),
  z.strictObject({ fault: z.literal('redirect'), ...aim, location: text(1, 2000) }),
  z.strictObject({ fault: z.literal('wrongId'), ...aim }),
  z.strictObject({
    fault: z.literal('oddBody'),
    ...aim,
    kind: oneOf(['bom', 'badUtf8', 'null', 'array', 'empty', 'notJson']).default('notJson'),
  }),
  z.strictObject({
    fault: z.literal('oddItems'),
    ...aim,
    kind: z
      .enum(['missingField', 'wrongType', 'duplicateId', 'unknownEnum', 'extraField', 'countMismatch'])
      .default('missingField'),
  }),
]);

export const faultsSetting = z.strictObject({ faults: z.array(fault).max(20) });

export const faultsView = z.object({
  faults: z.array(z.object({ setting: fault, hits: z.int().min(0), isSpent: z.boolean() })),
});

export type Fault = z.infer<typeof fault>;
