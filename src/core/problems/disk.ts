/** Problems with the data directory and its files. */
import type { CatalogueEntries } from './entry.ts';

export const diskProblems = {
  DISK_WRITE_FAILED: {
    severity: 'needsOperator',
    isAirAffected: true,
    message:
      'State can’t be saved ({what}). On air is affected: added and edited posts wait, unless the service replaced every post on air. Posts still leave air immediately, but a crash would bring them back.',
    nextStep: 'Free space on the disk, or check that {path} exists and can be written, before you stop Greenroom.',
  },
  DISK_NOT_RESPONDING: {
    severity: 'needsOperator',
    isAirAffected: true,
    message:
      'The disk isn’t responding. On air is affected: added and edited posts wait, unless the service replaced every post on air. Posts still leave air immediately, but this isn’t saved yet, and a crash would bring them back.',
    nextStep: 'Check the disk of {path} before you stop Greenroom.',
  },
  DISK_LOG_BEHIND: {
    severity: 'warning',
    message:
      'The {log} can’t be saved ({what}). On air is not affected. At most its last {count} entries wait in memory and are saved when the disk works again.',
    nextStep: 'Free space on the disk, or check the permissions of {path}, before you stop Greenroom.',
  },
  CONSUMERS_NOT_SAVED: {
    severity: 'warning',
    message:
      'The consumers of the feeds can’t be saved ({what}). On air is not affected. If Greenroom stops now, no consumer can confirm a later block of a post that is on air now.',
    nextStep: 'Free space on the disk, or check the permissions of {path}, before you stop Greenroom.',
  },
  DISK_NOT_RECORDED: {
    severity: 'warning',
    message:
      'The show can’t be recorded ({what}). On air is not affected. It can’t be rehearsed later, and fewer blocks and guards can be restored if its files are damaged.',
    nextStep: 'Free space on the disk, or check that {path} is a folder that Greenroom can write.',
  },
  DISK_LOG_REMOVED: {
    severity: 'warning',
    message:
      '{file} in the data directory was removed or replaced while Greenroom was using it. Its entries are lost; new ones are saved in another file. On air is not affected.',
    nextStep: 'Find out what removes files from the data directory. Restore the file from a backup.',
  },
  DISK_FILE_CORRUPT: {
    severity: 'warning',
    message: '{file} can’t be read. It was kept as {kept}. {used} {air}',
    nextStep: 'Check {check}.',
  },
  DISK_FILE_MISSING: {
    severity: 'warning',
    message: '{file} is missing. {used} {air}',
    nextStep: 'Check {check}. Find out what removes files from the data directory.',
  },
  DISK_SHOW_BEHIND: {
    severity: 'needsOperator',
    message: 'Saved changes of the show are missing: {what}. On air could be affected.',
    nextStep: 'Check what is on air.',
  },
  DISK_HISTORY_FOREIGN: {
    severity: 'warning',
    message:
      'The folder {file} has the history of another feed. It was kept as {kept}, and {feed} begins a new history.',
    air: 'notAffected',
    nextStep: 'To restore earlier lists of {feed}, stop Greenroom and put the right folder back.',
  },
  DISK_HISTORY_MIXED: {
    severity: 'warning',
    message:
      'The folder {file} has the history of another feed and can’t be renamed ({what}). {feed} uses it: its earlier lists are those of the other feed, and newer ones can be missing.',
    air: 'notAffected',
    nextStep: 'Restore no earlier list of {feed}. Stop Greenroom, then move {file} out of the data directory.',
  },
  DISK_FILE_NEWER: {
    severity: 'needsOperator',
    message: '{file} is from a newer Greenroom and was left unchanged. {used} On air could be affected.',
    nextStep: 'Check what is on air. Start the newer Greenroom, or choose another directory with --data-dir.',
  },
  SECRETS_FILE_UNREADABLE: {
    severity: 'warning',
    message:
      '{file} can’t be read ({what}). It was left unchanged, and the secrets in it are not used. Unless the environment sets the desk’s token, desks need another one, which a start with --print-token prints. On air is not affected.',
    nextStep: 'Make {file} in the data directory readable for Greenroom, then restart Greenroom.',
  },
  SECRETS_NOT_PRIVATE: {
    severity: 'warning',
    message: 'Other users of this machine may be able to read {file}: {what}. On air is not affected.',
    nextStep: 'Move the data directory to a folder that only you can open.',
  },
  DISK_TAIL_TORN: {
    severity: 'notice',
    message:
      'The last record of {file} was incomplete and was discarded. All earlier records are intact. On air is not affected.',
    nextStep: 'No action needed.',
  },
  DISK_CHANGE_DISCARDED: {
    severity: 'notice',
    message:
      'A change that was not saved completely before Greenroom stopped was discarded. It was never on air. On air is not affected.',
    nextStep: 'Check what is on air. Make the change again if it is missing.',
  },
} as const satisfies CatalogueEntries;
