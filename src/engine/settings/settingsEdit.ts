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

export type SecretsUndo = {
  /** Such as `secrets.apiKey`. */
  readonly paths: readonly string[];
  /** Stores the previous values, and resolves with what changed. A refusal means that nothing has. */
  readonly restore: () => Promise<readonly SettingDifference[] | Refusal>;
  /** Called once the settings are back as well. */
  readonly onRestored: (by: string | null) => void;
};
