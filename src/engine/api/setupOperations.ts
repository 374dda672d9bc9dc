/** Names and describes the operations for setup: the source, settings and tokens. */
import { anyObject, get, type Operation, object, pathParameter, post, property, texts } from './operation.ts';

export const setupOperations: readonly Operation[] = [
  get(
    '/api/source/detect',
    texts(
      'getDetection',
      'Get signature detection',
      'Returns the captured deliveries and the matching signature format.',
    ),
    {
      response: 'DetectionState',
    },
  ),
  post(
    '/api/source/detect/try',
    texts('trySignatureFormat', 'Try a signature format', 'Tries one template on the captured deliveries.'),
    {
      body: object({ template: property('Template over `{timestamp}`, `{event}` and `{body}`.') }),
      response: object({
        fits: { type: 'array', items: { type: 'boolean' }, description: 'True for each delivery that matches.' },
      }),
      result: 'Whether each captured delivery matches.',
    },
  ),
  get('/api/settings', texts('getSettings', 'Get the settings', 'Returns the settings in use, without secrets.'), {
    response: 'Settings',
  }),
  get(
    '/api/settings/backups',
    texts('listSettingsBackups', 'List settings backups', 'Returns the settings saved before each change.'),
    {
      response: 'SettingsBackups',
    },
  ),
  get(
    '/api/settings/backups/{backup}',
    texts('getSettingsBackup', 'Get a settings backup', 'Returns one backup, ready to import.'),
    {
      parameters: [pathParameter('backup', 'Id of the backup.')],
      response: anyObject,
      result: 'The backup.',
    },
  ),
  get('/api/tokens', texts('listTokens', 'List tokens', 'Returns the named tokens without their values.'), {
    response: 'Tokens',
  }),
  get(
    '/api/openapi.json',
    texts('getOpenApi', 'Get this document', 'Returns the OpenAPI description of the control API.'),
    {
      response: anyObject,
      result: 'This document.',
    },
  ),
];
