/** The answers about settings and secrets that a desk without an engine gets. */

import type { QueryResult } from '../../../src/contract/queries.ts';
import type { SecretView } from '../../../src/contract/secrets.ts';
import { settingsJsonSchema } from '../../../src/engine/settings/settings.ts';
import { at } from './posts.ts';

const unset: SecretView = { isSet: false, endsWith: null, from: null, isKept: true };

export const settingsAnswer: QueryResult<'settings'> = {
  version: '0.1.0',
  at: at('20:42:49'),
  machine: 'gallery-1',
  settings: {
    version: 1,
    source: {
      baseUrl: 'https://collections.example',
      mode: 'poll',
      poll: { intervalSeconds: 5, fullEverySeconds: 60 },
      push: {
        ...{ host: '0.0.0.0', port: 7412, path: '/webhooks/collections', allowedHosts: [], signing: 'body' },
        ...{ toleranceSeconds: 300, reconcileSeconds: 60 },
      },
      ...{ allowHttpHosts: [], certificateAuthority: '', proxy: '', sendAuthorization: false },
    },
    feeds: [
      { slug: 'main', collectionId: 'col_8812' },
      { slug: 'studio-b', collectionId: 'col_studio-b' },
      { slug: 'foyer', collectionId: 'col_foyer' },
    ],
    feedServer: { host: '127.0.0.1', port: 7411, allowedOrigins: [] },
    desk: { host: '127.0.0.1', port: 7413 },
    osc: { enabled: false, port: 7414 },
    media: { quotaMegabytes: 2048, allowHttp: false, allowPrivateHosts: [] },
    history: { maxRevisions: 5000, maxMegabytes: 200 },
    outputs: [],
  },
  hasReadToken: false,
  fixed: [],
  isSaved: true,
  undo: null,
  schema: settingsJsonSchema(),
  secrets: {
    apiKey: { isSet: true, endsWith: '3f9a', from: 'keychain', isKept: true },
    ...{ webhookSecret: unset, webhookSecretNext: unset, readToken: unset },
  },
};

export const checkAnswer: QueryResult<'checkService'> = {
  check: {
    ...{
      ok: true,
      status: 200,
      latencyMs: 84,
      clockSkewMs: 200,
      collections: 8,
      isCached: false,
      serviceWords: null,
      problem: null,
    },
  },
};

export const backups: QueryResult<'settingsBackups'>['backups'] = [
  { id: '1', at: at('20:28:03'), why: 'before changing source.mode from hybrid to poll', by: 'Marit Lund', differs: 1 },
  { id: '2', at: at('18:02:11'), why: 'before changing 2 settings', by: null, differs: 3 },
];

export const tokens: QueryResult<'tokens'>['tokens'] = [
  { name: 'Stream Deck, desk 2', right: 'operate', createdAt: at('18:02:11') },
  { name: 'Presenter', right: 'present', createdAt: at('18:04:50') },
];
