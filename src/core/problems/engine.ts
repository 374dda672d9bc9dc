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
    nextStep:
      'Unlock or install a keyring (GNOME Keyring or KWallet), then restart Greenroom. Or enter the secrets in Settings, Source, at each start.',
  },
  ENGINE_SECRETS_MOVED: {
    severity: 'notice',
    message: 'The secrets in {file} were moved into this system’s keychain. On air is not affected.',
    nextStep: 'No action needed. For headless mode, set the secrets in its environment.',
  },
  ENGINE_DESK_RESTARTED: {
    severity: 'notice',
    message: 'The desk’s window stopped ({what}) and was loaded again. On air is not affected.',
    nextStep: 'No action needed. If it continues, keep the log and the reports in the data directory.',
  },
  SHOW_NOT_SWITCHED: {
    severity: 'needsOperator',
    message: '{wanted} could not start: {what}. {kept} is on air.',
    nextStep: 'Check {check}, then try again.',
  },
  SHOW_SWITCHING: {
    severity: 'notice',
    message: 'Greenroom is switching between the demo and your own show. Nothing happened.',
    nextStep: 'Wait a second, then try again.',
  },
  SHOW_UNCONFIRMED: {
    severity: 'notice',
    message:
      'The show was not switched: a blocked post or an older list of feed {feed} may still be on screen. Its alarm would end. Nothing changed.',
    nextStep: 'Check the programme monitor, press “Got it: not on screen” on the desk, then switch.',
  },
  DEMO_PORT_TAKEN: {
    severity: 'notice',
    message: 'Port {taken} is in use, so the demo’s service uses port {port}. On air is not affected.',
    nextStep: 'No action needed. Other programs that read the demo’s service need this port.',
  },
  SETUP_NO_DEMO: {
    severity: 'notice',
    message: 'This Greenroom has no demo. Nothing changed.',
    nextStep: 'Start Greenroom with --demo.',
  },
  PREFLIGHT_FOUND: {
    severity: 'needsOperator',
    message:
      'The preflight of this machine and the service before the start at {start}: {verdict}. On air is not affected.',
    nextStep: 'Press F3, and follow the next steps there.',
  },
  PREFLIGHT_FOUND_ON_FEED: {
    severity: 'needsOperator',
    message: 'The preflight of the feed {feed} before the start at {start}: {verdict}. On air is not affected.',
    nextStep: 'Show the feed {feed}, press F3, and follow the next steps there.',
  },
  DESK_CONNECTION_SLOW: {
    severity: 'needsOperator',
    isUrgent: true,
    message:
      'This desk’s connection to Greenroom is slow: an answer takes over 3 seconds. On air can be newer than this desk shows, and presses can be refused as too late.',
    nextStep:
      'Check the network between this desk and Greenroom. Block a post that must leave air: a block counts however late it arrives.',
  },
  ENGINE_FAULT: {
    severity: 'warning',
    message: 'An internal error occurred. On air keeps its list, but may be out of date.',
    nextStep:
      'Compare on air with the service, and restart Greenroom after the show. Keep the log and search it for ENGINE_FAULT.',
  },
} as const satisfies CatalogueEntries;
