/** Builds the announcer's message: the worst problem with its next step, else the last change on air. */

import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { capitalise } from '../../../core/capitalise.ts';
import { describeStartChange } from '../../../core/changedAtStart.ts';
import { gateNames } from '../../../core/gateNames.ts';
import { type Problem, saysAirIsAffected } from '../../../core/problem.ts';
import { formatClockTime, formatDuration } from '../../../core/time.ts';
import type { IconName } from '../../../ui/Icon.tsx';
import type { AirChange } from '../airChange.ts';
import { describeCleared } from './cleared.ts';
import { describeConnected } from './consumerFacts.ts';
import { formatCount, nameOf, startSentence } from './counts.ts';
import { emphasise } from './emphasis.ts';
import { describeHealth } from './health.ts';
import { describeHold } from './held.ts';
import { hasHiddenProblems, isLossOf, shownProblemsOf } from './shownProblems.ts';
import { restartTimeOf } from './stripFacts.ts';
import { describeClear, describeConfirmation, describeWaiting, unconfirmedBlocksOf } from './takedown.ts';

export type AnnouncerButton = 'offScreen' | 'checkNow' | 'log' | 'details' | 'back' | 'seen' | 'waiting' | 'retryNow';
export type Announcement = {
  readonly kind: 'normal' | 'warning' | 'alarm';
  readonly icon: IconName;
  /** Clock time shown before the message, or `null`. */
  readonly time: string | null;
  /** Shown in bold. */
  readonly lead: string;
  readonly rest: string;
  readonly buttons: readonly AnnouncerButton[];
  /** Whether screen readers interrupt to read it. */
  readonly isAssertive: boolean;
};

const createAnnouncement = (
  kind: Announcement['kind'],
  icon: Announcement['icon'],
  lead: string,
  rest: string,
  buttons: readonly AnnouncerButton[],
): Announcement => ({ kind, icon, time: null, lead, rest, buttons, isAssertive: kind === 'alarm' });

/** `host` is the engine's machine from the address bar; `null` in the desktop window. */
export function announceDisconnection(disconnectedForMs: number, host: string | null): Announcement {
  const where = host === null ? '' : ` on ${host}`;
  return createAnnouncement(
    'alarm',
    'no-connection',
    `No connection to Greenroom for ${formatDuration(disconnectedForMs)}.`,
    `The feed may still be running. Keys are off until it reconnects. If something must come off air now, use the vision mixer. Then check that Greenroom is running${where}.`,
    ['retryNow'],
  );
}

/** A short message after a press; `lead` is shown in bold. */
export type Notice = {
  readonly lead: string;
  readonly rest: string;
  /** Whether it has the Show waiting button. */
  readonly hasWaitingButton: boolean;
  /** Ends it early: a change of screen, gate or feed, or a state that can be saved again. */
  readonly endsWith: 'gate' | 'saving' | null;
  /** Whether screen readers interrupt to read it, and every screen shows it. */
  readonly isUrgent: boolean;
};

export type AnnouncementInput = {
  readonly state: DeskState;
  readonly feed: DeskFeed;
  readonly nowMs: number;
  readonly armed: { readonly sentence: string } | null;
  readonly notice: Notice | null;
  /** The effect of the operator's last press, while it is true. */
  readonly done: { readonly sentence: string } | null;
  readonly airChange: AirChange | null;
  readonly arrivals: { readonly count: number; readonly at: string } | null;
  /** Returns the name of a post's author. */
  readonly nameOfPost: (itemId: string) => string;
  readonly isInLive: (itemId: string) => boolean;
};

export function announcementOf(input: AnnouncementInput): Announcement {
  const { state, feed, armed, notice, done } = input;
  if (armed !== null)
    // Screen readers must read it before the key is no longer armed.
    return {
      ...createAnnouncement('warning', 'triangle', armed.sentence, 'Any other key cancels.', []),
      isAssertive: true,
    };
  const problems = shownProblemsOf(state, feed);
  // After a loss, on air is not as it was before the restart.
  const hasRestart = feed.restored && !problems.some((problem) => isLossOf(problem, feed));
  // The worst problem is always on top; the rest are counted.
  const takedown = announceTakedown(input, problems.length + (hasRestart ? 1 : 0));
  if (takedown !== null) return takedown;
  const worst = problems[0];
  if (worst !== undefined) return announceWorst(input, worst, problems.length - 1, hasRestart);
  if (notice !== null && feed.restored) {
    const restart = announceRestart(input);
    return { ...restart, rest: `${notice.lead} ${notice.rest}`, isAssertive: notice.isUrgent };
  }
  if (notice !== null)
    return {
      ...createAnnouncement(
        'warning',
        'triangle',
        notice.lead,
        notice.rest,
        notice.hasWaitingButton ? ['waiting', 'log'] : ['log'],
      ),
      isAssertive: notice.isUrgent,
    };
  if (feed.restored) return announceRestart(input);
  const gateSentence = announceGate(input);
  return done === null ? gateSentence : { ...gateSentence, time: null, lead: '', rest: done.sentence };
}

