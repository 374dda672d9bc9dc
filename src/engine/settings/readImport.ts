/** Reads a settings file that is imported, as its differences from the present settings. */
import type { Refusal } from '../../contract/commands.ts';
import { isTooDeep } from '../../core/boundedJson.ts';
import { readValidSettings } from './applyDifference.ts';
import { compareSettings, type SettingDifference } from './compareSettings.ts';
import { isDocument, mergePatch, type SettingsDocument, withoutSecrets } from './document.ts';
import { refuseBody, refuseInvalidSettings } from './refusals.ts';
import { readSettings } from './settings.ts';
import { upgradeSettings } from './settingsFile.ts';

/** Merges the file into `written`. A setting that is not in the file stays, and so does every secret. */
export function readImport(
  file: unknown,
  written: SettingsDocument,
): { readonly differences: readonly SettingDifference[] } | Refusal {
  if (isTooDeep(file)) return refuseBody('tooDeep');
  const content = isDocument(file) && isDocument(file['settings']) ? file['settings'] : file;
  if (!isDocument(content)) return refuseBody('notAnObject');
  const { version: fileVersion } = content;
  const upgraded = upgradeSettings(withoutSecrets(content), typeof fileVersion === 'number' ? fileVersion : 1);
  const { settings, faults } = readSettings(mergePatch(written, upgraded));
  if (settings === null) return refuseInvalidSettings(faults);
  return { differences: compareSettings(readValidSettings(written), settings) };
}
