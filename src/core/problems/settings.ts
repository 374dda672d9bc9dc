/** Refused settings changes, and changes that could not be saved. */
import type { CatalogueEntries } from './entry.ts';

export const settingsProblems = {
  SETTINGS_INVALID: {
    severity: 'notice',
    message: 'The settings are not valid, so nothing changed: {what}.',
    nextStep: 'Fix the fields listed, then send them again.',
  },
  SETTINGS_FEED_READ: {
    severity: 'notice',
    message: 'Consumers are reading feed {feed}, so it was not deleted. Their picture would freeze. Nothing changed.',
    nextStep: 'Move its consumers to another feed, wait until none are left, then delete it.',
  },
  SETTINGS_FEED_UNCONFIRMED: {
    severity: 'notice',
    message:
      'Feed {feed} was not deleted: a blocked post or an older list may still be on screen. Its alarm would end. Nothing changed.',
    nextStep: 'Check the programme monitor, press “Got it: not on screen”, then delete the feed.',
  },
  SETTINGS_NOT_DONE: {
    severity: 'notice',
    message: 'The settings could not be applied ({what}). Nothing changed.',
    nextStep: 'Check {check}.',
  },
  SECRETS_NOT_RESTORED: {
    severity: 'notice',
    message:
      'The change failed, but its new secrets are saved and in use: {names}. The old ones could not be saved again.',
    air: 'notAffected',
    nextStep: 'Check the free space and permissions of the data directory. Then set the secrets that must count.',
  },
  SETTINGS_NOT_SAVED: {
    severity: 'warning',
    message:
      'The last settings change is in use but not saved yet ({what}). On air is not affected until a restart, which would use the settings file as it is.',
    nextStep:
      'Check the disk, its free space, and whether the settings file can be written: Greenroom keeps trying. If the file was edited, enter the change there.',
  },
  TOKEN_NOT_CREATED: {
    severity: 'notice',
    message: 'The token could not be saved ({what}), so it was not created. Nothing changed.',
    nextStep: 'Check {check}.',
  },
  TOKEN_REVOCATION_UNSAVED: {
    severity: 'needsOperator',
    message:
      'The revocation of {tokens} can’t be saved ({what}). Its access has ended, but a restart would bring it back. On air is not affected.',
    nextStep: 'Free space on the disk, or check that {path} can be written, before you stop Greenroom.',
  },
  SETTING_FIXED: {
    severity: 'notice',
    message: '{what} is set by {by}, so it can’t be changed here. Nothing changed.',
    nextStep: 'Change it where it is set: {remedy}.',
  },
  SETTINGS_UNDO_NONE: {
    severity: 'notice',
    message: 'There is no settings change to undo. Nothing changed.',
    nextStep: 'Undo within 10 seconds, or import a backup.',
  },
  SETTINGS_UNDO_OTHER: {
    severity: 'notice',
    message: 'The last settings change is now another one, by {by}. Nothing was undone.',
    nextStep: 'Check the settings, then change them back where needed.',
  },
  SETTINGS_UNDO_GATE: {
    severity: 'notice',
    message: '{by} changed the gate of {feed} after this change, so an undo could change on air. Nothing was undone.',
    nextStep: 'Check what is on air, then change “{setting}” back in Settings if needed.',
  },
  SETTINGS_UNDO_COLLECTION: {
    severity: 'notice',
    message:
      '{by} chose a collection for {feed} after this change, so an undo could change on air. Nothing was undone.',
    nextStep: 'Check what is on air, then change “{setting}” back in Settings if needed.',
  },
  SETTINGS_EFFECT_CHANGED: {
    severity: 'notice',
    message: 'The effect on air changed as you pressed. Nothing changed.',
    nextStep: 'Check the effect on air, then press again.',
  },
  SETTINGS_BACKUP_UNKNOWN: {
    severity: 'notice',
    message: 'There is no backup with that id. Nothing happened.',
    nextStep: 'Use an id from the list of backups.',
  },
} as const satisfies CatalogueEntries;
