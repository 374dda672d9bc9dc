/** Secrets and trials of the service as the control API sends them: never a value. Only the engine imports the schemas, because they need zod. */
import { z } from 'zod';
import { say } from '../core/language/say.ts';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import { count } from './schemaParts.ts';

export const readTokenSchema = z.string().regex(/^[\x21-\x7e]{1,512}$/, {
  error: () => say('must have 1 to 512 printable ASCII characters, without spaces'),
});

const secretSchema = z.strictObject({
  isSet: z.boolean().describe('True if it is set.'),
  endsWith: z.string().nullable().describe('Its last four characters; `null` if it has fewer than 12.'),
  from: z
    .enum(['environment', 'keychain', 'file'])
    .nullable()
    .describe('Where it was set: `environment`, `keychain` or `file`; `null` if it is not set or belongs to the demo.'),
  isKept: z.boolean().describe('False if it is lost, or would be lost, when Greenroom stops.'),
});

export const secretsViewSchema = z
  .strictObject({
    apiKey: secretSchema.describe('API key of the service.'),
    webhookSecret: secretSchema.describe('Secret for the signatures of deliveries.'),
    webhookSecretNext: secretSchema.describe('Second secret, accepted during a rotation.'),
    readToken: secretSchema.describe('Token that readers of the feed must send.'),
  })
  .describe('Each secret without its value, which is never returned.');

export const secretsChangedSchema = z
  .strictObject({ secrets: secretsViewSchema })
  .meta({ id: 'SecretsChanged', description: 'The secrets after the change.' });

export const serviceCheckSchema = z
  .strictObject({
    ok: z.boolean().describe('True if the service listed its collections.'),
    status: z.int().nullable().describe('HTTP status of the response; `null` without one.'),
    latencyMs: z.number().nullable().describe('Time until the response, in milliseconds.'),
    clockSkewMs: z.number().nullable().describe('The service’s clock minus this machine’s, in milliseconds.'),
    collections: count.nullable().describe('Number of collections; `null` if unknown.'),
    isCached: z.boolean().describe('True if a cache on the way sent the response.'),
    serviceWords: z
      .string()
      .nullable()
      .describe(
        'The service’s own reason for an error, such as `INVALID_API_KEY: The API key is not valid`; `null` without one, or if it repeats the key.',
      ),
    problem: z
      .strictObject({
        code: z.string().describe('Problem code.'),
        message: z.string().describe('What happened.'),
        nextStep: z.string().describe('What to do.'),
      })
      .nullable()
      .describe('Why it failed; `null` if it did not.'),
  })
  .meta({ id: 'ServiceCheck', description: 'Result of one request to a service.' });

export type SecretView = ReadonlyOutput<typeof secretSchema>;
export type SecretsView = ReadonlyOutput<typeof secretsViewSchema>;
export type ServiceCheck = ReadonlyOutput<typeof serviceCheckSchema>;
