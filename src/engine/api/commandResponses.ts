/** The schema of every command's result, which is the body of the control API's response. */
import { z } from 'zod';
import type { CommandResults } from '../../contract/commands.ts';
import { feedSchema } from '../../contract/deskState.ts';
import { rehearsalSchema } from '../../contract/history.ts';
import { detectionSchema, newTokenSchema, settingsChangedSchema } from '../../contract/settings.ts';
import { type CommandName, type FeedCommandName, feedCommandNames } from '../../core/commandTable.ts';

const done = 'Done, or nothing to do.';
const nothing = z.strictObject({}).describe(done);

const playHead = feedSchema.shape.playHead.pick({ index: true, itemId: true, pinned: true });
const feedCommandResultSchema = feedSchema
  .pick({ revision: true, gate: true })
  .extend({ playHead: playHead.describe('The current post.') })
  .meta({ id: 'FeedCommandResult', description: done });

const feedResponses = Object.fromEntries(feedCommandNames.map((name) => [name, feedCommandResultSchema])) as Readonly<
  Record<FeedCommandName, typeof feedCommandResultSchema>
>;

export const commandResponses: { readonly [Name in CommandName]: z.ZodType<CommandResults[Name]> } = {
  ...feedResponses,
  setMode: z.strictObject({ mode: z.enum(['poll', 'push', 'hybrid']).describe('Update mode in use.') }).describe(done),
  checkNow: nothing,
  startDetection: detectionSchema,
  stopDetection: detectionSchema,
  lockDetection: z
    .strictObject({ signing: z.string().describe('Value of the `signing` setting, now in use.') })
    .describe(done),
  changeSettings: settingsChangedSchema,
  undoSettings: settingsChangedSchema,
  importSettings: settingsChangedSchema,
  createToken: newTokenSchema,
  revokeToken: nothing,
  rehearse: rehearsalSchema,
  endRehearsal: rehearsalSchema,
  pauseRehearsal: rehearsalSchema,
  stepRehearsal: rehearsalSchema,
  speedRehearsal: rehearsalSchema,
  seekRehearsal: rehearsalSchema,
};
