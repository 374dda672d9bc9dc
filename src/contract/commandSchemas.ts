/** The schema of every command's input. Only the engine imports it, so that the desk's page contains no zod. */
import { z } from 'zod';
import { rights } from '../core/commands/commandRow.ts';
import { type CommandName, commandNames, isFeedCommand } from '../core/commandTable.ts';
import { authorKey, wordKey } from '../core/guard.ts';
import { isInvisible, isPlaceholder, maxItemIdLength } from '../core/itemId.ts';
import { say } from '../core/language/say.ts';
import { cleanName, maxNameLength, nameKey } from '../core/names.ts';
import { preflightInput } from './preflight.ts';
import { readTokenSchema } from './secrets.ts';
import { serviceChoiceSchema } from './setup.ts';

const feed = z.string().min(1).max(64).describe('Name of the feed.');
const itemId = z
  .string()
  .min(1)
  .max(maxItemIdLength)
  .refine((id) => !isInvisible(id), { error: () => say('must have visible characters') })
  .describe('Id of the post.');
const liveVersion = z
  .int()
  .min(0)
  .nullable()
  .default(null)
  .describe(
    'Version of live shown to the operator. 409 `LIST_MOVED_ON` if live has changed, unless there is nothing to do. `null` skips the check.',
  );
const seenGate = z
  .enum(['following', 'held', 'cleared'])
  .nullable()
  .default(null)
  .describe(
    'Gate shown to the operator. 409 `AIR_CHANGED` if somebody else has changed it, unless a point has nothing to do. `null` skips the check.',
  );
const seenRevision = z
  .int()
  .min(0)
  .nullable()
  .default(null)
  .describe(
    'Revision on air shown to the operator. 409 `AIR_CHANGED` if somebody else has changed it, unless the feed follows live already. `null` skips the check.',
  );
const seenAir = { gate: seenGate, revision: seenRevision };
const seenText = z
  .string()
  .max(maxItemIdLength + 100)
  .nullable()
  .default(null)
  .describe(
    'Text and date of the post shown to the operator, as a desk identifies them. 409 `POST_CHANGED` if they have changed, unless there is nothing to do. `null` skips the check.',
  );
const seenHead = z.strictObject({
  seenItemId: itemId
    .nullable()
    .default(null)
    .describe(
      'Id of the current post shown to the operator. 409 `HEAD_MOVED` if somebody or something else has moved the play head. `null` skips the check.',
    ),
});
/** A guard without visible characters would match nothing. */
const guardListOf = (keyOf: (rule: string) => string) => {
  const rule = z.string().min(1).max(200);
  return z
    .array(rule.refine((text) => keyOf(text) !== '', { error: () => say('must have visible characters') }))
    .max(1000);
};
const seenEffects = z
  .array(z.string())
  .nullable()
  .default(null)
  .describe(
    'The `effect` of each change shown to the operator, separated by commas in a query. 409 `SETTINGS_EFFECT_CHANGED` if a change would now have another one. `null` skips the check.',
  );
const speed = z
  .union([z.literal(1), z.literal(10), z.literal('step')])
  .describe('1, 10, or `step` to play one event at a time.');
/** Spaces around a pasted secret are not part of it. */
const secret = z
  .string()
  .trim()
  .min(1)
  .max(4096)
  .refine((text) => !/\p{Cc}/u.test(text), { error: () => say('must not have control characters') })
  .nullable()
  .optional();
/** Characters of Base64. A message with it must fit into the limits of the desk’s port (`src/engine/api/server.ts`). */
const maxPosterLength = 240_000;
const nothing = z.strictObject({});
const item = z.strictObject({ itemId });
const tokenName = z.string().trim().min(1).max(maxNameLength).describe('Name shown in the logs; must be unique.');

