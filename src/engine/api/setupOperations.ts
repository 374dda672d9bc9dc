/** Names and describes the operations for setup: the source, settings and tokens. */
import {
  anyObject,
  get,
  type Operation,
  object,
  pathParameter,
  post,
  property,
  queryParameter,
  texts,
} from './operation.ts';

export const setupOperations: readonly Operation[] = [
  post(
    '/api/source/mode',
    texts('setUpdateMode', 'Set the update mode', 'Switches between poll, push and hybrid. On air is not affected.'),
    {
      command: 'setMode',
      response: object({ mode: property('Update mode in use.') }),
      result: 'The update mode in use.',
    },
  ),
  post(
    '/api/source/check',
    texts('checkNow', 'Check now', 'Polls the service now. Ends a backoff, but never overrides a Retry-After.'),
    {
      command: 'checkNow',
    },
  ),
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
    '/api/source/detect',
    texts(
      'startDetection',
      'Start signature detection',
      'Captures deliveries and tries the known signature formats. Deliveries get 503 meanwhile.',
    ),
    {
      body: object({ secret: property('Webhook secret. It is not saved.') }),
      response: 'DetectionState',
    },
  ),
  {
    method: 'delete',
    path: '/api/source/detect',
    ...texts('stopDetection', 'Stop signature detection', 'Discards the captured deliveries.'),
    response: 'DetectionState',
  },
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
  post(
    '/api/source/detect/lock',
    texts('lockSignatureFormat', 'Lock the signature format', 'Uses the detected signature format from now on.'),
    {
      response: object({ signing: property('Value of the `signing` setting.') }),
      result: 'The format in use.',
    },
  ),
  get('/api/settings', texts('getSettings', 'Get the settings', 'Returns the settings in use, without secrets.'), {
    response: 'Settings',
  }),
  {
    method: 'patch',
    path: '/api/settings',
    ...texts('updateSettings', 'Change settings', 'Applies a JSON Merge Patch to the settings.'),
    body: { ...anyObject, description: 'The settings to change; `null` restores a default.' },
    response: 'SettingsChanged',
  },
  post(
    '/api/settings/undo',
    texts('undoSettings', 'Undo the last change', 'Undoes the last settings change within 10 seconds.'),
    {
      response: 'SettingsChanged',
    },
  ),
  post(
    '/api/settings/import',
    texts(
      'importSettings',
      'Import settings',
      'Imports the changes that do not affect air, or the ones listed in `only`.',
    ),
    {
      parameters: [
        queryParameter('preview', '`1` returns the changes without importing them.'),
        queryParameter('only', 'JSON paths of the changes to import, separated by commas.'),
      ],
      body: { ...anyObject, description: 'A settings file.' },
      response: 'SettingsChanged',
    },
  ),
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
  post(
    '/api/tokens',
    texts('createToken', 'Create a token', 'Creates a named token and returns its value; it cannot be read again.'),
    {
      body: object({
        name: property('Name shown in the logs; must be unique.'),
        right: { enum: ['desk', 'operate', 'present', 'view'], description: 'Right of the token.' },
      }),
      response: 'NewToken',
      status: 201,
    },
  ),
  {
    method: 'delete',
    path: '/api/tokens',
    ...texts('revokeToken', 'Revoke a token', 'Revokes a token and closes everything opened with it.'),
    body: object({ name: property('Name of the token.') }),
  },
  get(
    '/api/openapi.json',
    texts('getOpenApi', 'Get this document', 'Returns the OpenAPI description of the control API.'),
    {
      response: anyObject,
      result: 'This document.',
    },
  ),
];
