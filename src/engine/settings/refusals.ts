/** Builds the refusals of a settings change from the problem catalogue. */
import type { Refusal } from '../../contract/commands.ts';
import { refuse } from '../refuse.ts';
import type { SettingsFault } from './settings.ts';

/** Keeps the sentence readable. */
const maxFaults = 20;

export function refuseInvalidSettings(faults: readonly SettingsFault[]): Refusal {
  const shown = faults.slice(0, maxFaults);
  const what = shown.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return { ...refuse('SETTINGS_INVALID', { what }), faults: shown };
}

export function refuseNonObject(): Refusal {
  return refuseWhole('must be a JSON object');
}

export function refuseTooDeep(): Refusal {
  return refuseWhole('must have fewer nested levels');
}

export function refuseNotInImport(path: string): Refusal {
  return refuse('SETTINGS_INVALID', { what: `\`only\` names ${path}, which this file does not change` });
}

export function refuseFeedInUse(feed: string): Refusal {
  return refuse('SETTINGS_FEED_READ', { feed });
}

export function refuseNothingToUndo(): Refusal {
  return refuse('SETTINGS_UNDO_NONE', {});
}

function refuseWhole(message: string): Refusal {
  return { ...refuse('SETTINGS_INVALID', { what: `the body ${message}` }), faults: [{ path: '$', message }] };
}