/** Input of each command, without the `feed` of feed commands. A missing optional field gets its default, usually `null` or `false`. */
export const commandBodies = {
  hold: nothing,
  release: z.strictObject({ liveVersion, ...seenAir }),
  take: z.strictObject({
    liveVersion,
    only: z
      .literal('removals')
      .nullable()
      .default(null)
      .describe('`removals` takes off only the posts removed from live; `null` takes all changes.'),
    ...seenAir,
    gateSince: z
      .string()
      .nullable()
      .default(null)
      .describe(
        '`gateSince` of the feed shown to the operator. 409 `AIR_CHANGED` if somebody else has taken, held or restored since, also if only blocked posts changed. `null` skips the check.',
      ),
  }),
  clear: nothing,
  back: z.strictObject(seenAir),
  block: z.strictObject({
    itemId: itemId.refine((id) => !isPlaceholder(id), { error: () => say('must be the id of a post') }),
    reason: z.string().max(500).nullable().default(null).describe('Reason, shown with the blocked post.'),
  }),
  unblock: item.extend({ seenText }),
  confirm: item,
  offScreen: z.strictObject({
    consumers: z
      .array(z.string().max(64))
      .max(5000)
      .describe('Ids of the consumers that the person saw, from `GET /api/state`.'),
  }),
  // A body without either would clear every guard.
  guards: z
    .strictObject({
      words: guardListOf(wordKey)
        .nullable()
        .default(null)
        .describe('Words that keep a post off air. Not case-sensitive.'),
      authors: guardListOf(authorKey)
        .nullable()
        .default(null)
        .describe(
          'Authors whose posts stay off air, with or without @. Give words, authors, or both; a list that is missing is emptied.',
        ),
      version: z
        .int()
        .min(0)
        .nullable()
        .default(null)
        .describe(
          'Version of the guards shown to the operator. 409 `GUARDS_CHANGED` if they have changed, unless there is nothing to do. `null` skips the check.',
        ),
    })
    .refine(({ words, authors }) => words !== null || authors !== null, {
      error: () => say('give words, authors, or both'),
    }),
  allow: item.extend({ seenText }),
  rollback: z.strictObject({
    revision: z.int().min(0).describe('Revision to restore.'),
    gate: seenGate,
    onAirRevision: seenRevision.describe(
      'Revision on air shown to the operator. 409 `AIR_CHANGED` if somebody else has changed it, unless the feed follows live. `null` skips the check.',
    ),
  }),
  next: seenHead,
  previous: seenHead,
  cue: z
    .strictObject({
      itemId: itemId.nullable().default(null).describe('Id of the post.'),
      index: z.int().min(0).nullable().default(null).describe('Index in the on-air list, from 0.'),
    })
    .refine((input) => (input.itemId === null) !== (input.index === null), {
      error: () => say('give either itemId or index'),
    }),
  pin: seenHead,
  unpin: nothing,
  rotate: z.strictObject({
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
  used: item.extend({ used: z.boolean().default(true).describe('False removes the mark.') }),
  point: z.strictObject({
    collectionId: z.string().min(1).max(512).describe('Id of the collection.'),
    hold: z.boolean().default(false).describe('True holds the feed first, in the same step.'),
    gate: seenGate,
  }),
  seen: nothing,
  setMode: z.strictObject({ mode: z.enum(['poll', 'push', 'hybrid']).describe('Update mode.') }),
  checkNow: nothing,
  startDetection: z.strictObject({
    secret: z
      .string()
      .min(1)
      .max(512)
      .refine((text) => !/\p{Cc}/u.test(text), { error: () => say('must not have control characters') })
      .nullable()
      .default(null)
      .describe('Webhook secret, which is not saved; `null` tries those in use.'),
  }),
  stopDetection: nothing,
  lockDetection: nothing,
  changeSettings: z.strictObject({
    patch: z.record(z.string(), z.unknown()).default({}).describe('The settings to change; `null` restores a default.'),
    seen: seenEffects,
  }),
  changeSecrets: z.strictObject({
    apiKey: secret.describe('API key of the service.'),
    webhookSecret: secret.describe('Secret for the signatures of deliveries.'),
    webhookSecretNext: secret.describe('Second secret, accepted during a rotation.'),
    readToken: readTokenSchema.nullable().optional().describe('Token that readers of the feed must send.'),
    force: z.boolean().default(false).describe('True sets a new API key without trying it.'),
    keepApiKey: z
      .boolean()
      .optional()
      .describe('True sends the saved API key to the service in use, although it was saved for another one.'),
  }),
  useService: serviceChoiceSchema.extend({
    preview: z
      .boolean()
      .default(false)
      .describe('True tries the service and returns the changes with their effects, without using it.'),
    seen: seenEffects.describe(
      'The `effect` of each change in the response to a preview. 409 `SETTINGS_EFFECT_CHANGED` if a change would now have another one. `null` skips the check.',
    ),
  }),
  useDemo: nothing,
  undoSettings: z.strictObject({
    id: z
      .string()
      .nullable()
      .default(null)
      .describe(
        '`undo.id` shown to the operator. 409 `SETTINGS_UNDO_OTHER` if another change came after it. `null` undoes the last change.',
      ),
  }),
  importSettings: z.strictObject({
    file: z.unknown().describe('A settings file.'),
    only: z
      .array(z.string())
      .nullable()
      .default(null)
      .describe(
        'JSON paths of the changes to import, separated by commas in a query; `null` imports every change that does not affect air.',
      ),
    preview: z
      .boolean()
      .default(false)
      .describe(
        'True returns every change without importing it, with its effect if it were imported with those in `only`; `1` in a query.',
      ),
    seen: seenEffects,
  }),
  createToken: z.strictObject({
    name: tokenName.refine((name) => name === cleanName(name, maxNameLength) && nameKey(name) !== '', {
      error: () => say('must be one line without invisible characters'),
    }),
    right: z.enum(rights).describe('Right of the token.'),
  }),
  revokeToken: z.strictObject({ name: tokenName }),
  deleteUnusedMedia: nothing,
  setPoster: z.strictObject({
    name: z.string().max(80).describe('Name of the video under `/media`.'),
    picture: z.base64().max(maxPosterLength).describe('A JPEG, PNG or WebP, in Base64.'),
  }),
  runPreflight: preflightInput,
  checkForUpdate: nothing,
  installUpdate: nothing,
  rehearse: z.strictObject({
    recording: z.string().min(1).max(200).describe('Id of the recording.'),
    speed: speed.default(1),
  }),
  endRehearsal: nothing,
  pauseRehearsal: z.strictObject({ isPaused: z.boolean().default(true).describe('False resumes.') }),
  stepRehearsal: nothing,
  speedRehearsal: z.strictObject({ speed }),
  seekRehearsal: z.strictObject({
    at: z.iso.datetime({ offset: true }).describe('Recorded time to go to, ISO 8601.'),
  }),
} as const satisfies Readonly<Record<CommandName, z.ZodType>>;

/** Input of each command as the engine validates it: the body, and `feed` for feed commands. */
export const commandSchemas = Object.fromEntries(
  commandNames.map((name) => [
    name,
    isFeedCommand(name) ? commandBodies[name].safeExtend({ feed }) : commandBodies[name],
  ]),
) as Readonly<Record<CommandName, z.ZodObject>>;
