/** The schema of every command's result, which is the body of the control API's response. Only the engine imports it. */
import { z } from 'zod';
import { type CommandName, type FeedCommandName, feedCommandNames } from '../core/commandTable.ts';
import { feedSchema } from './deskState.ts';
import { rehearsalSchema } from './history.ts';
import { panelSchema } from './panel.ts';
import { preflightSchema } from './preflight.ts';
import { count } from './schemaParts.ts';
import { secretsChangedSchema } from './secrets.ts';
import { detectionSchema, newTokenSchema, settingsChangedSchema } from './settings.ts';
import { serviceUsedSchema, setupResultSchema } from './setup.ts';
import { updateSchema } from './updates.ts';

const done = 'Done, or nothing to do.';
const nothing = z.strictObject({}).describe(done);

const deletedMediaSchema = z.strictObject({ files: count.describe('Number of deleted files.') }).describe(done);

const playHead = feedSchema.shape.playHead.pick({ index: true, itemId: true, pinned: true });
const feedCommandResultSchema = panelSchema
  .extend({ playHead: playHead.describe('The current post.') })
  .meta({ id: 'FeedCommandResult', description: `${done} The panel object after it, and the play head.` });

const feedResponses = Object.fromEntries(feedCommandNames.map((name) => [name, feedCommandResultSchema])) as Readonly<
  Record<FeedCommandName, typeof feedCommandResultSchema>
>;

export const commandResponses = {
  ...feedResponses,
  setMode: z.strictObject({ mode: z.enum(['poll', 'push', 'hybrid']).describe('Update mode in use.') }).describe(done),
  checkNow: nothing,
  startDetection: detectionSchema,
  stopDetection: detectionSchema,
  lockDetection: z
    .strictObject({ signing: z.string().describe('Value of the `signing` setting, now in use.') })
    .describe(done),
  changeSettings: settingsChangedSchema,
  changeSecrets: secretsChangedSchema,
  useService: serviceUsedSchema,
  useDemo: setupResultSchema,
  undoSettings: settingsChangedSchema,
  importSettings: settingsChangedSchema,
  createToken: newTokenSchema,
  revokeToken: nothing,
  deleteUnusedMedia: deletedMediaSchema,
  setPoster: nothing,
  runPreflight: preflightSchema,
  checkForUpdate: updateSchema,
  installUpdate: updateSchema,
  rehearse: rehearsalSchema,
  endRehearsal: rehearsalSchema,
  pauseRehearsal: rehearsalSchema,
  stepRehearsal: rehearsalSchema,
  speedRehearsal: rehearsalSchema,
  seekRehearsal: rehearsalSchema,
} as const satisfies Readonly<Record<CommandName, z.ZodType>>;
