/** Tests the words for changed settings. */
import { expect, it } from 'vitest';
import { compareSettings, describeBackupReason } from '../../../src/engine/settings/compareSettings.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';

const withToken = (readToken: string | null) => settingsSchema.parse({ feedServer: { readToken } });
const reasonOf = (before: string | null, after: string | null): string =>
  describeBackupReason(compareSettings(withToken(before), withToken(after)));

it('names a secret that was replaced once, and never shows its value', () => {
  expect(reasonOf('canary-old', 'canary-new')).toBe('before changing feedServer.readToken');
  expect(reasonOf(null, 'canary-new')).toBe('before changing feedServer.readToken from null to set');
});
