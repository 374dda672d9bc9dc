/** Builds the refusals of a settings change from the problem catalogue. */
import type { Refusal } from '../../contract/commands.ts';
import { refuse } from '../refuse.ts';
import type { SettingsFault } from './unknownNames.ts';

/** Keeps the sentence readable. */
const maxFaults = 20;

export function refuseInvalidSettings(faults: readonly SettingsFault[]): Refusal {
  const shown = faults.slice(0, maxFaults);
  const what = shown.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return { ...refuse('SETTINGS_INVALID', { what }), faults: shown };
}

/** Refuses a body as a whole; `message` completes "the body …". */
export function refuseBody(message: string): Refusal {
  return { ...refuse('SETTINGS_INVALID', { what: `the body ${message}` }), faults: [{ path: '$', message }] };
}
