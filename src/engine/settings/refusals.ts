/** Builds the refusals of a settings change from the problem catalogue. */

import type { Refusal } from '../../contract/commands.ts';
import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import type { SecretName } from '../../core/secretNames.ts';
import { nameSecret } from '../../core/settingNames.ts';
import type { Log } from '../ports.ts';
import { refuse } from '../refuse.ts';
import type { EffectDeps } from './airEffect.ts';
import { slugOf } from './applyDifference.ts';
import type { SettingDifference } from './compareSettings.ts';
import type { SettingsFault } from './unknownNames.ts';

/** Keeps the sentence readable. */
const maxFaults = 20;

export function refuseInvalidSettings(faults: readonly SettingsFault[]): Refusal {
  const shown = faults.slice(0, maxFaults);
  const what = shown.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return { ...refuse('SETTINGS_INVALID', { what }), faults: shown };
}

/** Refuses a body as a whole. */
export function refuseBody(fault: 'notAnObject' | 'tooDeep'): Refusal {
  const [what, message] =
    fault === 'notAnObject'
      ? [say('the body must be a JSON object'), say('must be a JSON object')]
      : [say('the body must have fewer nested levels'), say('must have fewer nested levels')];
  return { ...refuse('SETTINGS_INVALID', { what }), faults: [{ path: '$', message }] };
}

/** Refuses a change because its secrets can’t be saved. */
export function refuseUnsavedSecrets(error: unknown, log: Log): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  log('error', 'SETTINGS_NOT_DONE', { what: code ?? 'the secrets can’t be saved' });
  return refuse('SETTINGS_NOT_DONE', {
    what: code ?? say('the secrets can’t be saved'),
    check: say('the free space and permissions of the data directory'),
  });
}

/** Refuses a change that takes effect only once it is saved. */
export function refuseForHungDisk(): Refusal {
  const what = say('the disk isn’t responding');
  return refuse('SETTINGS_NOT_DONE', { what, check: say('the disk of the data directory') });
}

/** Refuses a change, and says that its secrets are in use nevertheless. */
export function refuseWithSecrets(names: readonly SecretName[]): Refusal {
  return refuse('SECRETS_NOT_RESTORED', { names: listNames(names.map(nameSecret)) });
}

/** Refuses to remove a feed that a program reads, or that may still show a blocked post or an older list. */
export function refuseNeededFeed(
  differences: readonly SettingDifference[],
  deps: Pick<EffectDeps, 'countActiveConsumers' | 'hasOpenAlarm'>,
): Refusal | null {
  for (const { path, to } of differences) {
    if (!path.startsWith('feeds.') || to !== null) continue;
    const feed = slugOf(path);
    if (deps.countActiveConsumers(feed) > 0) return refuse('SETTINGS_FEED_READ', { feed });
    if (deps.hasOpenAlarm(feed)) return refuse('SETTINGS_FEED_UNCONFIRMED', { feed });
  }
  return null;
}
