/** Defines the schemas of the control API's state, panel and command responses; the compiler checks them against the types sent. */

import { z } from 'zod';
import type { FeedCommandResult } from '../../contract/commands.ts';
import type { DeskFeed, DeskPresence, DeskSource } from '../../contract/deskState.ts';
import { cause, count, difference, type Fields, gate, ids, time } from '../../contract/schemaParts.ts';
import type { Collection, CollectionSummary, Item } from '../../core/collection.ts';
import { commandNames } from '../../core/commandTable.ts';
import type { Problem } from '../../core/problem.ts';
import type { Panel } from './panel.ts';

const freshness = z
  .enum(['fresh', 'stale', 'offline', 'demo'])
  .describe(
    '`fresh` when confirmed, `stale` when checks fail or are late, `offline` without contact, `demo` for built-in posts.',
  );
const gateState = gate.describe('`following` live, `held` (on air frozen) or `cleared` (on air empty).');
const revision = count.describe('Increases by 1 each time on air changes; survives restarts.');
const headIndex = count.nullable().describe('Index of the current post, from 0; `null` when nothing is on air.');
const headItemId = z.string().nullable().describe('Id of the current post; `null` when nothing is on air.');
const pinned = z.boolean().describe('True while the rotation stays on the current post.');

const panelFields: Fields<Panel> = {
  gate: gateState,
  pendingCount: count.describe('Differences between live and on air.'),
  freshness,
  onAirCount: count.describe('Posts on air.'),
  queueLength: count.describe('Posts after the current one.'),
  index: headIndex,
  currentAuthor: z.string().describe('Name of the current post’s author; empty when nothing is on air.'),
  revision,
  problemsOnAir: count.describe('Problems that affect air.'),
  itemId: headItemId,
};
export const panelSchema = z
  .strictObject(panelFields)
  .meta({ id: 'Panel', description: 'The feed as one small flat object.' });

const commandResultFields: Fields<FeedCommandResult> = {
  revision,
  gate: gateState,
  playHead: z.strictObject({ index: headIndex, itemId: headItemId, pinned }).describe('The current post.'),
};
export const feedCommandResultSchema = z
  .strictObject(commandResultFields)
  .meta({ id: 'FeedCommandResult', description: 'Done, or nothing to do.' });

const consumerFields: Fields<DeskFeed['consumers'][number]> = {
  id: z.string().describe('Id of the connection.'),
  name: z.string().describe('Name that the client gave, else the name of its program.'),
  address: z.string().describe('IP address.'),
  protocol: z.enum(['socket', 'events', 'poll']).describe('How it reads the feed.'),
  revision: count.describe('Revision last sent to it or read by it.'),
  paintedRevision: count.nullable().describe('Revision it last reported on screen; `null` if it never reports.'),
  paintedInMs: z.number().nullable().describe('Milliseconds from the change to that report.'),
  state: z
    .enum(['reading', 'behind', 'silent'])
    .describe('`reading` is up to date, `behind` shows an older revision, `silent` has stopped reading.'),
  lastSeenAt: time.describe('When it last read or reported.'),
};
const consumerSchema = z.strictObject(consumerFields);

