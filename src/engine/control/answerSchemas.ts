/** What the control API answers, as schemas for its description; the compiler holds each to the type that is sent. */
import { z } from 'zod';
import type { CommandAnswer } from '../../contract/commands.ts';
import type { DeskFeed, DeskPresence, DeskSource } from '../../contract/deskState.ts';
import type { HistoryRow } from '../../contract/past.ts';
import type { SettingsView } from '../../contract/settings.ts';
import { verbs } from '../../core/deed.ts';
import type { Problem } from '../../core/problem.ts';
import type { Panel } from './panel.ts';

type Schema<Value> = z.ZodType<Value>;
/** Fields, none forgotten: a field added to the type has to be described here. */
type Fields<Value> = { readonly [Name in keyof Value]-?: Schema<Value[Name]> };

const time = z.iso.datetime({ offset: true });
const ids = z.array(z.string());
const count = z.int().min(0);
const gate = z.enum(['following', 'held', 'cleared']);
const freshness = z.enum(['fresh', 'stale', 'offline', 'demo']);
const cause = z.enum(['service', 'operator', 'rule']);
const difference = {
  added: ids,
  removed: ids,
  edited: z.array(z.strictObject({ id: z.string(), fields: z.array(z.string()) })),
  moved: ids,
};

const panelFields: Fields<Panel> = {
  gate,
  pendingCount: count,
  freshness,
  onAirCount: count,
  queueLength: count,
  index: count.nullable(),
  currentAuthor: z.string(),
  revision: count,
  problemsOnAir: count,
  itemId: z.string().nullable(),
};
export const panelSchema = z.strictObject(panelFields);

const pressedFields: Fields<NonNullable<Extract<CommandAnswer, { ok: true }>['feed']>> = {
  revision: count,
  gate,
  playHead: z.strictObject({ index: count.nullable(), itemId: z.string().nullable(), pinned: z.boolean() }),
};
export const pressedSchema = z.strictObject(pressedFields);

const consumerFields: Fields<DeskFeed['consumers'][number]> = {
  id: z.string(),
  name: z.string(),
  address: z.string(),
  protocol: z.enum(['socket', 'events', 'poll']),
  revision: count,
  paintedRevision: count.nullable(),
  paintedInMs: z.number().nullable(),
  state: z.enum(['reading', 'behind', 'silent']),
  lastSeenAt: time,
};

const feedFields: Fields<DeskFeed> = {
  slug: z.string(),
  collection: z
    .strictObject({ id: z.string(), name: z.string(), contentType: z.string(), lastModifiedDate: z.string() })
    .nullable(),
  revision: count,
  onAirSince: z.string(),
  onAirCause: cause,
  onAirBy: z.string().nullable(),
  gate,
  gateBy: z.string().nullable(),
  gateSince: z.string(),
  restored: z.boolean(),
  freshness,
  beforeClear: z.strictObject({ revision: count.nullable(), posts: count }).nullable(),
  counts: z.strictObject({ staging: count, live: count, onAir: count, consumers: count }),
  pending: z.strictObject({ liveVersion: count, ...difference }),
  blocked: z.array(
    z.strictObject({
      itemId: z.string(),
      reason: z.string().nullable(),
      since: time,
      by: z.string().nullable(),
      confirmedOffAirAt: time.nullable(),
      confirmedInMs: z.number().nullable(),
      waitingFor: z.array(z.string()),
    }),
  ),
  guards: z.strictObject({ words: z.array(z.string()), authors: z.array(z.string()), allowed: ids }),
  guarded: z.array(z.strictObject({ itemId: z.string(), by: z.enum(['word', 'author']), rule: z.string() })),
  playHead: z.strictObject({
    index: count.nullable(),
    itemId: z.string().nullable(),
    pinned: z.boolean(),
    rotateSeconds: z.number().nullable(),
    byLength: z.boolean(),
    loop: z.boolean(),
    skipUsed: z.boolean(),
    used: ids,
    since: z.string(),
  }),
  consumers: z.array(z.strictObject(consumerFields)),
};

/** The part of the source that the API promises. */
export type PromisedSource = Omit<DeskSource, 'freshness' | 'pollSeconds' | 'confirmedAgeMs'>;

const sourceFields: Fields<PromisedSource> = {
  mode: z.enum(['poll', 'push', 'hybrid']),
  state: z.enum(['idle', 'connecting', 'current', 'stale', 'refused']),
  baseUrl: z.string(),
  lastConfirmedAt: time.nullable(),
  nextCheckAt: time.nullable(),
  latencyMs: z.number().nullable(),
  webhook: z
    .strictObject({
      address: z.string(),
      isListening: z.boolean(),
      lastAcceptedAt: time.nullable(),
      accepted: count,
      refused: count,
      reachedFromOutside: z.strictObject({ at: time, from: z.string() }).nullable(),
    })
    .nullable(),
};

const deskFields: Fields<DeskPresence> = {
  name: z.string(),
  address: z.string(),
  lastSeenAt: time,
  lastAction: z.strictObject({ verb: z.string(), at: time, outcome: z.string() }).nullable(),
};

const problemFields: Fields<Omit<Problem, 'code'> & { readonly code: string }> = {
  code: z.string(),
  severity: z.enum(['notice', 'warning', 'onAir', 'needsOperator']),
  message: z.string(),
  nextStep: z.string(),
  since: time,
  about: z.string(),
};

export const stateSchema = z.strictObject({
  sequence: count,
  version: z.string(),
  source: z.strictObject(sourceFields),
  feeds: z.array(z.strictObject(feedFields)),
  desks: z.array(z.strictObject(deskFields)),
  problems: z.array(z.strictObject(problemFields)),
});

const historyFields: Fields<HistoryRow> = {
  revision: count,
  at: time,
  until: time.nullable(),
  cause,
  by: z.string().nullable(),
  verb: z.enum(verbs).nullable(),
  about: z.string().nullable(),
  ...difference,
  names: z.record(z.string(), z.string().nullable()),
};
export const historySchema = z.strictObject({
  rows: z.array(z.strictObject(historyFields)),
  kept: z.strictObject({ revisions: z.int(), megabytes: z.number() }),
});

const settingsFields: Fields<SettingsView> = {
  version: z.string(),
  at: time,
  machine: z.string(),
  settings: z.record(z.string(), z.unknown()),
  hasReadToken: z.boolean(),
  fixed: z.array(z.strictObject({ path: z.string(), value: z.unknown() })),
  isSaved: z.boolean(),
  undo: z.strictObject({ paths: z.array(z.string()), by: z.string().nullable(), until: time }).nullable(),
};
export const settingsViewSchema = z.strictObject(settingsFields);

/** The settings after a change, and what it did. */
export const settingsChangedSchema = settingsViewSchema.extend({
  changes: z.array(
    z.strictObject({
      path: z.string(),
      from: z.unknown(),
      to: z.unknown(),
      onAir: z.string(),
      changesAir: z.boolean(),
      works: z.enum(['atOnce', 'nextStart']),
    }),
  ),
});
