/** A press of a key: refused with its reason, armed for a second press, or sent. Nothing is shown before the engine says so. */
import type { CommandAnswer } from '../../contract/commands.ts';
import type { SentAction } from '../keys/actions.ts';
import type { Offer, Sending } from '../show/offer.ts';
import { plural } from '../words/counts.ts';
import { clockTime } from '../words/time.ts';
import { arm, disarm, forgetRested, readPress, say, sayRested, setWorking } from './hand.ts';
import { rowKey, useMirror } from './mirror.ts';

/** A press so soon after the row under it changed was meant for what stood there before. Milliseconds. */
export const tooFreshMs = 250;

export const actionTitles: Readonly<Record<SentAction, string>> = {
  hold: 'Hold',
  release: 'Release',
  takeAll: 'Take all',
  takeRemovals: 'Removals',
  clear: 'Clear',
  back: 'Back',
  seen: 'I have looked',
  block: 'Block',
  unblock: 'Unblock',
  allow: 'Let go',
  markUsed: 'Mark used',
  next: 'Next',
  previous: 'Previous',
  first: 'First',
  cue: 'Cue',
  pin: 'Pin',
  guardAuthor: 'Keep off',
  rotate: 'Rotate',
  longer: 'Longer',
  shorter: 'Shorter',
  byLength: 'By length',
  loop: 'Loop',
  skipUsed: 'Pass over used',
  rehearsePause: 'Pause',
  rehearseStep: 'Next event',
  rehearseEnd: 'End rehearsal',
  checkNow: 'Check now',
};

export type Pressed = {
  readonly action: SentAction;
  readonly offer: Offer;
  readonly slug: string;
  /** The letter on the key, for the sentence of the second press. */
  readonly cap: string | null;
  readonly nowMs: number;
  readonly send: (sending: Sending) => Promise<CommandAnswer>;
};

/** Does what one press of that key means now. */
export function pressOnce({ action, offer, slug, cap, nowMs, send }: Pressed): void {
  if (offer.reason !== null || offer.sending === null) {
    disarm();
    if (offer.reason !== null) sayRested(`${actionTitles[action]}: ${offer.reason}.`, 'Nothing was done.');
    return;
  }
  const touchedAt = offer.itemId === null ? undefined : useMirror.getState().touchedAt.get(rowKey(slug, offer.itemId));
  if (touchedAt !== undefined && nowMs - touchedAt < tooFreshMs) {
    disarm();
    sayRested('Changed as you pressed.', 'Nothing was done. Look and press again.');
    return;
  }
  if (offer.confirm !== null) {
    const reading = readPress(action, offer.target);
    if (reading === 'early') return;
    if (reading === 'first') {
      arm(action, offer.target, offer.confirm.replace('{key}', cap ?? 'the key'));
      return;
    }
  }
  disarm();
  forgetRested();
  setWorking(action, true);
  send(offer.sending).then(
    (answer) => {
      setWorking(action, false);
      if (!answer.ok) sayRefused(action, answer.code, answer.message, answer.nextStep, cap);
    },
    () => {
      setWorking(action, false);
      say(`${actionTitles[action]} did not reach the engine.`, 'Look at what is on air before you press again.', false);
    },
  );
}

/** Says why nothing was done; with two desks also who was quicker and what has come since. */
function sayRefused(action: SentAction, code: string, message: string, nextStep: string, cap: string | null): void {
  if (code !== 'LIST_MOVED_ON') {
    say(
      `Your ${actionTitles[action]} was refused: ${message}`,
      `Next: ${nextStep.charAt(0).toLowerCase()}${nextStep.slice(1)}`,
      false,
    );
    return;
  }
  const { state } = useMirror.getState();
  const other = state?.desks.find(
    ({ name, lastAction }) => name !== state.you && lastAction?.outcome === 'done' && isLately(lastAction.at, state.at),
  );
  const who =
    other?.lastAction == null
      ? ''
      : `${other.name} ${pastVerb(other.lastAction.verb)} at ${clockTime(other.lastAction.at)}. `;
  const since = state === null ? '' : waitingSince(state.feeds.flatMap(({ pending }) => pending.added).length);
  say(
    `Your ${actionTitles[action]} was refused: live moved on as you pressed. You changed nothing.`,
    `${who}${since}Next: look at what waits, then press ${cap ?? 'it'} again.`,
    true,
  );
}

function waitingSince(added: number): string {
  return added === 0 ? '' : `${plural(added, 'post waits', 'posts wait')} now. `;
}

function isLately(at: string, now: string): boolean {
  return Date.parse(now) - Date.parse(at) < 10_000;
}

const verbs: Readonly<Record<string, string>> = {
  hold: 'held',
  release: 'released',
  take: 'took all',
  clear: 'cleared',
  back: 'went back',
  block: 'blocked a post',
  unblock: 'unblocked a post',
  allow: 'let a post go',
  next: 'went to the next',
  previous: 'went to the previous',
  cue: 'cued a post',
  pin: 'pinned',
  unpin: 'unpinned',
  rotate: 'changed the rotation',
  used: 'marked a post',
  point: 'pointed a feed',
  setMode: 'changed the mode',
  checkNow: 'checked the service',
  seen: 'looked',
  guards: 'changed the guards',
  rollback: 'went back in history',
  rehearse: 'began a rehearsal',
  endRehearsal: 'ended the rehearsal',
  pauseRehearsal: 'paused the rehearsal',
  stepRehearsal: 'stepped the rehearsal',
  speedRehearsal: 'changed the rehearsal’s speed',
  seekRehearsal: 'moved the rehearsal',
};

/** What a desk did, as others say it. */
export function pastVerb(verb: string): string {
  return verbs[verb] ?? verb;
}
