/** Changes settings together with secrets: both, or neither. */
import type { Refusal } from '../../contract/commands.ts';
import type { Clock } from '../ports.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { readValidSettings } from './applyDifference.ts';
import type { SettingsDocument } from './document.ts';
import { refuseForHungDisk, refuseInvalidSettings } from './refusals.ts';
import { secretsWithinMs } from './secretsInUse.ts';
import { readSettings } from './settings.ts';
import { type BegunSecrets, noSecrets, type SecretsEdit } from './settingsEdit.ts';

/** Uses the secrets directly after `apply` has changed the settings to `document`. Rejects with the error of `apply`; then nothing has changed, as after a refusal that does not say otherwise. */
type ApplyWithSecrets = <Result extends { readonly ok: true; readonly changes: readonly unknown[] }>(
  secrets: SecretsEdit,
  written: SettingsDocument,
  document: SettingsDocument,
  apply: () => Promise<Result | Refusal>,
) => Promise<{ readonly ok: true; readonly result: Result; readonly begun: BegunSecrets } | Refusal>;

export function createApplyWithSecrets(clock: Pick<Clock, 'after'>): ApplyWithSecrets {
  /** Whether the next key of a change that was refused, because the disk hangs, can still be stored and must then be removed. */
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
    const cancel = () => waitAtMost(clock, secretsWithinMs, begun.cancel(), () => undefined);
    const result = await apply().catch(async (error: unknown) => {
      await cancel();
      throw error;
    });
    if (!result.ok) {
      await cancel();
      return result;
    }
    const unstored = await begun.commit(result.changes.length > 0);
    return unstored ?? { ok: true, result, begun };
  };
}
