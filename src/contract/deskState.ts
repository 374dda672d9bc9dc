/** The state of the control API, and what a desk shows: the same state with more fields, and the lists of each feed. */
import { z } from 'zod';
import { startChanges } from '../core/changedAtStart.ts';
import { commandNames } from '../core/commandTable.ts';
import type { Language } from '../core/language/languages.ts';
import type { Problem } from '../core/problem.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import type { Freshness, PollsToday } from '../core/source.ts';
import { consumerSchema } from './consumer.ts';
import { type DeskItem, itemSchema } from './deskItem.ts';
import type { RehearsalView } from './history.ts';
import { cause, collectionHeader, count, difference, gate, ids, time } from './schemaParts.ts';

export const feedSchema = z.strictObject({
  slug: z.string().describe('Name of the feed.'),
  collectionId: z
    .string()
    .nullable()
    .describe('Id of the collection that the feed follows, also before its first list; `null` if none is chosen.'),
  collection: collectionHeader
    .nullable()
    .describe('That collection; `null` if none is chosen or its first list has not arrived.'),
  keptListOf: collectionHeader
    .pick({ id: true, name: true })
    .nullable()
    .describe(
      'The earlier collection whose live list the feed keeps, because it now follows none, or one whose first list has not arrived; otherwise `null`.',
    ),
  shownCollections: ids.describe(
    'Ids of the collections whose posts are on air, or go on air with Back or Unblock; the feed can follow another one.',
  ),
  revision: count.describe('Increases by 1 each time on air changes; survives restarts.'),
  onAirSince: z.string().describe('When this revision went on air.'),
  onAirCause: cause.describe('Cause of this revision.'),
  onAirBy: z.string().nullable().describe('Who made it; `null` for the service or a rule.'),
  gate: gate.describe('`following` live, `held` (on air frozen) or `cleared` (on air empty).'),
  gateBy: z.string().nullable().describe('Who last changed the gate, or the held list.'),
  gateSince: z.string().describe('When that was.'),
  hold: z
    .strictObject({ by: z.string().nullable().describe('Who.'), since: time.describe('When.') })
    .nullable()
    .describe('The press that held the feed; a take or restore while held does not change it. `null` unless held.'),
  saved: z.boolean().describe('False while the gate or on air has changed and the disk has not saved it yet.'),
  restored: z.boolean().describe('True after a restart, until it is acknowledged or a gate command is sent.'),
  changedSinceRestart: z.boolean().describe('True if on air has changed since then, while `restored` is true.'),
  changedAtStart: z
    .enum(startChanges)
    .nullable()
    .describe(
      'Changed in the settings while Greenroom was stopped, while `restored` is true: another `collection`, `noCollection`, another `service`, or the feed was `added` again. `show`: another show was on air before this one was opened. `null` if nothing was.',
    ),
  served: z
    .boolean()
    .describe(
      'False while it is not known what was on air last: graphics get nothing until a take, release, clear or restore.',
    ),
  freshness: z
    .enum(['fresh', 'stale', 'offline', 'demo'])
    .describe(
      '`fresh` when confirmed, `stale` when checks fail or are late, `offline` without contact, `demo` for built-in posts.',
    ),
  lastConfirmedAt: time.nullable().describe('When the service last confirmed the list; `null` if it never did.'),
  confirmedAgeMs: z.number().nullable().describe('Milliseconds since then, also right after a change of the clock.'),
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
      lostConsumers: count.describe('Consumers that are not listed any more and may still show a blocked post.'),
    })
    .describe('Totals.'),
  pending: z
    .strictObject({ liveVersion: count.describe('Version of live to send with `take` or `release`.'), ...difference })
    .describe(
      'Changes that a take would make: on air, and to blocked posts of the held list (`removed`, `edited`). `added` also has posts that a guard keeps off air.',
    ),
  blocked: z
    .array(
      z.strictObject({
        itemId: z.string().describe('Id of the post.'),
        post: itemSchema
          .pick({ fullName: true, username: true, source: true, message: true })
          .nullable()
          .describe('The post when it was blocked, its text shortened; `null` if unknown.'),
        reason: z.string().nullable().describe('Reason the operator gave.'),
        since: time.describe('When it was blocked.'),
        saved: z.boolean().describe('False while the block is in effect and the disk has not saved it yet.'),
        by: z.string().nullable().describe('Who blocked it.'),
        confirmedOffAirAt: time
          .nullable()
          .describe('When every consumer that showed it, or a person, confirmed that it is off screen.'),
        confirmedOffAirBy: z
          .string()
          .nullable()
          .describe('The person who confirmed it; `null` when the consumers did, or nobody has.'),
        confirmedInMs: z.number().nullable().describe('Milliseconds from block to confirmation; `null` if unknown.'),
        waitingFor: z
          .array(
            z.strictObject({
              id: z
                .string()
                .nullable()
                .describe(
                  'Its id, as in `consumers` while it is listed; `null` if it has not come back after a restart.',
                ),
              name: z.string().describe('Its name.'),
              program: z.string().nullable().describe('Its program; `null` if that is not known any more.'),
              canConfirm: z
                .boolean()
                .describe('False for an event stream, and for the pollers beyond the limit: a person must confirm.'),
            }),
          )
          .describe('Consumers that have not confirmed.'),
      }),
    )
    .describe('Posts blocked here.'),
  guards: z
    .strictObject({
      words: z.array(z.string()).describe('Guarded words.'),
      authors: z.array(z.string()).describe('Guarded authors.'),
      allowed: ids.describe('Ids of guarded posts allowed on air.'),
      passes: z
        .array(z.string())
        .describe(
          'The same posts, each with a checksum of the text that was allowed; the guards apply to any other text.',
        ),
      version: z.int().describe('Counts the changes of the guards. Send it with a change of the guards.'),
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
      index: count.nullable().describe('Index of the current post, from 0; `null` when nothing is on air.'),
      itemId: z.string().nullable().describe('Id of the current post; `null` when nothing is on air.'),
      nextItemId: z.string().nullable().describe('Id of the post that `next` goes to; `null` when it would stay.'),
      pinned: z.boolean().describe('True while the rotation stays on the current post.'),
      rotateSeconds: z.number().nullable().describe('Seconds per post; `null` when the rotation is off.'),
      byLength: z.boolean().describe('True when long posts stay longer.'),
      loop: z.boolean().describe('True when the first post comes after the last one.'),
      skipUsed: z.boolean().describe('True when the rotation skips used posts.'),
      used: ids.describe('Ids of posts marked used.'),
      since: z.string().describe('When the current post became current.'),
      by: z.string().nullable().describe('Who moved it there, or pinned it; `null` for the service or the rotation.'),
    })
    .describe('The current post and its rotation.'),
  consumers: z.array(consumerSchema).describe('Graphics clients reading the feed.'),
});

