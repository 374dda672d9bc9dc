/** Settings for tests, and what else a change of settings needs. */
import { readSettings, type Settings } from '../../src/engine/settings/settings.ts';

/** The settings of a document, with the usual values for the rest. */
export function readTestSettings(document: object): Settings {
  const { settings } = readSettings(document);
  if (settings === null) throw new Error('invalid test settings');
  return settings;
}

/** For the effects of a change in a show without a service and consumers. */
export const aloneDeps = {
  isDeskPortFixed: true,
  countActiveConsumers: () => 0,
  hasOpenAlarm: () => false,
  fetchCollection: async () => null,
  refreshCollection: async () => null,
};
