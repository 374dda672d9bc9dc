/** Changes settings together with secrets: both, or neither. */
import type { Refusal } from '../../contract/commands.ts';
import type { Clock } from '../ports.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { readValidSettings } from './applyDifference.ts';
import type { SettingsDocument } from './document.ts';
import { refuseForHungDisk, refuseInvalidSettings } from './refusals.ts';
import { readSettings } from './settings.ts';
import { type BegunSecrets, noSecrets, type SecretsEdit } from './settingsEdit.ts';

/** Longer than Windows takes to give a file its access list. */
export const secretsWithinMs = 5000;

/** Stores the secrets directly before `apply` changes the settings to `document`. Rejects with the error of `apply`; then nothing has changed, as after a refusal that does not say otherwise. */
type ApplyWithSecrets = <Result extends { readonly ok: true }>(
  secrets: SecretsEdit,
  written: SettingsDocument,
  document: SettingsDocument,
  apply: () => Promise<Result | Refusal>,
) => Promise<{ readonly ok: true; readonly result: Result; readonly begun: BegunSecrets } | Refusal>;

export function createApplyWithSecrets(clock: Pick<Clock, 'after'>): ApplyWithSecrets {
  /** Whether secrets of a change that was refused, because the disk hangs, can still be stored and must then be restored. */
  let isUndoing = false;
  const begin = async (secrets: SecretsEdit, from: string, to: string): Promise<BegunSecrets | Refusal> => {
    if (secrets === noSecrets) return secrets.begin(from, to);
    if (isUndoing) return refuseForHungDisk();
    const beginning = secrets.begin(from, to);
    return waitAtMost(clock, secretsWithinMs, beginning, () => {
      isUndoing = true;
      const undone = beginning.then((begun) => ('ok' in begun ? null : begun.cancel()));
      void undone
        .catch(() => null)
        .finally(() => {
          isUndoing = false;
        });
      return refuseForHungDisk();
    });
  };

  return async (secrets, written, document, apply) => {
    const { settings, faults } = readSettings(document);
    if (settings === null) return refuseInvalidSettings(faults);
    const begun = await begin(secrets, readValidSettings(written).source.baseUrl, settings.source.baseUrl);
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
  };
}