function announceGate(input: AnnouncementInput): Announcement {
  const { state, feed } = input;
  if (feed.gate === 'following') return announceNormal(input);
  const confirmed = announceConfirmedBlock(input);
  const [lead, time] = confirmed === null ? ['', null] : [`${confirmed.rest} `, confirmed.time];
  const gate =
    feed.gate === 'cleared'
      ? createAnnouncement('normal', 'frame-empty', '', `${lead}${describeCleared(feed)}`, ['back'])
      : createAnnouncement('normal', 'gate-shut', '', `${lead}${describeHold(input, state.you)}`, ['log']);
  return { ...gate, time };
}

const countMore = (count: number): string => (count === 0 ? '' : ` And ${count} more.`);

/** The worst problem, with the reason of a refused press, and a restart that waits to be acknowledged. */
function announceWorst(
  input: AnnouncementInput,
  worst: Problem,
  otherCount: number,
  hasRestart: boolean,
): Announcement {
  const { notice, state, feed } = input;
  // Named, because Got it beside it acknowledges it.
  const restart = hasRestart ? ` ${describeRestart(state, feed)}` : '';
  const more = `${countMore(otherCount)}${restart}`;
  const announced = announceProblem(input, worst, more);
  const [first = 'log'] = announced.buttons;
  const buttons: readonly AnnouncerButton[] = hasRestart ? [first, 'seen'] : announced.buttons;
  if (notice === null) return { ...announced, buttons };
  const reason = `${notice.lead} ${notice.rest}`;
  // If air is affected, the next step is never replaced.
  const rest = announced.kind === 'alarm' ? `${announced.rest} ${reason}` : `${reason}${more}`;
  const lead = announced.lead.replace(/:$/, '.');
  const isAssertive = announced.isAssertive || notice.isUrgent;
  return { ...announced, lead, rest, isAssertive, buttons: notice.hasWaitingButton ? [first, 'waiting'] : buttons };
}

function announceTakedown(input: AnnouncementInput, otherProblems: number): Announcement | null {
  const { feed, nowMs, notice, nameOfPost } = input;
  const unconfirmed = unconfirmedBlocksOf(feed);
  const first = unconfirmed[0];
  if (first === undefined) return null;
  const age = formatDuration(nowMs - Date.parse(first.since));
  const more = countMore(unconfirmed.length - 1 + otherProblems);
  const reason = notice === null ? '' : ` ${notice.lead} ${notice.rest}`;
  return createAnnouncement(
    'alarm',
    'octagon',
    startSentence(`${nameOfPost(first.itemId)} may still be on screen.`),
    `${describeWaiting(first, age)} ${capitalise(describeClear(first))}, then check the programme monitor.${first.saved ? '' : ' Not saved yet.'}${more}${reason}`,
    ['offScreen', 'log'],
  );
}

/** Advises Hold only where it can be pressed. */
function nextStepFor({ nextStep }: Problem, { gate }: DeskFeed): string {
  return gate === 'following' ? nextStep : nextStep.replace(/ Hold to [^.]*\./, '');
}

function whatStays({ gate, counts, served }: DeskFeed): string {
  if (!served) return 'graphics still get nothing.';
  if (gate === 'cleared') return 'it stays cleared.';
  if (counts.onAir === 0) return 'it stays empty.';
  return gate === 'held' ? 'it stays held.' : 'the last good list stays.';
}

const offlineEnding = ' On air is not affected';

function announceProblem({ state, feed, nowMs }: AnnouncementInput, problem: Problem, more: string): Announcement {
  const isAlarm = saysAirIsAffected(problem);
  const isAboutSource = problem.about === 'source';
  const next = `${nextStepFor(problem, feed)}${more}`;
  const ageMs = (state.source.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(state.at));
  if (problem.code === 'SOURCE_OFFLINE' && state.source.lastConfirmedAt !== null) {
    // The message ends with what stays on air; the part before it names the cause.
    const [cause = ''] = problem.message.split(offlineEnding);
    return createAnnouncement(
      'warning',
      'triangle',
      `${cause.replace('isn’t responding', `hasn’t responded for ${formatDuration(ageMs)}`)} On air is not affected:`,
      `${whatStays(feed)} ${next}`,
      ['checkNow', 'details'],
    );
  }
  return createAnnouncement(
    isAlarm ? 'alarm' : 'warning',
    isAlarm ? 'octagon' : 'triangle',
    problem.message,
    next,
    isAboutSource ? ['checkNow', 'details'] : isLossOf(problem, feed) && feed.served ? ['seen', 'log'] : ['log'],
  );
}

