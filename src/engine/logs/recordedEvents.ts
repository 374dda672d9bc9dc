/** Converts events to and from recorded JSON; an arriving collection is stored as its differences. */
import { z } from 'zod';
import { sourceSchema as publicSourceSchema } from '../../contract/deskState.ts';
import { isSameJson } from '../../core/boundedJson.ts';
import type { Collection } from '../../core/collection.ts';
import type { ProblemCode } from '../../core/problem.ts';
import { catalogue } from '../../core/problemCatalogue.ts';
import type { DeepReadonly } from '../../core/readonlyOutput.ts';
import { type MediaFacts, type ShowEvent, type ShowState, snapshotOf } from '../../core/show.ts';
import type { SourceState } from '../../core/source.ts';
import { partsSchema, readParts, writeParts } from '../show/listParts.ts';
import { collectionHeaderSchema, startDoubtSchema, takedownSchema } from '../show/showBatch.ts';
import type { ChangeStep } from '../store.ts';

const text = z.string();
const operatorFields = { feed: text, by: text.nullable(), at: text };
const liveVersionSchema = z.int().nullable();

const arrivalSchema = z.object({
  type: z.literal('collectionArrived'),
  collection: collectionHeaderSchema.extend({ createdDate: text }),
  /** Whether the parts refer to the lists that the show had before this step. */
  isChange: z.boolean(),
  live: partsSchema,
  staging: partsSchema,
  from: z.enum(['poll', 'webhook', 'disk']),
  accept: z.enum(['newer', 'newerOrTie', 'any']),
  isRewind: z.literal(true).optional(),
  isCut: z.literal(true).optional(),
  at: text,
});

const isCode = (code: unknown): code is ProblemCode => typeof code === 'string' && Object.hasOwn(catalogue, code);
const problemCodeSchema = z.custom<ProblemCode>(isCode);

export const mediaFactsSchema: z.ZodType<MediaFacts> = z.object({
  name: text.nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  // Recordings of version 0.1 have none.
  posterName: text.nullable().default(null),
  durationMs: z.number().nullable(),
  codec: text.nullable().default(null),
  bytes: z.number().nullable().default(null),
  sizes: z.array(z.number()).default([]),
  progress: z.number(),
  isBroken: z.boolean(),
});

const publicSource = publicSourceSchema.shape;

const freshnessSchema = z.enum(['fresh', 'stale', 'offline', 'demo']);
const confirmationSchema = z.object({
  freshness: freshnessSchema,
  confirmedAt: text.nullable(),
  confirmedMonotonicMs: z.number().nullable(),
});

export const sourceSchema: z.ZodType<SourceState> = z.object({
  mode: publicSource.mode,
  state: publicSource.state,
  freshness: freshnessSchema,
  baseUrl: text,
  pollEveryMs: z.number(),
  lastConfirmedAt: text.nullable(),
  lastConfirmedMonotonicMs: z.number().nullable(),
  nextCheckAt: text.nullable(),
  latencyMs: z.number().nullable(),
  clockSkewMs: z.number().nullable(),
  webhook: publicSource.webhook,
  /** Missing in older recordings. */
  confirmations: z.record(text, confirmationSchema).default({}),
});

const mediaChangesSchema = z.array(z.tuple([text, mediaFactsSchema.nullable()]));

