/** Settings, tokens and signature detection as the control API sends them. Only the engine imports the schemas, because they need zod. */
import { z } from 'zod';
import { rights } from '../core/commands/commandRow.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { count, time } from './schemaParts.ts';
import { secretsViewSchema } from './secrets.ts';

export const settingsViewSchema = z
  .strictObject({
    version: z.string().describe('Greenroom version.'),
    at: time.describe('When the settings were read.'),
    machine: z.string().describe('Name of this machine.'),
    timeZone: z
      .string()
      .describe(
        'Time zone of this machine, such as `Europe/Oslo`. Times such as `preflight.showStarts` are on its clock.',
      ),
    settings: z.record(z.string(), z.unknown()).describe('The configuration, without secrets.'),
    hasReadToken: z.boolean().describe('True if the feed requires a read token.'),
    fixed: z
      .array(
        z.strictObject({
          path: z.string().describe('JSON path of the setting.'),
          value: z.unknown().describe('Value in use.'),
          by: z.string().describe('The flag that sets it, such as `--feed-port`, or `demo`.'),
        }),
      )
      .describe('Settings overridden by the command line or demo mode.'),
    isSaved: z.boolean().describe('False until the last change is saved; it is in use already.'),
    undo: z
      .strictObject({
        id: z.string().describe('Identifies the change; send it back to undo no other one.'),
        paths: z.array(z.string()).describe('JSON paths of the change; a secret such as `secrets.apiKey`.'),
        by: z.string().nullable().describe('Who made the change.'),
        until: time.describe('When undo is no longer possible.'),
      })
      .nullable()
      .describe('The last change, which its author can undo; `null` if there is none.'),
  })
  .meta({ id: 'Settings', description: 'The settings in use.' });

/** As `GET /api/settings` sends it. */
export const settingsSchema = settingsViewSchema
  .extend({ secrets: secretsViewSchema })
  .meta({ id: 'SettingsAndSecrets', description: 'The settings in use, and each secret without its value.' });

export const changeSchema = z.strictObject({
  path: z.string().describe('JSON path of the setting.'),
  from: z.unknown().describe('Previous value.'),
  to: z.unknown().describe('New value.'),
  onAir: z.string().describe('How the change affects air, for example `none; takes effect at the next start`.'),
  effect: z.string().describe('Identifies the effect on air; another one has another value. Send it back in `seen`.'),
  changesAir: z.boolean().describe('True if graphics would show something else or lose the feed.'),
  works: z.enum(['atOnce', 'nextStart']).describe('`atOnce` takes effect now, `nextStart` after a restart.'),
});
export const settingsChangedSchema = settingsViewSchema
  .extend({
    changes: z.array(changeSchema).describe('Settings that changed, and secrets that were restored.'),
  })
  .meta({ id: 'SettingsChanged', description: 'The settings in use, and what changed.' });

const backupSchema = z.object({
  id: z.string().describe('Id of the backup.'),
  at: z.string().describe('When it was saved.'),
  why: z.string().describe('Why it was saved, for example `before changing 3 settings`.'),
  by: z.string().nullable().describe('Who made that change.'),
  differs: count.describe('Number of settings that differ from the current ones.'),
});
export const backupsSchema = z
  .object({
    backups: z.array(backupSchema).describe('Backups, newest first.'),
  })
  .meta({ id: 'SettingsBackups', description: 'The backups.' });

const right = z
  .enum(rights)
  .describe('`desk`: everything; `operate`: feed commands; `present`: reading and `used`; `view`: reading.');
const tokenSchema = z.object({
  name: z.string().describe('Name shown in the logs.'),
  right,
  createdAt: z.string().describe('When the token was created.'),
  lastUsed: z
    .strictObject({ at: time.describe('When it was used.'), from: z.string().describe('IP address.') })
    .nullable()
    .describe('Its last use since Greenroom started; `null` if it has not been used.'),
});
export const tokensSchema = z
  .object({ tokens: z.array(tokenSchema).describe('Named tokens.') })
  .meta({ id: 'Tokens', description: 'The named tokens.' });
export const newTokenSchema = z
  .object({
    name: tokenSchema.shape.name,
    right,
    token: z.string().describe('Value of the token; it cannot be read again.'),
  })
  .meta({ id: 'NewToken', description: 'The new token and its value.' });

const deliverySchema = z.object({
  at: z.string().describe('When it arrived.'),
  from: z.string().describe('Address it came from.'),
  bytes: count.describe('Size of the body.'),
  event: z.string().nullable().describe('Event named in its header.'),
  timestamp: z.string().nullable().describe('Timestamp in its header.'),
  hasSignature: z.boolean().describe('True if it is signed.'),
  fits: z.array(z.string()).describe('Signature formats that match.'),
  note: z.string().nullable().describe('Why no format matches yet.'),
});
const runningDetection = z.object({
  since: z.string().describe('When detection started.'),
  formats: count.describe('Signature formats tried on each delivery.'),
  captured: z.array(deliverySchema).describe('Captured deliveries.'),
  found: z
    .object({
      signing: z.string().describe('Value of the `signing` setting.'),
      words: z.string().describe('The format in a sentence.'),
      signsTime: z.boolean().describe('True if the signature covers the time.'),
    })
    .nullable()
    .describe('Format that matches two different deliveries; `null` until there is one.'),
});
export const detectionSchema = z
  .object({
    detection: runningDetection.nullable().describe('The running detection; `null` if none is running.'),
  })
  .meta({ id: 'DetectionState', description: 'The detection; `null` if none is running.' });

export type SettingsView = ReadonlyOutput<typeof settingsViewSchema>;
export type SettingChange = ReadonlyOutput<typeof changeSchema>;
export type SettingsBackup = ReadonlyOutput<typeof backupSchema>;
export type TokenRow = ReadonlyOutput<typeof tokenSchema>;
export type Detection = ReadonlyOutput<typeof runningDetection>;
