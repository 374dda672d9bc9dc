/** A change of the settings together with secrets, which one undo reverts. */
import type { Refusal } from '../../contract/commands.ts';
import type { Collection } from '../../core/collection.ts';
import type { SettingDifference } from './compareSettings.ts';
import type { SettingsDocument } from './document.ts';
import type { SeenEffects } from './seenEffects.ts';

export type SettingsEdit = {
  /** Called when the changes before it are done, so that it reverses none of them. */
  readonly build: (written: SettingsDocument) => { readonly document: SettingsDocument } | Refusal;
  /** A collection that a new service in the edit has already returned. */
  readonly collection: Collection | null;
  readonly seen: SeenEffects;
};

/** Changes secrets alone. */
export const emptyEdit: SettingsEdit = { build: (document) => ({ document }), collection: null, seen: null };

export type SecretsEdit = {
  /** Such as `secrets.apiKey`. */
  readonly paths: readonly string[];
  /** Prepares the values when the changes before it are done, with the service’s address before and after. A refusal means that nothing has changed. */
  readonly begin: (from: string, to: string) => Promise<BegunSecrets | Refusal>;
};

export type BegunSecrets = {
  /** Without the values. */
  readonly differences: readonly SettingDifference[];
  /** False if the secrets had these values already. */
  readonly isChange: boolean;
  /** Stores and uses the values, because the settings are in use. `isNeeded` if the settings have changed: then they are in use also if they can’t be stored. */
  readonly commit: (isNeeded: boolean) => Promise<Refusal | null>;
  /** Forgets the values, because the settings were not changed. Never rejects. */
  readonly cancel: () => Promise<void>;
  /** Called once the settings and the values have changed. */
  readonly onDone: (by: string | null) => void;
  /** Restores the values, with the settings of before. */
  readonly undo: SecretsEdit;
};

export const noSecrets: SecretsEdit = {
  paths: [],
  begin: async () => ({
    ...{ differences: [], isChange: false, undo: noSecrets },
    commit: async () => null,
    cancel: async () => undefined,
    onDone: () => undefined,
  }),
};
