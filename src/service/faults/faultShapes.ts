/** Schemas of the faults that can be switched on to test readers. */
import { z } from 'zod';
import { oneOf, text, textOrNull, wholeNumber, wholeNumberOrNull } from '../http/fieldShapes.ts';

/** Which requests a fault applies to. */
const target = {
  on: oneOf(['list', 'single', 'both'])
    .default('both')
    .describe('The endpoint: the list of collections, the single collection or both'),
  collectionId: z.string().nullable().default(null).describe('Applies to this collection only; null applies to all'),
  share: z.number().gt(0).max(1).default(1).describe('Share of requests affected; 1 is all of them'),
  times: wholeNumberOrNull(1, null).default(null).describe('Stops after this number of hits; null never stops'),
};

const errorAs = oneOf(['error', 'html', 'empty']).default('error');
const retryAfter = textOrNull(0, 100);

export const fault = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('unavailable'), ...target, retryAfter: retryAfter.default('5'), body: errorAs }),
  z.strictObject({ fault: z.literal('badGateway'), ...target, body: errorAs }),
  z.strictObject({
    fault: z.literal('status'),
    ...target,
    status: wholeNumber(400, 599),
    code: text(1, 100),
    retryAfter: retryAfter.default(null),
  }),
  z.strictObject({
    fault: z.literal('latency'),
    ...target,
    ms: wholeNumber(0, 120_000),
    upToMs: wholeNumberOrNull(0, 120_000).default(null),
  }),
  z.strictObject({ fault: z.literal('drip'), ...target, bytesPerSecond: wholeNumber(1, null).default(100) }),
  z.strictObject({ fault: z.literal('reset'), ...target, afterBytes: wholeNumber(0, null).default(100) }),
  z.strictObject({
    fault: z.literal('truncation'),
    ...target,
    keep: z.number().min(0).max(1).default(0.5),
    framing: oneOf(['length', 'chunked', 'close']).default('length'),
  }),
  z.strictObject({
    fault: z.literal('wrongEtag'),
    ...target,
    kind: oneOf(['changing', 'absent', 'weak', 'unquoted', 'constant']).default('changing'),
  }),
  z.strictObject({ fault: z.literal('sameEtag'), ...target }),
  z.strictObject({ fault: z.literal('unexpected304'), ...target }),
  z.strictObject({ fault: z.literal('flapping'), ...target }),
  z.strictObject({ fault: z.literal('rewind'), ...target, versions: wholeNumber(1, 20).default(1) }),
  z.strictObject({ fault: z.literal('emptyWithCount'), ...target }),
  z.strictObject({ fault: z.literal('html'), ...target }),
  z.strictObject({ fault: z.literal('redirect'), ...target, location: text(1, 2000) }),
  z.strictObject({ fault: z.literal('wrongId'), ...target }),
  z.strictObject({
    fault: z.literal('oddBody'),
    ...target,
    kind: oneOf(['bom', 'badUtf8', 'null', 'array', 'empty', 'notJson']).default('notJson'),
  }),
  z.strictObject({
    fault: z.literal('oddItems'),
    ...target,
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
