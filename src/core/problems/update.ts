/** Updates of the desktop app. */
import type { CatalogueEntries } from './entry.ts';

export const updateProblems = {
  UPDATE_AVAILABLE: {
    severity: 'notice',
    message: 'Greenroom {version} can be installed. On air is not affected.',
    nextStep: 'After the show, open Settings, App and updates and press Install update and restart.',
  },
  UPDATE_NOT_HERE: {
    severity: 'notice',
    message: 'This Greenroom does not update itself. Nothing happened.',
    nextStep: 'Stop it after the show, replace its package or archive, and start it again.',
  },
  UPDATE_OFF: {
    severity: 'notice',
    message: 'Updates are off, or no address for them is set. Nothing happened.',
    nextStep: 'Switch on Look for updates (`updates.enabled`) and enter Address (`updates.address`).',
  },
  UPDATE_NONE: {
    severity: 'notice',
    message: 'No newer version was found. Nothing happened.',
    nextStep: 'Check for an update first.',
  },
  UPDATE_NEEDS_ADMINISTRATOR: {
    severity: 'notice',
    message:
      'Greenroom is installed for all users of this machine, so only an administrator can install version {version}. Nothing happened.',
    nextStep: 'After the show, quit Greenroom and let an administrator run the installer of that version.',
  },
  UPDATE_ON_AIR: {
    severity: 'notice',
    message: 'An update restarts Greenroom, but {what}. Nothing was installed.',
    nextStep: 'After the show, clear the feeds and close the graphics that read them. Then install the update.',
  },
  UPDATE_FAILED: {
    severity: 'warning',
    message: 'The update could not be {action} ({what}). Nothing was installed. On air is not affected.',
    nextStep: 'Check Address (`updates.address`) and that this machine can read it. Then check for an update again.',
  },
  UPDATE_NOT_VERIFIED: {
    severity: 'warning',
    message:
      'The downloaded update does not have the checksum or the signature of the release, so it was deleted. On air is not affected.',
    nextStep:
      'Copy the files of the release to the address again. If this recurs, install nothing and find out who changed them.',
  },
  UPDATE_ADDRESS_INSECURE: {
    severity: 'warning',
    message:
      'Updates are not read over plain http from another machine, because this app can’t check who made them. On air is not affected.',
    nextStep: 'Set Address (`updates.address`) to a folder or to an address that begins with https://.',
  },
} as const satisfies CatalogueEntries;
