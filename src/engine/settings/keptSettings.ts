/** Where the settings are kept while an engine runs: the document as written, and what the start lays over it. */
import type { Settings } from '../record/settings.ts';
import type { Document } from './document.ts';

export type KeptSettings = {
  /** What the file holds; what is missing in it is a default. */
  readonly written: Document;
  /** Resolves when the document is on disk. Rejects with the system's error, or when the file is not ours to write. */
  readonly save: (document: Document) => Promise<void>;
  /** The settings under what the command line and the demo set, which is never written. */
  readonly lay: (settings: Settings) => Settings;
};

/** Settings that no file holds: they last as long as the engine. */
export function keptInMemory(settings: Settings): KeptSettings {
  return { written: settings, save: async () => undefined, lay: (read) => read };
}
