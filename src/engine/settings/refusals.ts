/** Builds the refusals of a settings change from the problem catalogue. */
import type { Refusal } from '../../contract/commands.ts';
import { describeProblem, type Facts, type ProblemCode } from '../../core/problem.ts';
import type { SettingsFault } from './settings.ts';

export type SettingsRefusal = Refusal & { readonly faults: readonly SettingsFault[] };

/** Keeps the sentence readable. */
const maxFaults = 20;

export function refuseInvalidSettings(faults: readonly SettingsFault[]): SettingsRefusal {
  const shown = faults.slice(0, maxFaults);
  const what = shown.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return refuse('SETTINGS_INVALID', { what }, shown);
}

export function refuseNonObject(): SettingsRefusal {
  return refuseWhole('must be a JSON object');
}

export function refuseTooDeep(): SettingsRefusal {
  return refuseWhole('must have fewer nested levels');
}

export function refuseNotInImport(path: string): SettingsRefusal {
  return refuse('SETTINGS_INVALID', { what: `\`only\` names ${path}, which this file does not change` }, []);
}

export function refuseFeedInUse(feed: string): SettingsRefusal {
  return refuse('SETTINGS_FEED_READ', { feed }, []);
}

export function refuseNothingToUndo(): SettingsRefusal {
  return refuse('SETTINGS_UNDO_NONE', {}, []);
}

function refuseWhole(message: string): SettingsRefusal {
  return refuse('SETTINGS_INVALID', { what: `the body ${message}` }, [{ path: '$', message }]);
}

function refuse(code: ProblemCode, facts: Facts, faults: readonly SettingsFault[]): SettingsRefusal {
  const { message, nextStep } = describeProblem(code, 'settings', '', facts);
  return { ok: false, code, message, nextStep, faults };
}
