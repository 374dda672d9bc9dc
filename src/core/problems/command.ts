/** Refused and failed commands and requests. */
import type { CatalogueEntries } from './entry.ts';

export const commandProblems = {
  COMMAND_INVALID: {
    severity: 'notice',
    message: 'The request is not valid: {what}. Nothing happened.',
    nextStep: 'Check /api/openapi.json for the valid fields.',
  },
  COMMAND_UNAUTHORISED: {
    severity: 'notice',
    message: 'The token is missing or not accepted. Nothing happened.',
    nextStep: 'Open the address that Greenroom printed at startup, including its token.',
  },
  COMMAND_FORBIDDEN: {
    severity: 'notice',
    message: 'A token with the right “{right}” can’t do that. Nothing happened.',
    nextStep: 'Use a token with the right “{needed}”.',
  },
  COMMAND_HOST_FOREIGN: {
    severity: 'notice',
    message: 'The request was for {host}, which is not a name of this machine. Nothing happened.',
    nextStep: 'Use the address that Greenroom printed at startup.',
  },
  COMMAND_ORIGIN_FOREIGN: {
    severity: 'notice',
    message: 'Web pages from {origin} can’t use this control API, even with a token. Nothing happened.',
    nextStep: 'Open the desk at its own address, or use a program that sends no Origin header.',
  },
  COMMAND_UNKNOWN: {
    severity: 'notice',
    message: 'There is no such address or command. Nothing happened.',
    nextStep: 'Use a path and method from /api/openapi.json.',
  },
  COMMAND_TOO_MANY: {
    severity: 'notice',
    message: 'Too many requests arrived from this client. Nothing happened.',
    nextStep: 'Wait a second, then try again.',
  },
  COMMAND_FAILED: {
    severity: 'warning',
    message: 'An internal error stopped the command. On air may or may not have changed.',
    nextStep: 'Check on air, then try again. For details, search the log for COMMAND_FAILED.',
  },
  LIST_MOVED_ON: {
    severity: 'notice',
    message: 'The list changed as you pressed. Nothing happened.',
    nextStep: 'Check the list, then press again.',
  },
  AIR_CHANGED: {
    severity: 'notice',
    message: 'The gate, the held list or the list on air changed as you pressed. Nothing happened.',
    nextStep: 'Check what is on air, then press again.',
  },
  HEAD_MOVED: {
    severity: 'notice',
    message: 'The play head moved as you pressed. Nothing happened.',
    nextStep: 'Check which post is current, then press again.',
  },
  COMMAND_OVERTAKEN: {
    severity: 'notice',
    message: '{by} pressed {label} while Greenroom was reading the list. The older press changed nothing on air.',
    nextStep: 'Check what is on air. Press again if it should still change.',
  },
  COMMAND_LATE: {
    severity: 'notice',
    message: 'The press reached Greenroom only after {duration}. Nothing happened.',
    nextStep: 'Check what is on air, then press again.',
  },
  ONLY_REMOVALS_DONE: {
    severity: 'needsOperator',
    isAirAffected: true,
    message:
      'Only the removals were done, because the state can’t be saved. On air is affected: added and edited posts wait.',
    nextStep: 'Check the disk. When the state can be saved again, repeat the command.',
  },
  LIVE_NOT_READ: {
    severity: 'notice',
    message: 'Live has not been read yet. Nothing happened.',
    nextStep: 'Check the source, then press again.',
  },
  GUARDS_CHANGED: {
    severity: 'notice',
    message: 'The guards changed as you pressed. Nothing happened.',
    nextStep: 'Check the guards, then press again.',
  },
  POST_CHANGED: {
    severity: 'notice',
    message: 'The post changed as you pressed. Nothing happened.',
    nextStep: 'Check the post, then press again.',
  },
  ITEM_UNKNOWN: {
    severity: 'notice',
    message: 'That post is not on air. Nothing happened.',
    nextStep: 'Check the list, then choose another post.',
  },
  REVISION_UNKNOWN: {
    severity: 'notice',
    message: 'That revision is not kept. Nothing happened.',
    nextStep: 'Choose another revision from History.',
  },
  EXPORT_STOPPED: {
    severity: 'notice',
    message: 'The export stopped before the end of the file. Nothing was saved.',
    nextStep: 'Export the file again.',
  },
  RECORDING_UNKNOWN: {
    severity: 'notice',
    message: 'There is no such recording. Nothing happened.',
    nextStep: 'Choose one from the list of recordings.',
  },
  REHEARSAL_NONE: {
    severity: 'notice',
    message: 'No rehearsal is running. Nothing happened.',
    nextStep: 'Choose a recording and start it.',
  },
  PREFLIGHT_NONE: {
    severity: 'notice',
    message: 'No preflight has run since Greenroom started. On air is not affected.',
    nextStep: 'Run one on a desk (F3), or send `POST /api/preflight`.',
  },
  DETECT_NONE: {
    severity: 'notice',
    message: 'Detect can’t do that: {what}. Nothing happened.',
    nextStep:
      'Set the webhook secret and start Detect in Settings, Source (`POST /api/source/detect`), if it is not running. Then change two collections at the service.',
  },
  DETECT_SECRET_NOT_SET: {
    severity: 'notice',
    message:
      'The matching format uses a secret that is not set here, so every delivery would be refused. Nothing happened.',
    nextStep:
      'Set that secret in Settings, Source (or as `webhookSecret` in secrets.json of headless). No restart is needed. Then lock again.',
  },
  COMMAND_PORT_TAKEN: {
    severity: 'notice',
    message: '{port} is in use. Nothing happened.',
    nextStep: 'Quit the program using this port, then try again.',
  },
  COLLECTION_UNKNOWN: {
    severity: 'notice',
    message: 'The service has no such collection. Nothing happened.',
    nextStep: 'Choose one from the list of collections.',
  },
  COLLECTION_NONE: {
    severity: 'notice',
    message: 'No feed uses a collection, so there is no list to check. Nothing happened.',
    nextStep: 'Choose one in Collections.',
  },
} as const satisfies CatalogueEntries;