const feedFields: Fields<DeskFeed> = {
  slug: z.string().describe('Name of the feed.'),
  collection: z
    .strictObject({
      id: z.string().describe('Id of the collection.'),
      name: z.string().describe('Name of the collection.'),
      contentType: z.string().describe('Content type, for example SOCIAL_POST.'),
      lastModifiedDate: z.string().describe('When the collection last changed.'),
    })
    .nullable()
    .describe('The collection the feed uses; `null` if none is chosen or its first list has not arrived.'),
  revision,
  onAirSince: z.string().describe('When this revision went on air.'),
  onAirCause: cause.describe('Cause of this revision.'),
  onAirBy: z.string().nullable().describe('Who made it; `null` for the service or a rule.'),
  gate: gateState,
  gateBy: z.string().nullable().describe('Who last changed the gate.'),
  gateSince: z.string().describe('When the gate last changed.'),
  restored: z.boolean().describe('True after a restart, until it is acknowledged or a gate command is sent.'),
  freshness,
  beforeClear: z
    .strictObject({
      revision: count.nullable().describe('Revision before the clear; `null` if nothing was on air.'),
      posts: count.describe('Number of posts that Back would restore.'),
    })
    .nullable()
    .describe('The list that Back would restore; `null` unless cleared.'),
  counts: z
    .strictObject({
      staging: count.describe('Posts in staging.'),
      live: count.describe('Posts in live.'),
      onAir: count.describe('Posts on air.'),
      consumers: count.describe('Consumers of the feed.'),
    })
    .describe('Totals.'),
  pending: z
    .strictObject({ liveVersion: count.describe('Version of live to send with `take` or `release`.'), ...difference })
    .describe('Changes that a take would make.'),
  blocked: z
    .array(
      z.strictObject({
        itemId: z.string().describe('Id of the post.'),
        reason: z.string().nullable().describe('Reason the operator gave.'),
        since: time.describe('When it was blocked.'),
        by: z.string().nullable().describe('Who blocked it.'),
        confirmedOffAirAt: time.nullable().describe('When every consumer confirmed it is off screen.'),
        confirmedInMs: z.number().nullable().describe('Milliseconds from the block to the last confirmation.'),
        waitingFor: z.array(z.string()).describe('Names of consumers that have not confirmed.'),
      }),
    )
    .describe('Posts blocked here.'),
  guards: z
    .strictObject({
      words: z.array(z.string()).describe('Guarded words.'),
      authors: z.array(z.string()).describe('Guarded authors.'),
      allowed: ids.describe('Ids of guarded posts allowed on air.'),
    })
    .describe('Local guards of the feed.'),
  guarded: z
    .array(
      z.strictObject({
        itemId: z.string().describe('Id of the post.'),
        by: z.enum(['word', 'author']).describe('Kind of guard that matched.'),
        rule: z.string().describe('The word or author that matched.'),
      }),
    )
    .describe('Posts that a guard keeps off air.'),
  playHead: z
    .strictObject({
      index: headIndex,
      itemId: headItemId,
      pinned,
      rotateSeconds: z.number().nullable().describe('Seconds per post; `null` when the rotation is off.'),
      byLength: z.boolean().describe('True when long posts stay longer.'),
      loop: z.boolean().describe('True when the rotation returns to the first post.'),
      skipUsed: z.boolean().describe('True when the rotation skips used posts.'),
      used: ids.describe('Ids of posts marked used.'),
      since: z.string().describe('When the current post became current.'),
    })
    .describe('The current post and its rotation.'),
  consumers: z.array(consumerSchema).describe('Graphics clients reading the feed.'),
};

/** The fields of the source that the public API returns. */
export type PublicSource = Omit<DeskSource, 'freshness' | 'pollSeconds' | 'confirmedAgeMs'>;

const sourceFields: Fields<PublicSource> = {
  mode: z.enum(['poll', 'push', 'hybrid']).describe('Update mode.'),
  state: z
    .enum(['idle', 'connecting', 'current', 'stale', 'refused'])
    .describe(
      '`idle` without a collection to check, `connecting` before the first response, `current` when confirmed, `stale` when checks fail, `refused` when someone must act.',
    ),
  baseUrl: z.string().describe('Address of the service.'),
  lastConfirmedAt: time.nullable().describe('When the service last confirmed our copy.'),
  nextCheckAt: time.nullable().describe('When the next check is due; `null` if none is scheduled.'),
  latencyMs: z.number().nullable().describe('Duration of the last request in milliseconds.'),
  webhook: z
    .strictObject({
      address: z.string().describe('Address the service delivers to.'),
      isListening: z.boolean().describe('True while the port is open.'),
      lastAcceptedAt: time.nullable().describe('When a delivery was last accepted.'),
      accepted: count.describe('Deliveries accepted.'),
      refused: count.describe('Deliveries refused.'),
      reachedFromOutside: z
        .strictObject({ at: time.describe('When it arrived.'), from: z.string().describe('Address it came from.') })
        .nullable()
        .describe('Last request from another machine; `null` until one arrives.'),
    })
    .nullable()
    .describe('The webhook listener; `null` in poll mode.'),
};