export const sourceSchema = z.strictObject({
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
});

const deskSchema = z.strictObject({
  name: z.string().describe('Name of the desk.'),
  address: z.string().describe('IP address, or `window` for the desktop app.'),
  lastSeenAt: time.describe('When it connected or its operator last ran a command.'),
  lastAction: z
    .strictObject({
      verb: z.enum(commandNames).describe('Name of the command.'),
      only: z.literal('removals').nullable().describe('`removals` for a take of removals only, otherwise `null`.'),
      at: time.describe('When it ran.'),
      outcome: z.string().describe('`done`, or the problem code of the refusal.'),
    })
    .nullable()
    .describe('The desk’s last command, without the posters that it sets by itself.'),
});

const problemSchema = z.strictObject({
  code: z.string().describe('Problem code.'),
  severity: z
    .enum(['notice', 'warning', 'onAir', 'needsOperator'])
    .describe(
      '`notice`: air is not affected. `warning`: not now, but it could be soon. `onAir`: air is affected. `needsOperator`: an operator must act.',
    ),
  message: z.string().describe('What happened.'),
  nextStep: z.string().describe('What to do.'),
  since: time.describe('When it started.'),
  about: z
    .string()
    .describe(
      'The part of Greenroom that it concerns, such as `source` or `disk`, or `feed:SLUG`, `collection:ID`, `post:ID`.',
    ),
});