const eventSchema = z.discriminatedUnion('type', [
  arrivalSchema,
  // The complete source state after the event.
  z.object({ type: z.literal('sourceChanged'), source: sourceSchema }),
  z.object({ type: z.enum(['listConfirmed', 'listGone', 'listPresent']), collectionId: text }),
  z.object({ type: z.literal('listDoubted'), collectionId: text, doubtedAt: text.nullable() }),
  z.object({
    type: z.literal('feedsConfigured'),
    feeds: z.array(
      z.object({
        slug: text,
        collectionId: text.nullable(),
        isCollectionSet: z.boolean().optional(),
        isOtherService: z.boolean().optional(),
        keepsList: z.boolean().optional(),
        lastRevision: z.int().optional(),
        seenRevision: z.int().optional(),
        isOtherShow: z.boolean().optional(),
      }),
    ),
    by: text.nullable().optional(),
    at: text,
  }),
  z.object({
    type: z.literal('collectionsSaved'),
    feeds: z.array(z.object({ slug: text, collectionId: text.nullable() })),
  }),
  z.object({ type: z.literal('mediaChanged'), media: mediaChangesSchema, kept: mediaChangesSchema.optional() }),
  z.object({
    type: z.literal('problemRaised'),
    problem: z.object({
      code: problemCodeSchema,
      severity: z.enum(['notice', 'warning', 'onAir', 'needsOperator']),
      message: text,
      nextStep: text,
      since: text,
      about: text,
    }),
  }),
  z.object({ type: z.literal('clockSet'), byMs: z.number(), wasStopped: z.boolean() }),
  z.object({ type: z.literal('problemCleared'), code: problemCodeSchema, about: text }),
  z.object({ type: z.enum(['feedHeld', 'feedCleared', 'feedBroughtBack', 'restorationSeen']), ...operatorFields }),
  z.object({ type: z.literal('feedReleased'), liveVersion: liveVersionSchema, ...operatorFields }),
  z.object({
    type: z.literal('feedTaken'),
    liveVersion: liveVersionSchema,
    only: z.literal('removals').nullable(),
    ...operatorFields,
  }),
  z.object({
    type: z.literal('feedRolledBack'),
    list: z.object({ parts: partsSchema, header: collectionHeaderSchema.nullable() }),
    /** Missing in older recordings. */
    revision: z.int().nullable().default(null),
    ...operatorFields,
  }),
  z.object({
    type: z.literal('feedPointed'),
    collectionId: text,
    hold: z.boolean(),
    isUnread: z.literal(true).optional(),
    ...operatorFields,
  }),
  z.object({ type: z.literal('itemBlocked'), itemId: text, reason: text.nullable(), ...operatorFields }),
  z.object({
    type: z.enum(['itemUnblocked', 'itemAllowed', 'rotationElapsed', 'takedownConfirmed']),
    itemId: text,
    ...operatorFields,
  }),
  z.object({ type: z.literal('startDoubted'), doubt: startDoubtSchema, ...operatorFields }),
  z.object({
    type: z.literal('takedownReported'),
    itemId: text,
    blockedAt: text,
    report: takedownSchema,
    ...operatorFields,
  }),
  z.object({
    type: z.literal('guardsSet'),
    words: z.array(text),
    authors: z.array(text),
    /** Missing in older recordings. */
    version: z.int().nullable().default(null),
    ...operatorFields,
  }),
  z.object({ type: z.literal('headStepped'), steps: z.union([z.literal(1), z.literal(-1)]), ...operatorFields }),
  z.object({ type: z.literal('headCued'), itemId: text.nullable(), index: z.int().nullable(), ...operatorFields }),
  z.object({ type: z.literal('headPinned'), isPinned: z.boolean(), ...operatorFields }),
  z.object({
    type: z.literal('rotationSet'),
    rotation: z.object({ seconds: z.number(), isByLength: z.boolean() }).nullable(),
    isLooping: z.boolean(),
    isLoopChosen: z.literal(true).optional(),
    skipsUsed: z.boolean(),
    ...operatorFields,
  }),
  z.object({ type: z.literal('itemUsed'), itemId: text, isUsed: z.boolean(), ...operatorFields }),
]);

type RecordedEvent = DeepReadonly<z.input<typeof eventSchema>>;

/** Returns the event of the step in its recorded form. The compiler refuses an event without one. */
export function toRecordedEvent({ event, previous, state }: ChangeStep): RecordedEvent {
  switch (event.type) {
    case 'collectionArrived': {
      const { id } = event.collection;
      // The stored collection reuses unchanged posts, so the comparison by reference is fast.
      const arrived = snapshotOf(state, id)?.collection ?? event.collection;
      return toRecordedArrival(event, arrived, snapshotOf(previous, id)?.collection ?? null);
    }
    case 'sourceChanged':
      return { type: 'sourceChanged', source: state.source };
    case 'feedRolledBack': {
      const { items, header } = event.list;
      const { type, feed, by, at, revision } = event;
      return { type, feed, by, at, revision, list: { parts: writeParts(null, items), header } };
    }
    default:
      return event;
  }
}

/** Whether the step says only that the service confirmed the lists once more. */
export function isConfirmation({ event, previous, state }: ChangeStep): boolean {
  if (event.type !== 'sourceChanged') return false;
  return isSameJson(withoutTimes(previous.source), withoutTimes(state.source));
}

function withoutTimes(source: SourceState): unknown {
  const { lastConfirmedAt, lastConfirmedMonotonicMs, nextCheckAt, latencyMs, clockSkewMs, ...rest } = source;
  const freshness = Object.entries(source.confirmations).map(([id, confirmation]) => [id, confirmation.freshness]);
  return { ...rest, confirmations: freshness };
}

function toRecordedArrival(
  event: Extract<ShowEvent, { type: 'collectionArrived' }>,
  arrived: Collection,
  previous: Collection | null,
): RecordedEvent {
  const { live, staging, ...collection } = arrived;
  const parts = {
    live: writeParts(previous?.live ?? null, live),
    staging: writeParts(previous?.staging ?? null, staging),
  };
  return { ...event, collection, isChange: previous !== null, ...parts };
}

/** Returns the event, or `null` when it cannot be read. `before` is the show before the recorded step. */
export function readRecordedEvent(raw: unknown, before: ShowState): ShowEvent | null {
  const { data: event } = eventSchema.safeParse(raw);
  if (event === undefined) return null;
  if (event.type === 'feedRolledBack') {
    const items = readParts(null, event.list.parts);
    return items === null ? null : { ...event, list: { items, header: event.list.header } };
  }
  if (event.type !== 'collectionArrived') return event;
  const previous = event.isChange ? (snapshotOf(before, event.collection.id)?.collection ?? null) : null;
  const live = readParts(previous?.live ?? null, event.live);
  const staging = readParts(previous?.staging ?? null, event.staging);
  if (live === null || staging === null) return null;
  const collection: Collection = { ...event.collection, live, staging };
  const { type, from, accept, isRewind, isCut, at } = event;
  return { type, collection, from, accept, isRewind, isCut, at };
}
