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
    language: 'system',
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
    updates: { enabled: true, address: '//server/greenroom' },
    outputs: [],
  },
  hasReadToken: false,
  fixed: [],
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  isSaved: true,
  undo: null,
  schema: settingsJsonSchema(),
  secrets: {
    apiKey: { isSet: true, endsWith: '3f9a', from: 'keychain', isKept: true },
    ...{ webhookSecret: unset, webhookSecretNext: unset, readToken: unset },
  },
};

export const updateAnswer: QueryResult<'update'> = {
  ...{ isSupported: true, current: '0.1.0', available: '0.2.0', step: 'idle' },
  ...{ checkedAt: at('19:40:12'), waitsFor: 'main has 6 posts on air and 2 consumers' },
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
  { id: '1', at: at('20:28:03'), why: 'before changing Update mode from hybrid to poll', by: 'Marit Lund', differs: 1 },
  { id: '2', at: at('18:02:11'), why: 'before changing 2 settings', by: null, differs: 3 },
];

export const tokens: QueryResult<'tokens'>['tokens'] = [
  {
    ...{ name: 'Ines Halvorsen', right: 'desk', createdAt: at('18:02:11') },
    lastUsed: { at: at('20:42:47'), from: '10.20.4.31' },
  },
  {
    ...{ name: 'Stream Deck, gallery', right: 'operate', createdAt: at('18:02:11') },
    lastUsed: { at: at('20:42:48'), from: '10.20.4.19' },
  },
  { name: 'Presenter’s tablet', right: 'present', createdAt: at('18:04:50'), lastUsed: null },
];

export const networks: QueryResult<'networks'>['networks'] = [
  { name: 'Ethernet 2', address: '10.20.4.17', machines: 253 },
  { name: 'Ethernet 1', address: '192.168.40.2', machines: 253 },
];

const megabyte = 1024 ** 2;

export const storedMedia: QueryResult<'storedMedia'> = {
  all: { files: 233, bytes: 410 * megabyte },
  onAir: { files: 9, bytes: 61 * megabyte },
  unused: { files: 212, bytes: 301 * megabyte },
  freeBytes: 212 * 1024 * megabyte,
};

const unaffected = { changesAir: false, works: 'atOnce', effect: 'no effect' } as const;

export const previewedChanges: QueryResult<'settingsPreview'>['changes'] = [
  {
    ...{ path: 'source.poll.intervalSeconds', from: 5, to: 10, onAir: 'none; changes arrive up to 5 s later' },
    ...unaffected,
  },
  { path: 'media.quotaMegabytes', from: 2048, to: 8192, onAir: 'none', ...unaffected },
  {
    ...{ path: 'feeds.sport', from: null, to: { collectionId: null }, onAir: 'none until you take or release sport' },
    ...unaffected,
  },
  {
    ...{ path: 'feeds.main', from: { collectionId: 'col_8812' }, to: { collectionId: 'col_8781' } },
    ...{ onAir: '6 off, 14 on, now', changesAir: true, works: 'atOnce', effect: '6 off' },
  },
];
