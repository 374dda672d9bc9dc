/** Adds the control API routes that read the settings, the tokens and the detection of the signature format. */
import { z } from 'zod';
import { preflightSchema } from '../../contract/preflight.ts';
import { serviceCheckInput, serviceCollectionsInput, trySignatureInput } from '../../contract/querySchemas.ts';
import { serviceCheckSchema } from '../../contract/secrets.ts';
import { backupsSchema, detectionSchema, settingsSchema, tokensSchema } from '../../contract/settings.ts';
import { updateSchema } from '../../contract/updates.ts';
import type { ApiDeps } from './apiDeps.ts';
import { collectionPageSchema } from './collectionSchemas.ts';
import type { Api } from './document.ts';
import { sendCode, sendRefusal } from './refusal.ts';

export function addSetupApi(
  api: Api,
  {
    settings,
    secrets,
    setup,
    tokens,
    source,
    updates,
    preflight,
  }: Pick<ApiDeps, 'settings' | 'secrets' | 'setup' | 'tokens' | 'source' | 'updates' | 'preflight'>,
): void {
  api.get(
    '/api/settings',
    {
      schema: {
        operationId: 'getSettings',
        summary: 'Get the settings',
        description: 'Returns the settings in use, and each secret without its value.',
        response: { 200: settingsSchema },
      },
    },
    async () => ({ ...settings.view(), secrets: await secrets.view() }),
  );

  // Changes nothing, so it is not a command.
  api.post(
    '/api/settings/check',
    {
      schema: {
        operationId: 'checkService',
        summary: 'Try a service',
        description: 'Sends one request to that service with that API key, or with those in use. Changes nothing.',
        body: serviceCheckInput,
        response: { 200: serviceCheckSchema },
      },
    },
    async ({ body }) => setup.check(body.baseUrl, body.apiKey),
  );

  // Changes nothing, so it is not a command.
  api.post(
    '/api/setup/collections',
    {
      schema: {
        operationId: 'listServiceCollections',
        summary: 'List the collections of a service',
        description: 'Lists the collections of a service, whether it is in use or not. Changes nothing.',
        body: serviceCollectionsInput,
        response: { 200: collectionPageSchema },
      },
    },
    async ({ body }, reply) => {
      const found = await setup.listCollections(body.baseUrl, body.apiKey, body.search, body.page);
      return 'code' in found ? sendRefusal(reply, found) : reply.send(found);
    },
  );

  api.get(
    '/api/settings/backups',
    {
      schema: {
        operationId: 'listSettingsBackups',
        summary: 'List settings backups',
        description: 'Returns the settings saved before each change.',
        response: { 200: backupsSchema },
      },
    },
    async () => ({ backups: await settings.listBackups() }),
  );

  api.get(
    '/api/settings/backups/:backup',
    {
      schema: {
        operationId: 'getSettingsBackup',
        summary: 'Get a settings backup',
        description: 'Returns one backup, ready to import.',
        params: z.object({ backup: z.string().describe('Id of the backup.') }),
        response: { 200: z.looseObject({}).describe('The backup.') },
      },
    },
    async ({ params }, reply) => {
      const backup = await settings.findBackup(params.backup);
      return backup === null ? sendCode(reply, 'SETTINGS_BACKUP_UNKNOWN', {}) : reply.send(backup);
    },
  );

  api.get(
    '/api/tokens',
    {
      schema: {
        operationId: 'listTokens',
        summary: 'List tokens',
        description: 'Returns the named tokens without their values.',
        response: { 200: tokensSchema },
      },
    },
    async () => ({ tokens: tokens.list() }),
  );

  api.get(
    '/api/update',
    {
      schema: {
        operationId: 'getUpdate',
        summary: 'Get the update',
        description: 'Returns the version that runs, and a newer one if one was found.',
        response: { 200: updateSchema },
      },
    },
    async () => updates.view(),
  );

  api.get(
    '/api/preflight',
    {
      schema: {
        operationId: 'getPreflight',
        summary: 'Get the last preflight',
        description: 'Returns the last preflight since Greenroom started. Before the first, 404 `PREFLIGHT_NONE`.',
        response: { 200: preflightSchema },
      },
    },
    async (_, reply) => {
      const last = preflight.last();
      return last === null ? sendCode(reply, 'PREFLIGHT_NONE', {}) : reply.send(last);
    },
  );

  const detector = source.signatureDetector;
  api.get(
    '/api/source/detect',
    {
      schema: {
        operationId: 'getDetection',
        summary: 'Get signature detection',
        description: 'Returns the captured deliveries and the matching signature format.',
        response: { 200: detectionSchema },
      },
    },
    async () => ({ detection: detector.state() }),
  );

  // Changes nothing, so it is not a command.
  api.post(
    '/api/source/detect/try',
    {
      schema: {
        operationId: 'trySignatureFormat',
        summary: 'Try a signature format',
        description: 'Tries one template on the captured deliveries.',
        body: trySignatureInput,
        response: {
          200: z
            .strictObject({ fits: z.array(z.boolean()).describe('True for each delivery that matches.') })
            .describe('Whether each captured delivery matches.'),
        },
      },
    },
    async ({ body }, reply) => {
      const fits = await detector.trySigning(body.template);
      return fits === null ? sendCode(reply, 'DETECT_NONE', { what: 'it is not running' }) : reply.send({ fits });
    },
  );
}