export const stateSchema = z
  .strictObject({
    sequence: count.describe('Increases with each change.'),
    version: z.string().describe('Greenroom version.'),
    source: sourceSchema.describe('Connection to the service.'),
    feeds: z.array(feedSchema).describe('All feeds.'),
    desks: z.array(deskSchema).describe('Connected desks.'),
    problems: z.array(problemSchema).describe('Current problems, the most severe first.'),
  })
  .meta({ id: 'State', description: 'The state.' });

export type DeskFeed = ReadonlyOutput<typeof feedSchema>;
export type DeskPresence = ReadonlyOutput<typeof deskSchema>;
/** The fields of the source that the public API returns. */
export type PublicSource = ReadonlyOutput<typeof sourceSchema>;

export type DeskSource = PublicSource & {
  readonly freshness: Freshness;
  readonly pollSeconds: number;
  readonly pollsToday: PollsToday;
  /** Age of `lastConfirmedAt` when sent, by the engine's monotonic clock. Milliseconds. */
  readonly confirmedAgeMs: number | null;
};

export type DeskState = Omit<ReadonlyOutput<typeof stateSchema>, 'source' | 'problems'> & {
  /** The name of this desk, as in `gateBy`, `onAirBy` and a block's `by`. */
  readonly you: string;
  /** `view`: this desk follows the show, and can change nothing. */
  readonly right: 'desk' | 'view';
  /** The engine's wall clock when sent, ISO 8601. */
  readonly at: string;
  /** Base address of the feed for graphics; `null` while its port is closed. */
  readonly feedBase: string | null;
  /** Whether the feed requires a read token, which a desk does not have. */
  readonly isReadTokenRequired: boolean;
  readonly source: DeskSource;
  /** The running rehearsal; `null` if none is running. */
  readonly rehearsal: RehearsalView | null;
  readonly problems: readonly Problem[];
  /** Names by id of the collections that Greenroom has read; without those whose names are equal. */
  readonly collectionNames: Readonly<Record<string, string>>;
  /** Log events so far; the log changes only when this does. */
  readonly eventCount: number;
  /** Whether Greenroom runs the built-in service, whose page the desk can open. */
  readonly hasServicePage: boolean;
  /** The language of this installation, which the desk speaks too. */
  readonly language: Language;
  /** Whether the demo is running, with invented posts. */
  readonly isDemo: boolean;
  /** Whether no service was ever chosen, so that the desk opens the setup. */
  readonly isFirstStart: boolean;
};

/** The lists of one feed. */
export type FeedLists = {
  readonly slug: string;
  readonly staging: readonly DeskItem[];
  readonly live: readonly DeskItem[];
  /** Ids on air, in order. */
  readonly onAir: readonly string[];
  /** Posts on air in a version that live no longer has: they left live, were edited there, or have a newer picture at the same address. */
  readonly onAirOnly: readonly DeskItem[];
  /** Posts of the list behind the gate that blocks and guards keep off air. Live can have other posts, or other versions of them. */
  readonly keptOff: readonly DeskItem[];
  /** Ids of those kept off that live has in another version, or with a newer picture at the same address. */
  readonly otherInLive: readonly string[];
  /** When this list went on air, ISO 8601. */
  readonly onAirSince: string;
};

/** Everything that a desk shows, but its sequence, its own name and its right. A desk receives the differences from one to the next. */
export type DeskView = {
  readonly state: Omit<DeskState, 'sequence' | 'you' | 'right'>;
  /** By the feed's slug. */
  readonly lists: Readonly<Record<string, FeedLists>>;
};
