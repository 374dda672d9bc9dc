/** Problems with the feeds, their port and their consumers. */
import type { CatalogueEntries } from './entry.ts';

export const feedProblems = {
  FEED_PORT_TAKEN: {
    severity: 'needsOperator',
    isAirAffected: true,
    message: 'Port {port} is in use, so the feed can’t start. Graphics can’t read it: on air is affected.',
    nextStep:
      'Quit the program using this port: the feed then starts automatically. Or choose another in Settings, Feed server (`feedServer.port`), or with --feed-port.',
  },
  FEED_HOST_ABSENT: {
    severity: 'needsOperator',
    isAirAffected: true,
    message:
      'This machine doesn’t have the address {host} now, so only this machine can read the feed. Graphics on other machines can’t: on air is affected.',
    nextStep:
      'Connect that network: the feed then opens there automatically. Or choose another address in Settings, Feed server (`feedServer.host`), or with --host.',
  },
  FEED_TOKEN_MISSING: {
    severity: 'needsOperator',
    isAirAffected: true,
    message:
      'The feed has no read token, so it is not open to the network ({open}). Graphics on other machines can’t read it: on air is affected.',
    nextStep:
      'Set a read token (`feedServer.readToken`), or allow every machine to read without one (`feedServer.allowWithoutToken`).',
  },
  FEED_OPEN_TO_NETWORK: {
    severity: 'notice',
    message:
      'OPEN TO THE NETWORK: every machine that reaches {addresses} can read the feed without a token. On air is not affected.',
    nextStep: 'Set a read token (`feedServer.readToken`), or open the feed to this machine only (`feedServer.host`).',
  },
  FEED_NOT_ANNOUNCED: {
    severity: 'notice',
    message: 'The feed can’t be announced on the network: {what}. On air is not affected.',
    nextStep: 'Use the feed’s address, or quit the program that uses UDP port 5353.',
  },
  FEED_INTERFACE_ABSENT: {
    severity: 'warning',
    isAirAffected: true,
    message:
      'The network interface {interfaces} has no address now. Graphics that read the feed there keep their last picture: on air is affected.',
    nextStep:
      'Connect that network, or correct the name in Network interfaces (`feedServer.interfaces`). The feed then opens there automatically.',
  },
  FEED_UNKNOWN: {
    severity: 'notice',
    message: 'There is no feed with that name. On air is not affected.',
    nextStep: 'Use the name of a feed from /api/state, or from /feeds on the feed port.',
  },
  FEED_CONSUMER_BEHIND: {
    severity: 'onAir',
    isAirAffected: true,
    message: '{names} last showed an older list of {feed}. On air is affected.',
    nextStep: 'Refresh that source, then check the programme monitor.',
  },
  FEED_CONSUMER_LOST: {
    severity: 'needsOperator',
    message: '{names} disconnected and may still show an older list of {feed}. On air could be affected.',
    nextStep:
      'Check the programme monitor. If it is on screen, refresh that source; if not, press “Got it: not on screen”.',
  },
  FEED_TAKEDOWN_UNCONFIRMED: {
    severity: 'onAir',
    message: '{item} may still be on screen. {name} hasn’t confirmed the block.',
    nextStep: 'Remove it on {name}, then check the programme monitor.',
  },
  FEED_REMOVED_WHILE_STOPPED: {
    severity: 'warning',
    message:
      'The feed {feed} was removed from the settings while Greenroom was stopped. Its readers get status 404, and can still show its last picture. On air could be affected.',
    nextStep: 'Add {feed} to the settings again, or choose another feed in the graphics that read it.',
  },
  FEED_RESTORED: {
    severity: 'notice',
    message: 'Greenroom restarted. On air started unchanged on {feed}: revision {revision}, {gate}.',
    nextStep: 'Check {check}.',
  },
  FEED_RESTORED_CHANGED: {
    severity: 'notice',
    message: 'Greenroom restarted with other settings: {change}. On air {onAir}: revision {revision}, {gate}.',
    nextStep: 'Check {check}, and the feed’s collection and the service in the settings.',
  },
  FEED_SHOW_OPENED: {
    severity: 'notice',
    message: '{show} was opened. On air on {feed} started with the list of this show: revision {revision}, {gate}.',
    nextStep: 'Check {check}.',
  },
  FEED_RESTORED_UNSURE: {
    severity: 'needsOperator',
    message:
      'Greenroom stopped in the middle of a change. {feed} started {gate} at revision {revision}, with this change. On air could be affected: it is not known whether the change was on air before.',
    nextStep: 'Compare the list with the programme monitor.',
  },
  FEED_REBUILT: {
    severity: 'needsOperator',
    message:
      'The saved show was damaged. {feed} started {gate} at revision {revision}, with the last list that could be rebuilt. On air could be affected: its newest changes could be missing, and posts taken off air can be back.',
    nextStep: 'Compare the list with the programme monitor. Block what must stay off air, then take or release.',
  },
  FEED_GUARDS_LOST: {
    severity: 'needsOperator',
    message:
      'The saved show was damaged. {feed} started {gate} at revision {revision}, with the last list that could be rebuilt. On air could be affected: blocks, guards and newest changes could be missing, and posts taken off can be back.',
    nextStep:
      'Compare the list with the programme monitor. Set the blocks and guards again before you take or release.',
  },
  FEED_UNSAVED: {
    severity: 'needsOperator',
    message:
      'Greenroom restarted. {feed} started {gate} at revision {revision}, but its last changes could be missing. On air could be affected: posts that were taken off air can be back.',
    nextStep: 'Compare the list with the programme monitor. Take those posts off air again.',
  },
  FEED_STARTED_OLDER: {
    severity: 'needsOperator',
    message:
      '{name} had revision {known} of {feed} before, but {feed} started at revision {revision}. Greenroom has an older state, such as a backup, or {name} read another Greenroom. On air could be affected: posts taken off air can be back, and blocks and guards missing.',
    nextStep: 'Compare the list with the programme monitor. Block what must stay off air, and check {check}.',
  },
  FEED_LIST_LOST: {
    severity: 'needsOperator',
    isAirAffected: true,
    message:
      'The saved show was damaged, and it is not known what {feed} showed last. On air is affected: {feed} sends graphics nothing, so they keep their last picture. Its blocks and guards could be missing.',
    nextStep: 'Block what must stay off air, and set the guards again. Then take, release, clear or restore a list.',
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
    message: 'This request may not read the feed: {fault}. On air is not affected.',
    nextStep: 'Use {valid}.',
  },
} as const satisfies CatalogueEntries;
