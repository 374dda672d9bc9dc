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
    message: 'Consumers are reading feed {feed}, so it was not deleted: their picture would freeze. Nothing changed.',
    nextStep: 'Move its consumers to another feed, wait until none are left, then delete it.',
  },
  SETTINGS_NOT_DONE: {
    severity: 'notice',
    message: 'The settings could not be applied ({what}). Nothing changed.',
    nextStep: 'Check the address and port: this machine must have that address, and the port must be free.',
  },
  SETTINGS_NOT_SAVED: {
    severity: 'warning',
    message: 'The last settings change is in effect but could not be saved ({what}). On air is not affected.',
    nextStep:
      'Edit the settings file before the next start, or make it writable and change a setting again. Greenroom doesn’t overwrite a file edited since it started.',
  },
  SETTINGS_UNDO_NONE: {
    severity: 'notice',
    message: 'There is no settings change left to undo. Nothing changed.',
    nextStep: 'Undo within 10 seconds, or import a backup.',
  },
  SETTINGS_BACKUP_UNKNOWN: {
    severity: 'notice',
    message: 'There is no backup with that id. Nothing changed.',
    nextStep: 'Use an id from the list of backups.',
  },
} as const satisfies CatalogueEntries;
