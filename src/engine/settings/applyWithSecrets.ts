/** Changes settings together with secrets: both, or neither. */
import type { Refusal } from '../../contract/commands.ts';
import { readValidSettings } from './applyDifference.ts';
import type { SettingsDocument } from './document.ts';
import { refuseInvalidSettings } from './refusals.ts';
import { readSettings } from './settings.ts';
import type { BegunSecrets, SecretsEdit } from './settingsEdit.ts';

/** Stores the secrets directly before `apply` changes the settings to `document`. Rejects with the error of `apply`; then nothing has changed, as after a refusal that does not say otherwise. */
export async function applyWithSecrets<Result extends { readonly ok: true }>(
  secrets: SecretsEdit,
  written: SettingsDocument,
  document: SettingsDocument,
  apply: () => Promise<Result | Refusal>,
): Promise<{ readonly ok: true; readonly result: Result; readonly begun: BegunSecrets } | Refusal> {
  const { settings, faults } = readSettings(document);
  if (settings === null) return refuseInvalidSettings(faults);
  const begun = await secrets.begin(readValidSettings(written).source.baseUrl, settings.source.baseUrl);
  if ('ok' in begun) return begun;
  try {
    const result = await apply();
    if (result.ok) return { ok: true, result, begun };
    return (await begun.cancel()) ?? result;
  } catch (error) {
    const unrestored = await begun.cancel();
    if (unrestored !== null) return unrestored;
    throw error;
  }
}
