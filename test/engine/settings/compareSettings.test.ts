/** Tests the words for changed settings, which name them as the Settings screen does. */
import { expect, it } from 'vitest';
import {
  compareSettings,
  describeBackupReason,
  describeChanges,
} from '../../../src/engine/settings/compareSettings.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';

const differencesOf = (before: object, after: object) =>
  compareSettings(settingsSchema.parse(before), settingsSchema.parse(after));
const collections = { col_1: 'Harbour Night' };
const changesOf = (before: object, after: object): string => describeChanges(differencesOf(before, after), collections);
const reasonOf = (before: object, after: object): string =>
  describeBackupReason(differencesOf(before, after), collections);

it.each([
  [{ source: { poll: { intervalSeconds: 30 } } }, 'Poll every from 5 s to 30 s'],
  [{ source: { mode: 'hybrid' } }, 'Update mode from poll to hybrid'],
  [{ media: { quotaMegabytes: 100 } }, 'Media limit from 2 GB to 100 MB'],
  [{ media: { allowHttp: true } }, 'Plain http from off to on'],
  [{ feedServer: { timeZone: 'Europe/London' } }, 'Time zone of times from none to Europe/London'],
  [{ feedServer: { port: 8000 }, osc: { enabled: true } }, 'OSC, UDP on this machine from off to on'],
])('names the setting of %j and its values', (after, expected) => {
  expect(changesOf({}, after)).toContain(expected);
  expect(changesOf({}, after)).not.toMatch(/[a-z]\.[a-z]/);
});

it('names feeds and their collections', () => {
  const feeds = (collectionId: string | null) => ({ feeds: [{ slug: 'main', collectionId }] });
  expect(changesOf(feeds(null), feeds('col_1'))).toBe('Feed main from no collection to Harbour Night');
  const two = { feeds: [...feeds('col_1').feeds, { slug: 'wall', collectionId: null }] };
  expect(changesOf(feeds('col_1'), two)).toBe('Feed wall added');
  expect(changesOf(two, feeds('col_1'))).toBe('Feed wall deleted');
});

it('says that a secret was set, replaced or removed, and never shows its value', () => {
  const withToken = (readToken: string | null) => ({ feedServer: { readToken } });
  expect(changesOf(withToken(null), withToken('canary-new'))).toBe('Read token set');
  expect(changesOf(withToken('canary-old'), withToken('canary-new'))).toBe('Read token replaced');
  expect(changesOf(withToken('canary-old'), withToken(null))).toBe('Read token removed');
  expect(reasonOf(withToken(null), withToken('canary-new'))).toBe('before changing Read token');
});

it('names the setting in the reason for a backup', () => {
  expect(reasonOf({}, { source: { mode: 'hybrid' } })).toBe('before changing Update mode from poll to hybrid');
  const [one, two] = [['main'], ['main', 'wall']].map((slugs) => ({
    feeds: slugs.map((slug) => ({ slug, collectionId: 'col_1' })),
  }));
  expect(reasonOf(one ?? {}, two ?? {})).toBe('before adding Feed wall');
  expect(reasonOf(two ?? {}, one ?? {})).toBe('before deleting Feed wall');
});
