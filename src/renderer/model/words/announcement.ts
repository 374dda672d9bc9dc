/** Builds the announcer's message: the worst problem with its next step, else the last change on air. */

import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { sayAirOf } from '../../../core/airOfFeed.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { startSentence } from '../../../core/postLabel.ts';
import { type Problem, saysAirIsAffected } from '../../../core/problem.ts';
import { formatDayTime, formatDuration } from '../../../core/time.ts';
import type { IconName } from '../../../ui/Icon.tsx';
import { type AirChange, returnShownForMs } from '../airChange.ts';
import { describeAirChange, describeArrivals, describeOnAirCount, describeReturned } from './airSentences.ts';
import { describeCleared } from './cleared.ts';
import { emphasise } from './emphasis.ts';
import { describeHealth } from './health.ts';
import { describeHold } from './held.ts';
import { describeOutage, removeHoldAdvice } from './outage.ts';
import { describeAfterRestart, describeRestart, describeRestartNextStep } from './restart.ts';
import { countNotices, hasHiddenProblems, isLateOf, isLossOf, shownProblemsOf } from './shownProblems.ts';
import {
  blocksOfOnePress,
  describeClear,
  describeConfirmation,
  describeWaiting,
  unconfirmedBlocksOf,
} from './takedown.ts';

export type AnnouncerButton =
  | 'offScreen'
  | 'checkNow'
  | 'log'
  | 'details'
  | 'back'
  | 'seen'
  | 'waiting'
  | 'retryNow'
  | 'howToStart';
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
  /** Identifies what it is about, such as a post; numbers in its sentence may change meanwhile. */
  readonly subject: string;
};

export const createAnnouncement = (
  kind: Announcement['kind'],
  icon: Announcement['icon'],
  lead: string,
  rest: string,
  buttons: readonly AnnouncerButton[],
): Announcement => ({ kind, icon, time: null, lead, rest, buttons, isAssertive: kind === 'alarm', subject: '' });

/** A short message after a press; `lead` is shown in bold. */
export type Notice = {
  readonly lead: string;
  readonly rest: string;
  /** Whether it has the Show waiting button. */
  readonly hasWaitingButton: boolean;
  /** Ends it early: a change of screen, gate or feed, or a state that can be saved again. */
  readonly endsWith: 'gate' | 'saving' | null;
  /** The feed and its gate for which the advice is meant; left out if it is meant for all. */
  readonly whileGate?: string;
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
  /** Whether the feed has the post, in any list. */
  readonly hasPost: (itemId: string) => boolean;
};

export function announcementOf(input: AnnouncementInput): Announcement {
  const { state, feed, armed, notice, done } = input;
  if (armed !== null)
    // Screen readers must read it before the key is no longer armed.
    return {
      ...createAnnouncement('warning', 'triangle', armed.sentence, say('Any other key cancels.'), []),
      isAssertive: true,
      subject: armed.sentence,
    };
  const problems = shownProblemsOf(state, feed, input.hasPost);
  // After a loss, on air is not as it was before the restart.
  const hasRestart = feed.restored && !problems.some((problem) => isLossOf(problem, feed));
  // The worst problem is always on top; the rest are counted.
  const takedown = announceTakedown(input, problems.length + (hasRestart ? 1 : 0));
  if (takedown !== null) return takedown;
  const worst = problems[0];
  if (worst !== undefined) return announceWorst(input, worst, problems.length - 1, hasRestart);
  if (notice !== null && feed.restored) {
    const restart = announceRestart(input);
    return { ...restart, rest: `${notice.lead} ${notice.rest}`, isAssertive: notice.isUrgent, subject: notice.lead };
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
      subject: notice.lead,
    };
  if (feed.restored) return announceRestart(input);
  const gateSentence = announceGate(input);
  return done === null ? gateSentence : { ...gateSentence, time: null, lead: '', rest: done.sentence };
}

