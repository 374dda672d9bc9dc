/** Storage for the settings of a running engine, with the overrides of the command line and the demo. */

import type { SettingsDocument } from './document.ts';
import type { Settings } from './settings.ts';

export type SettingsStorage = {
  /** The content of the file, without defaults. */
  readonly written: SettingsDocument;
  /** Resolves when the document is on disk. Rejects with the system's error, or if the file must not be overwritten. */
  readonly save: (document: SettingsDocument) => Promise<void>;
  /** Applies the overrides of the command line and the demo, which are never saved. */
  readonly applyOverrides: (settings: Settings) => Settings;
};

/** Keeps the settings in memory only, until the engine stops. */
export function createMemoryStorage(settings: Settings): SettingsStorage {
  return { written: settings, save: async () => undefined, applyOverrides: (read) => read };
}
