/** Validates the input of every command from desks, the control API and OSC. */
import { z } from 'zod';
import type { CommandName, Commands } from '../contract/commands.ts';
import { describeIssue } from '../core/describeIssue.ts';

const slug = z.string().min(1).max(64).describe('Name of the feed.');
const itemId = z.string().min(1).max(512).describe('Id of the post.');
const liveVersion = z
  .int()
  .min(0)
  .nullable()
  .default(null)
  .describe(
    'Version of live shown to the operator. 409 `LIST_MOVED_ON` if live has changed, unless there is nothing to do. `null` skips the check.',
  );
const guardList = z.array(z.string().min(1).max(200)).max(1000);
const speed = z
  .union([z.literal(1), z.literal(10), z.literal('step')])
  .describe('1, 10, or `step` to play one event at a time.');
const feedInput = z.strictObject({ feed: slug });
const itemInput = feedInput.extend({ itemId });

/** Input of each command. A missing optional field gets its default, usually `null` or `false`. */
export const commandSchemas = {
  hold: feedInput,
  release: feedInput.extend({ liveVersion }),
  take: feedInput.extend({
    liveVersion,
    only: z
      .literal('removals')
      .nullable()
      .default(null)
      .describe('`removals` takes off only the posts removed from live; `null` takes all changes.'),
  }),
  clear: feedInput,
  back: feedInput,
  block: itemInput.extend({
    reason: z.string().max(500).nullable().default(null).describe('Reason, shown with the blocked post.'),
  }),
  unblock: itemInput,
  guards: feedInput.extend({
    words: guardList.default([]).describe('Words that keep a post off air. Not case-sensitive.'),
    authors: guardList.default([]).describe('Authors whose posts stay off air, with or without @.'),
  }),
  allow: itemInput,
  rollback: feedInput.extend({ revision: z.int().min(0).describe('Revision to restore.') }),
  next: feedInput,
  previous: feedInput,
  cue: feedInput
    .extend({
      itemId: itemId.nullable().default(null).describe('Id of the post.'),
      index: z.int().min(0).nullable().default(null).describe('Index in the on-air list, from 0.'),
    })
    .refine((input) => (input.itemId === null) !== (input.index === null), 'give either itemId or index'),
  pin: feedInput,
  unpin: feedInput,
  rotate: feedInput.extend({
    seconds: z
      .union([z.number().min(1).max(3600), z.literal('same')])
      .nullable()
      .default('same')
      .describe('Seconds per post; `null` stops the rotation, `same` leaves it unchanged.'),
    byLength: z.boolean().nullable().default(null).describe('More time for long posts; `null` keeps the setting.'),
    loop: z
      .boolean()
      .nullable()
      .default(null)
      .describe('Return to the first post after the last; `null` keeps the setting.'),
    skipUsed: z.boolean().nullable().default(null).describe('Skip used posts; `null` keeps the setting.'),
  }),
  used: itemInput.extend({ used: z.boolean().default(true).describe('False removes the mark.') }),
  point: feedInput.extend({
    collectionId: z.string().min(1).max(512).describe('Id of the collection.'),
    hold: z.boolean().default(false).describe('True holds the feed first, in the same step.'),
  }),
  seen: feedInput,
  setMode: z.strictObject({ mode: z.enum(['poll', 'push', 'hybrid']).describe('Update mode.') }),
  checkNow: z.strictObject({}),
  rehearse: z.strictObject({
    recording: z.string().min(1).max(200).describe('Id of the recording.'),
    speed: speed.default(1),
  }),
  endRehearsal: z.strictObject({}),
  pauseRehearsal: z.strictObject({ isPaused: z.boolean().default(true).describe('False resumes.') }),
  stepRehearsal: z.strictObject({}),
  speedRehearsal: z.strictObject({ speed }),
  seekRehearsal: z.strictObject({
    at: z.iso.datetime({ offset: true }).describe('Recorded time to go to, ISO 8601.'),
  }),
} as const satisfies { readonly [Name in CommandName]: z.ZodType<Commands[Name]> };

export function schemaOf<Name extends CommandName>(name: Name): z.ZodType<Commands[Name]> {
  const schemas: { readonly [Other in CommandName]: z.ZodType<Commands[Other]> } = commandSchemas;
  return schemas[name];
}

/** Commands of `POST /api/feeds/{slug}/{name}`. */
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

export function isFeedCommand(name: string): name is FeedCommandName {
  return feedCommands.some((known) => known === name);
}

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commandSchemas, name);
}

/** Returns the first validation error as `itemId: …`. */
export function describeFirstFault(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'it is not valid';
  if (issue.path.length > 0) return `${issue.path.join('.')}: ${describeIssue(issue)}`;
  if (issue.code !== 'unrecognized_keys') return describeIssue(issue);
  return `it has ${issue.keys.length === 1 ? 'an ' : ''}${describeIssue(issue)}`;
}