function announceGate(input: AnnouncementInput): Announcement {
  const { state, feed, nowMs } = input;
  if (feed.gate === 'following') return announceNormal(input);
  const confirmed = announceConfirmedBlock(input);
  const returned = confirmed === null ? announceReturned(input) : null;
  const first = confirmed ?? returned;
  const [lead, time] = first === null ? ['', null] : [`${first.rest} `, first.time];
  const gate =
    feed.gate === 'cleared'
      ? createAnnouncement('normal', 'frame-empty', '', `${lead}${describeCleared(feed, state, nowMs)}`, ['back'])
      : createAnnouncement('normal', 'gate-shut', '', `${lead}${describeHold(input, state, returned !== null)}`, [
          'log',
        ]);
  const subject = [feed.gate, feed.gateSince, first?.subject].join(' ');
  return { ...gate, time, subject };
}

const countMore = (count: number): string =>
  count === 0 ? '' : ` ${say('And {count} more.', { count: formatNumber(count) })}`;

/** The worst problem, with the reason of a refused press, and a restart that waits to be acknowledged. */
function announceWorst(
  input: AnnouncementInput,
  worst: Problem,
  otherCount: number,
  hasRestart: boolean,
): Announcement {
  const { notice, state, feed } = input;
  // Named, because Got it beside it acknowledges it.
  const restart = hasRestart ? ` ${describeRestart(state, feed, input.nowMs)}` : '';
  const more = `${countMore(otherCount)}${restart}`;
  const announced = announceProblem(input, worst, more);
  const [first = 'log'] = announced.buttons;
  const buttons: readonly AnnouncerButton[] = hasRestart ? [first, 'seen'] : announced.buttons;
  if (notice === null) return { ...announced, buttons };
  const reason = `${notice.lead} ${notice.rest}`;
  // If air is affected, the next step is never replaced.
  const rest = announced.kind === 'alarm' ? `${announced.rest} ${reason}` : `${reason}${more}`;
  const lead = announced.leadAlone ?? announced.lead;
  const isAssertive = announced.isAssertive || notice.isUrgent;
  const subject = `${announced.subject} ${notice.lead}`;
  const shownButtons: readonly AnnouncerButton[] = notice.hasWaitingButton ? [first, 'waiting'] : buttons;
  return { ...announced, lead, rest, isAssertive, subject, buttons: shownButtons };
}

function announceTakedown(input: AnnouncementInput, otherProblems: number): Announcement | null {
  const { feed, nowMs, notice, nameOfPost } = input;
  const unconfirmed = unconfirmedBlocksOf(feed);
  const first = unconfirmed[0];
  if (first === undefined) return null;
  const age = formatDuration(nowMs - Date.parse(first.since));
  const more = countMore(unconfirmed.length - 1 + otherProblems);
  const saved = first.saved ? '' : ` ${say('Not saved yet.')}`;
  const reason = notice === null ? '' : ` ${notice.lead} ${notice.rest}`;
  const announcement = createAnnouncement(
    'alarm',
    'octagon',
    startSentence(say('{name} may still be on screen.', { name: nameOfPost(first.itemId) })),
    `${describeWaiting(first, age)} ${describeClear(first)}${saved}${more}${reason}`,
    ['offScreen', 'log'],
  );
  return { ...announcement, subject: [first.itemId, first.since, notice?.lead].join(' ') };
}

type ProblemAnnouncement = Announcement & {
  /** The lead if the reason of a refused press follows it; left out if it is the same. */
  readonly leadAlone?: string;
};

