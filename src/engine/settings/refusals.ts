/** Why a change of the settings was not made, in the words of the catalogue. */
import type { Refusal } from '../../contract/commands.ts';
import { describeProblem, type Facts, type ProblemCode } from '../../core/problem.ts';
import type { SettingsFault } from '../record/settings.ts';

export type SettingsRefusal = Refusal & { readonly faults: readonly SettingsFault[] };

/** As many faults as somebody would read. */
const maxFaults = 20;

/** They are no settings: each fault by its path. */
export function invalidSettings(faults: readonly SettingsFault[]): SettingsRefusal {
  const named = faults.slice(0, maxFaults);
  const what = named.map(({ path, message }) => `${path} ${message}`).join('; ');
  return refuse('SETTINGS_INVALID', { what }, named);
}

/** What was sent is not even an object. */
export function notAnObject(): SettingsRefusal {
  return invalidWhole('must be an object');
}

export function tooDeep(): SettingsRefusal {
  return invalidWhole('must not be nested so deeply');
}

/** A change was asked for by a path that the file does not change. */
export function notInImport(path: string): SettingsRefusal {
  return refuse('SETTINGS_INVALID', { what: `only: ${path} is none of the file’s changes` }, []);
}

/** A feed that somebody reads is not taken away. */
export function feedInUse(feed: string): SettingsRefusal {
  return refuse('SETTINGS_FEED_READ', { feed }, []);
}

export function nothingToUndo(): SettingsRefusal {
  return refuse('SETTINGS_UNDO_NONE', {}, []);
}

function invalidWhole(message: string): SettingsRefusal {
  return refuse('SETTINGS_INVALID', { what: `$: ${message}` }, [{ path: '$', message }]);
}

function refuse(code: ProblemCode, facts: Facts, faults: readonly SettingsFault[]): SettingsRefusal {
  const { message, nextStep } = describeProblem(code, 'settings', '', facts);
  return { ok: false, code, message, nextStep, faults };
}