function describeRestart(state: DeskState, feed: DeskFeed): string {
  const at = restartTimeOf(state, feed);
  return `Greenroom restarted${at === null ? '' : ` at ${formatClockTime(at)}`}.`;
}

function announceRestart({ state, feed }: AnnouncementInput): Announcement {
  const gate = `${gateNames[feed.gate].toLowerCase()}${feed.gate === 'following' ? ' live' : ''}`;
  const onAir = describeSinceRestart(feed);
  const next = feed.gate === 'following' ? 'Check what is on air.' : 'Check the waiting list, then take or release.';
  return createAnnouncement(
    'warning',
    'history',
    `${describeRestart(state, feed)} ${describeOtherSettings(feed)}${onAir}: revision ${feed.revision}, ${gate}.`,
    `${describeConnected(feed)} ${next}`,
    ['seen', 'details'],
  );
}

function describeSinceRestart(feed: DeskFeed): string {
  if (feed.changedSinceRestart) return 'On air has changed since';
  if (feed.changedAtStart === 'added') return 'On air is its last list from before';
  const hasOtherList = feed.changedAtStart === 'collection' || feed.changedAtStart === 'service';
  const isUnread = hasOtherList && feed.gate === 'following' && feed.lastConfirmedAt === null;
  return isUnread ? 'On air is unchanged and can change when its list is read' : 'On air is unchanged';
}

function describeOtherSettings({ slug, changedAtStart }: DeskFeed): string {
  return changedAtStart === null ? '' : `Its settings have changed: ${describeStartChange(slug, changedAtStart)}. `;
}

/** How long a confirmed block stays announced. */
const confirmationShownForMs = 20_000;

/** The newest block, once it is confirmed. */
function announceConfirmedBlock({ feed, nowMs, nameOfPost, airChange }: AnnouncementInput): Announcement | null {
  const newest = feed.blocked.toSorted((a, b) => b.since.localeCompare(a.since))[0];
  if (newest === undefined || newest.confirmedOffAirAt === null) return null;
  if (nowMs - Date.parse(newest.confirmedOffAirAt) > confirmationShownForMs) return null;
  // The newer of the two is announced.
  if (airChange !== null && airChange.at > newest.confirmedOffAirAt) return null;
  const sentence = `Blocked: ${emphasise(nameOfPost(newest.itemId))}. ${describeConfirmation(newest)}.`;
  return { ...createAnnouncement('normal', 'radio', '', sentence, ['log']), time: formatClockTime(newest.since) };
}

function announceNormal(input: AnnouncementInput): Announcement {
  const { state, feed, airChange, arrivals } = input;
  const confirmed = announceConfirmedBlock(input);
  if (confirmed !== null) return confirmed;
  const health = describeHealth(state.source, feed, hasHiddenProblems(state, feed));
  const normal = (lead: string, rest: string, at: string | null): Announcement => ({
    ...createAnnouncement('normal', 'radio', lead, `${rest} ${health}`, ['log']),
    time: at === null ? null : formatClockTime(at),
  });
  if (arrivals !== null && (airChange === null || arrivals.at > airChange.at)) {
    return normal(
      `New in staging: ${formatCount(arrivals.count, 'post', 'posts')}`,
      ', above the part on screen. Your position is kept.',
      arrivals.at,
    );
  }
  if (airChange === null) {
    const { onAir } = feed.counts;
    return normal(
      '',
      onAir === 0
        ? `Nothing is on air${feed.counts.live === 0 && feed.collection !== null ? ': live is empty' : ''}.`
        : `${formatCount(onAir, 'post is', 'posts are')} on air.`,
      null,
    );
  }
  const firstOn = airChange.on[0];
  const firstOff = airChange.off[0];
  if (firstOn !== undefined) {
    const from = firstOn.isFromStaging ? ', from staging to position ' : ', at position ';
    const more = airChange.on.length > 1 ? `, and ${airChange.on.length - 1} more` : '';
    const off = airChange.off.length > 0 ? ` ${formatCount(airChange.off.length, 'post', 'posts')} went off air.` : '';
    const sentence = `Went on air: ${emphasise(nameOf({ fullName: firstOn.name }))}${from}${firstOn.position}${more}.${off}`;
    return normal('', sentence, airChange.at);
  }
  const more = airChange.off.length > 1 ? `, and ${airChange.off.length - 1} more` : '';
  const sentence = `Went off air: ${emphasise(nameOf({ fullName: firstOff?.name ?? null }))}, from position ${firstOff?.position ?? 0}${more}.`;
  return normal('', sentence, airChange.at);
}