function announceProblem(
  { state, feed, nowMs }: AnnouncementInput,
  problem: Problem,
  more: string,
): ProblemAnnouncement {
  const subject = [problem.code, problem.about, problem.since].join(' ');
  const next = `${removeHoldAdvice(problem, feed)}${more}`;
  const outage = describeOutage(problem, state, feed, nowMs);
  if (outage !== null) {
    const { lead, leadAlone, stays } = outage;
    const announcement = createAnnouncement('warning', 'triangle', lead, `${stays} ${next}`, ['checkNow', 'details']);
    return { ...announcement, leadAlone, subject };
  }
  const [kind, icon] = saysAirIsAffected(problem)
    ? (['alarm', 'octagon'] as const)
    : (['warning', 'triangle'] as const);
  return { ...createAnnouncement(kind, icon, sayAirOf(problem, feed), next, buttonsFor(problem, feed)), subject };
}

function buttonsFor(problem: Problem, feed: DeskFeed): readonly AnnouncerButton[] {
  if (problem.about === 'source') return ['checkNow', 'details'];
  if (isLossOf(problem, feed) && feed.served) return ['seen', 'log'];
  return isLateOf(problem, feed) ? ['offScreen', 'log'] : ['log'];
}

function announceRestart({ state, feed, nowMs }: AnnouncementInput): Announcement {
  return createAnnouncement(
    'warning',
    'history',
    `${describeRestart(state, feed, nowMs)} ${describeAfterRestart(feed)}`,
    describeRestartNextStep(feed),
    ['seen', 'details'],
  );
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
  const isConfirmedTogether = (other: typeof newest): boolean =>
    other.confirmedOffAirAt !== null && other.confirmedOffAirBy === null && other.waitingFor.length === 0;
  const together = blocksOfOnePress(feed, newest.by, newest.since);
  const more = together.every(isConfirmedTogether) ? together.length - 1 : 0;
  const name = emphasise(nameOfPost(newest.itemId));
  const blocked =
    more > 0
      ? say('Blocked: {name}, and {count} more.', { name, count: formatNumber(more) })
      : say('Blocked: {name}.', { name });
  const sentence = `${blocked} ${describeConfirmation(newest, nowMs)}.`;
  const subject = `${newest.itemId} ${newest.since}`;
  return {
    ...createAnnouncement('normal', 'radio', '', sentence, ['log']),
    time: formatDayTime(newest.since, nowMs),
    subject,
  };
}

/** The posts that an unblock, an allow or a removed guard put on air in a held feed. */
function announceReturned({ feed, nowMs, airChange }: AnnouncementInput): Announcement | null {
  if (feed.gate !== 'held' || airChange === null || airChange.isInferred) return null;
  const on = airChange.on.filter(({ at }) => at > feed.gateSince);
  if (on.length === 0 || nowMs - Date.parse(airChange.at) > returnShownForMs) return null;
  const sentence = describeReturned({ ...airChange, on });
  return {
    ...createAnnouncement('normal', 'radio', '', sentence, ['log']),
    time: formatDayTime(airChange.at, nowMs),
    subject: airChange.at,
  };
}

function announceNormal(input: AnnouncementInput): Announcement {
  const { state, feed, airChange, arrivals } = input;
  const confirmed = announceConfirmedBlock(input);
  if (confirmed !== null) return confirmed;
  const health = describeHealth(
    state.source,
    feed,
    hasHiddenProblems(state, feed, input.hasPost),
    countNotices(state.problems),
  );
  const normal = (lead: string, rest: string, at: string | null): Announcement => ({
    ...createAnnouncement('normal', 'radio', lead, `${rest} ${health}`, ['log']),
    time: at === null ? null : formatDayTime(at, input.nowMs),
    subject: at ?? '',
  });
  if (arrivals !== null && (airChange === null || arrivals.at > airChange.at)) {
    const [lead, rest] = describeArrivals(arrivals.count);
    return normal(lead, rest, arrivals.at);
  }
  if (airChange === null) return normal('', describeOnAirCount(feed), null);
  // Posts that returned one by one while the feed was held have earlier times.
  const on = airChange.on.filter(({ at }) => airChange.isInferred || at >= airChange.beganAt);
  return normal('', describeAirChange({ ...airChange, on }), airChange.at);
}
