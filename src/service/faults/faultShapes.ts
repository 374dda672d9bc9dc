/** The faults that can be switched on for tests of readers: what each is called and how it is set. */
import { z } from 'zod';

/** Where and how often a fault strikes. */
const aim = {
  on: z.enum(['list', 'single', 'both']).default('both').describe('Which endpoint'),
  collectionId: z.string().nullable().default(null).describe('Only this collection; null: any'),
  share: z.number().gt(0).max(1).default(1).describe('Of how many requests, 1 is all'),
  times: z.int().min(1).nullable().default(null).describe('Ends after so many; null: never'),
};

const errorAs = z.enum(['error', 'html', 'empty']).default('error');
const retryAfter = z.string().max(100).nullable();

export const fault = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('unavailable'), ...aim, retryAfter: retryAfter.default('5'), body: errorAs }),
  z.strictObject({ fault: z.literal('badGateway'), ...aim, body: errorAs }),
  z.strictObject({
    fault: z.literal('status'),
    ...aim,
    status: z.int().min(400).max(599),
    code: z.string().min(1).max(100),
    retryAfter: retryAfter.default(null),
  }),
  z.strictObject({
    fault: z.literal('latency'),
    ...aim,
    ms: z.int().min(0).max(120_000),
    upToMs: z.int().min(0).max(120_000).nullable().default(null),
  }),
  z.strictObject({ fault: z.literal('drip'), ...aim, bytesPerSecond: z.int().min(1).default(100) }),
  z.strictObject({ fault: z.literal('reset'), ...aim, afterBytes: z.int().min(0).default(100) }),
  z.strictObject({
    fault: z.literal('truncation'),
    ...aim,
    keep: z.number().min(0).max(1).default(0.5),
    framing: z.enum(['length', 'chunked', 'close']).default('length'),
  }),
  z.strictObject({
    fault: z.literal('wrongEtag'),
    ...aim,
    kind: z.enum(['changing', 'absent', 'weak', 'unquoted', 'constant']).default('changing'),
  }),
  z.strictObject({ fault: z.literal('sameEtag'), ...aim }),
  z.strictObject({ fault: z.literal('unexpected304'), ...aim }),
  z.strictObject({ fault: z.literal('flapping'), ...aim }),
  z.strictObject({ fault: z.literal('rewind'), ...aim, versions: z.int().min(1).max(20).default(1) }),
  z.strictObject({ fault: z.literal('emptyWithCount'), ...aim }),
  z.strictObject({ fault: z.literal('html'), ...aim }),
  z.strictObject({ fault: z.literal('redirect'), ...aim, location: z.string().min(1).max(2000) }),
  z.strictObject({ fault: z.literal('wrongId'), ...aim }),
  z.strictObject({
    fault: z.literal('oddBody'),
    ...aim,
    kind: z.enum(['bom', 'badUtf8', 'null', 'array', 'empty', 'notJson']).default('notJson'),
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