const deskFields: Fields<DeskPresence> = {
  name: z.string().describe('Name of the desk.'),
  address: z.string().describe('IP address, or `window` for the desktop app.'),
  lastSeenAt: time.describe('When it connected or last ran a command.'),
  lastAction: z
    .strictObject({
      verb: z.enum(commandNames).describe('Name of the command.'),
      only: z.literal('removals').nullable().describe('`removals` for a take of removals only, otherwise `null`.'),
      at: time.describe('When it ran.'),
      outcome: z.string().describe('`done`, or the problem code of the refusal.'),
    })
    .nullable()
    .describe('The desk’s last command.'),
};

const problemFields: Fields<Omit<Problem, 'code'> & { readonly code: string }> = {
  code: z.string().describe('Problem code.'),
  severity: z
    .enum(['notice', 'warning', 'onAir', 'needsOperator'])
    .describe(
      '`notice`: air is not affected. `warning`: not now, but it could be soon. `onAir`: air is affected. `needsOperator`: an operator must act.',
    ),
  message: z.string().describe('What happened.'),
  nextStep: z.string().describe('What to do.'),
  since: time.describe('When it started.'),
  about: z.string().describe('Feed, post or part of Greenroom that it concerns.'),
};
const problemSchema = z.strictObject(problemFields);

export const stateSchema = z
  .strictObject({
    sequence: count.describe('Increases with each change of the show.'),
    version: z.string().describe('Greenroom version.'),
    source: z.strictObject(sourceFields).describe('Connection to the service.'),
    feeds: z.array(z.strictObject(feedFields)).describe('All feeds.'),
    desks: z.array(z.strictObject(deskFields)).describe('Connected desks.'),
    problems: z.array(problemSchema).describe('Current problems, the most severe first.'),
  })
  .meta({ id: 'State', description: 'The state.' });

const collectionRowFields: Fields<CollectionSummary> = {
  id: z.string().describe('Id of the collection.'),
  name: z.string().describe('Name of the collection.'),
  contentType: z.string().describe('Content type, for example SOCIAL_POST.'),
  stagingCount: count.describe('Posts in staging.'),
  liveCount: count.describe('Posts in live.'),
  createdDate: z.string().describe('When the collection was created.'),
  lastModifiedDate: z.string().describe('When the collection last changed.'),
};
export const collectionPageSchema = z
  .object({
    rows: z.array(z.object(collectionRowFields)).describe('Collections on this page.'),
    page: count.describe('Page number, from 0.'),
    totalPages: count.describe('Number of pages.'),
  })
  .meta({ id: 'CollectionPage', description: 'One page of collections.' });

const itemFields: Fields<Item> = {
  id: z.string().describe('Id of the post.'),
  fullName: z.string().nullable().describe('Author’s name.'),
  username: z.string().nullable().describe('Author’s username.'),
  source: z.string().describe('Network the post came from.'),
  message: z.string().describe('Text of the post.'),
  profileImageUrl: z.string().nullable().describe('Address of the author’s picture.'),
  media: z
    .array(
      z.object({
        mediaUrl: z.string().describe('Address of the picture or video.'),
        mediaType: z.string().describe('MIME type.'),
      }),
    )
    .describe('Pictures and videos.'),
  publishedAt: z.string().describe('When the post was published.'),
  lastModifiedDate: z.string().describe('When the post last changed.'),
  extra: z.record(z.string(), z.unknown()).nullable().describe('Fields the service does not document.'),
};
const collectionFields: Fields<Collection> = {
  id: z.string().describe('Id of the collection.'),
  name: z.string().describe('Name of the collection.'),
  contentType: z.string().describe('Content type, for example SOCIAL_POST.'),
  createdDate: z.string().describe('When the collection was created.'),
  lastModifiedDate: z.string().describe('When the collection last changed.'),
  staging: z.array(z.object(itemFields)).describe('Posts in staging.'),
  live: z.array(z.object(itemFields)).describe('Posts in live.'),
};
export const collectionSchema = z.object(collectionFields).meta({ id: 'Collection', description: 'The collection.' });
