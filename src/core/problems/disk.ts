/** Problems with the data directory and its files. */
import type { CatalogueEntries } from './entry.ts';

export const diskProblems = {
  DISK_WRITE_FAILED: {
    severity: 'needsOperator',
    message:
      'The show can’t be saved ({what}). Posts still come off air immediately. New posts wait until saving works again.',
    nextStep: 'Free space on the disk, or check the permissions of {path}.',
  },
  DISK_LOG_BEHIND: {
    severity: 'warning',
    message:
      'The {log} can’t be saved ({what}). On air is not affected. Missing entries are saved when the disk works again.',
    nextStep: 'Free space on the disk, or check the permissions of {path}, before you stop Greenroom.',
  },
  DISK_FILE_CORRUPT: {
    severity: 'warning',
    message: '{file} can’t be read and is kept as {kept}. {used}',
    nextStep: 'Check what is on air, then send the damaged file to the person who maintains this machine.',
  },
  DISK_FILE_NEWER: {
    severity: 'needsOperator',
    message: '{file} was saved by a newer version of Greenroom and was not changed.',
    nextStep: 'Start the newer version, or choose another directory with --data-dir.',
  },
  DISK_TAIL_TORN: {
    severity: 'notice',
    message: 'The last record of {file} was incomplete and was discarded. Everything confirmed before it is saved.',
    nextStep: 'No action needed.',
  },
  DISK_LOCKED: {
    severity: 'needsOperator',
    message: 'Another Greenroom is using {path}.',
    nextStep: 'Quit the other one, or choose another directory with --data-dir.',
  },
} as const satisfies CatalogueEntries;
