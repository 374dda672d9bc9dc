/** Problems with Greenroom itself. */
import type { CatalogueEntries } from './entry.ts';

export const engineProblems = {
  ENGINE_PORT_TAKEN: {
    severity: 'needsOperator',
    message:
      'Port {port} is in use, so panels, other programs and desks in a browser can’t connect. On air is not affected.',
    nextStep:
      'Choose another port in Settings, Control and tokens (`desk.port`). Or quit the program using this port, then switch the port off and on again (`desk.openInApp`).',
  },
  ENGINE_HOST_ABSENT: {
    severity: 'needsOperator',
    message:
      'This machine doesn’t have the address {host} now, so panels, other programs and desks in a browser can’t connect. On air is not affected.',
    nextStep:
      'Choose another address in Settings, Control and tokens (`desk.host`). Or connect that network, then switch the port off and on again (`desk.openInApp`).',
  },
  OSC_PORT_TAKEN: {
    severity: 'needsOperator',
    message: 'UDP port {port} is in use, so OSC commands can’t arrive. On air is not affected.',
    nextStep: 'Quit the program using this port, or choose another with Port (`osc.port`).',
  },
  OSC_FAILED: {
    severity: 'warning',
    message: 'The OSC port failed ({what}). Commands may not arrive. On air is not affected.',
    nextStep: 'Press a button of the panel. If nothing happens, switch OSC off and on again.',
  },
  ENGINE_KEYCHAIN_MISSING: {
    severity: 'warning',
    message:
      'This system has no secure keychain, so secrets are kept only until Greenroom quits. On air is not affected.',
    nextStep: 'Unlock or install a keyring (GNOME Keyring or KWallet), or set GREENROOM_API_KEY.',
  },
  SHOW_NOT_SWITCHED: {
    severity: 'needsOperator',
    message: '{wanted} could not start: {what}. {kept} is on air again.',
    nextStep: 'Check {check}, then try again.',
  },
  SHOW_SWITCHING: {
    severity: 'notice',
    message: 'Greenroom is switching between the demo and your own show. Nothing happened.',
    nextStep: 'Wait a second, then try again.',
  },
  SETUP_NO_DEMO: {
    severity: 'notice',
    message: 'This Greenroom has no demo. Nothing changed.',
    nextStep: 'Start Greenroom with --demo.',
  },
  ENGINE_FAULT: {
    severity: 'warning',
    message: 'An internal error occurred. On air is not affected.',
    nextStep: 'Restart Greenroom after the show. Keep the log and search it for ENGINE_FAULT.',
  },
} as const satisfies CatalogueEntries;
