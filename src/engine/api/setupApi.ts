/** Adds the control API routes that read the settings, the tokens and the detection of the signature format. */
import { z } from 'zod';
import { backupsSchema, detectionSchema, settingsViewSchema, tokensSchema } from '../../contract/settings.ts';
import type { ApiDeps } from './apiDeps.ts';
import type { Api } from './document.ts';
import { sendCode } from './refusal.ts';

export function addSetupApi(
  api: Api,
  { settings, tokens, source }: Pick<ApiDeps, 'settings' | 'tokens' | 'source'>,
): void {
  api.get(
    '/api/settings',
    {
      schema: {
        operationId: 'getSettings',
        summary: 'Get the settings',
        description: 'Returns the settings in use, without secrets.',
        response: { 200: settingsViewSchema },
      },
    },
    async () => settings.view(),
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
        body: z.strictObject({
          template: z.string().min(1).max(200).describe('Template over `{timestamp}`, `{event}` and `{body}`.'),
        }),
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
