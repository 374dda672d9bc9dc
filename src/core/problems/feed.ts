/** Problems with the feeds, their port and their consumers. */
import type { CatalogueEntries } from './entry.ts';

export const feedProblems = {
  FEED_PORT_TAKEN: {
    severity: 'needsOperator',
    message: 'Port {port} is in use, so the feed can’t start. Graphics can’t read it: on air is affected.',
    nextStep: 'Quit the program using this port, or choose another with --feed-port.',
  },
  FEED_UNKNOWN: {
    severity: 'notice',
    message: 'There is no feed with that name. On air is not affected.',
    nextStep: 'Use the name of a feed from /api/state, or from /feeds on the feed port.',
  },
  FEED_CONSUMER_BEHIND: {
    severity: 'onAir',
    message: '{name} still shows revision {revision}, which is no longer on air.',
    nextStep: 'Refresh that source, then check the programme monitor.',
  },
  FEED_TAKEDOWN_UNCONFIRMED: {
    severity: 'onAir',
    message: '{item} may still be on screen. {name} hasn’t confirmed the block.',
    nextStep: 'Remove it on {name}, then check the programme monitor.',
  },
  FEED_RESTORED: {
    severity: 'notice',
    message: 'Greenroom restarted. On air is unchanged on {feed}: revision {revision}, {gate}.',
    nextStep: 'Check {check}.',
  },
  FEED_NOT_FOUND: {
    severity: 'notice',
    message: 'There is nothing at this address. On air is not affected.',
    nextStep: 'Open the feed’s page, which lists every address.',
  },
  FEED_READ_ONLY: {
    severity: 'notice',
    message: 'The feed is read-only. Nothing happened.',
    nextStep: 'Use GET here. Make changes on the desk or through the control API.',
  },
  FEED_READ_REFUSED: {
    severity: 'notice',
    message: 'This request may not read the feed. On air is not affected.',
    nextStep: 'Use {valid}.',
  },
} as const satisfies CatalogueEntries;
