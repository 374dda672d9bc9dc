/** What each command takes, as schemas: the one place where input from a desk or the control API is read. */
import { z } from 'zod';
import type { CommandName, Commands } from '../../contract/commands.ts';
import { faultWords } from '../../core/faultWords.ts';

const slug = z.string().min(1).max(64);
const itemId = z.string().min(1).max(512);
const liveVersion = z.int().min(0).nullable().default(null);
const texts = z.array(z.string().min(1).max(200)).max(1000);

const speed = z.union([z.literal(1), z.literal(10), z.literal('step')]);

const onFeed = z.strictObject({ feed: slug });

/** Inputs as they come: whatever is not required may be missing, and is null or off then. */
export const commandSchemas = {
  hold: onFeed,
  release: onFeed.extend({ liveVersion }),
  take: onFeed.extend({ liveVersion, only: z.literal('removals').nullable().default(null) }),
  clear: onFeed,
  back: onFeed,
  block: onFeed.extend({ itemId, reason: z.string().max(500).nullable().default(null) }),
  unblock: onFeed.extend({ itemId }),
  guards: onFeed.extend({ words: texts.default([]), authors: texts.default([]) }),
  allow: onFeed.extend({ itemId }),
  rollback: onFeed.extend({ revision: z.int().min(0) }),
  next: onFeed,
  previous: onFeed,
  cue: onFeed
    .extend({ itemId: itemId.nullable().default(null), index: z.int().min(0).nullable().default(null) })
    .refine((input) => (input.itemId === null) !== (input.index === null), 'give either itemId or index'),
  pin: onFeed,
  unpin: onFeed,
  rotate: onFeed.extend({
    seconds: z
      .union([z.number().min(1).max(3600), z.literal('same')])
      .nullable()
      .default('same'),
    byLength: z.boolean().nullable().default(null),
    loop: z.boolean().nullable().default(null),
    skipUsed: z.boolean().nullable().default(null),
  }),
  used: onFeed.extend({ itemId, used: z.boolean().default(true) }),
  point: onFeed.extend({ collectionId: z.string().min(1).max(512), hold: z.boolean().default(false) }),
  seen: onFeed,
  setMode: z.strictObject({ mode: z.enum(['poll', 'push', 'hybrid']) }),
  checkNow: z.strictObject({}),
  rehearse: z.strictObject({
    recording: z.string().min(1).max(200),
    speed: speed.default(1),
  }),
  endRehearsal: z.strictObject({}),
  pauseRehearsal: z.strictObject({ isPaused: z.boolean().default(true) }),
  stepRehearsal: z.strictObject({}),
  speedRehearsal: z.strictObject({ speed }),
  seekRehearsal: z.strictObject({ at: z.iso.datetime({ offset: true }) }),
} as const satisfies { readonly [Name in CommandName]: z.ZodType<Commands[Name]> };

/** The schema that reads one command's input. */
export function readerOf<Name extends CommandName>(name: Name): z.ZodType<Commands[Name]> {
  const readers: { readonly [Other in CommandName]: z.ZodType<Commands[Other]> } = commandSchemas;
  return readers[name];
}

/** The commands that are about one feed: `POST /api/feeds/{slug}/{name}`. */
export const feedCommands = [
  'hold',
  'release',
  'take',
  'clear',
  'back',
  'block',
  'unblock',
  'guards',
  'allow',
  'rollback',
  'next',
  'previous',
  'cue',
  'pin',
  'unpin',
  'rotate',
  'used',
  'point',
  'seen',
] as const satisfies readonly CommandName[];

export type FeedCommandName = (typeof feedCommands)[number];

/** Whether the text names a command about a feed. */
export function isFeedCommand(name: string): name is FeedCommandName {
  return feedCommands.some((known) => known === name);
}

/** Whether the text names a command. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commandSchemas, name);
}

/** The first fault of an input in words: `itemId: …`. */
export function faultOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'it does not fit';
  return issue.path.length === 0 ? faultWords(issue) : `${issue.path.join('.')}: ${faultWords(issue)}`;
}
