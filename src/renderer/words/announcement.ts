/** The one sentence that counts now: what is wrong and the next step, or what last changed on air. */
import type { DeskFeed, DeskState } from '../../contract/deskState.ts';
import { isNoDifference } from '../../core/compare.ts';
import { listNames } from '../../core/listNames.ts';
import { compareProblems, type Problem } from '../../core/problem.ts';
import type { AirChange } from '../state/airChange.ts';
import type { Armed, Notice } from '../state/hand.ts';
import { nameOf, plural, spelled, takeOf } from './counts.ts';
import { hasMovedSince, restartedAt } from './stripFacts.ts';
import { clockTime, duration } from './time.ts';

export type AnnouncerButton =
  | 'checkNow'
  | 'log'
  | 'happened'
  | 'stopped'
  | 'back'
  | 'seen'
  | 'waiting'
  | 'tryNow'
  | 'addresses';
export type Announcement = {
  readonly kind: 'usual' | 'warning' | 'alarm';
  readonly icon: 'radio' | 'gate-shut' | 'frame-empty' | 'triangle' | 'octagon' | 'cut' | 'history';
  /** Clock time before everything; null for none. */
  readonly time: string | null;
  /** Said in bold. */
  readonly lead: string;
  readonly rest: string;
  readonly buttons: readonly AnnouncerButton[];
  /** Read out at once, once. */
  readonly isAssertive: boolean;
};

const say = (
  kind: Announcement['kind'],
  icon: Announcement['icon'],
  lead: string,
  rest: string,
  buttons: readonly AnnouncerButton[],
): Announcement => ({ kind, icon, time: null, lead, rest, buttons, isAssertive: kind === 'alarm' });

/** While this desk is cut off. `host` is where the engine runs, as the address bar has it; null in the window. */
export function lostAnnouncement(lostForMs: number, host: string | null): Announcement {
  const where = host === null ? 'Greenroom still runs' : `Greenroom runs on ${host}`;
  return say(
    'alarm',
    'cut',
    `This desk has lost the engine, ${duration(lostForMs)}.`,
    `The feed may still be serving. Keys rest until it is back. Next: what must come off now, take off at the mixer; then look whether ${where}.`,
    ['tryNow'],
  );
}

export type Said = {
  readonly state: DeskState;
  readonly feed: DeskFeed;
  readonly nowMs: number;
  readonly armed: Armed | null;
  readonly notice: Notice | null;
  readonly airChange: AirChange | null;
  readonly arrivals: { readonly count: number; readonly at: string } | null;
  /** The name of a post by its id. */
  readonly nameOfPost: (itemId: string) => string;
};

export function announcementOf(said: Said): Announcement {
  const { state, feed, armed, notice } = said;
  if (armed !== null) {
    return say('warning', 'triangle', armed.sentence, 'Any other key, or waiting, leaves everything as it is.', []);
  }
  const takedown = takedownAnnouncement(said);
  const problems = [...state.problems].filter((problem) => isShown(problem, feed)).sort(compareProblems);
  const worst = problems[0];
  const isAlarm = worst !== undefined && affectsAir(worst);
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
  if (takedown !== null) return takedown;
  if (worst !== undefined && isAlarm) return problemAnnouncement(said, worst, more);
  if (notice !== null)
    return say('warning', 'triangle', notice.lead, notice.rest, notice.isAboutWaiting ? ['waiting', 'log'] : ['log']);
  if (feed.restored) return restoredAnnouncement(said);
  if (worst !== undefined) return problemAnnouncement(said, worst, more);
  if (feed.gate === 'cleared') return clearedAnnouncement(feed);
  if (feed.gate === 'held') return heldAnnouncement(said);
  return quietAnnouncement(said);
}

/** Problems of this feed or of all; what only notes something stays in the log. */
function isShown(problem: Problem, feed: DeskFeed): boolean {
  if (problem.severity === 'notice') return false;
  if (problem.code === 'FEED_TAKEDOWN_UNCONFIRMED') return false;
  return !problem.about.startsWith('feed:') || problem.about === `feed:${feed.slug}`;
}

function affectsAir(problem: Problem): boolean {
  return problem.severity === 'onAir' || problem.code === 'FEED_PORT_TAKEN';
}

function takedownAnnouncement({ feed, nowMs, nameOfPost }: Said): Announcement | null {
  const open = feed.blocked.filter((block) => block.waitingFor.length > 0);
  const first = open[0];
  if (first === undefined) return null;
  const who = first.waitingFor.join(' and ');
  const more = open.length > 1 ? ` And ${open.length - 1} more.` : '';
  return say(
    'alarm',
    'octagon',
    `${nameOfPost(first.itemId)} may still be on screen.`,
    `Blocked ${duration(nowMs - Date.parse(first.since))} ago; ${who} ${first.waitingFor.length === 1 ? 'has' : 'have'} not confirmed. Next: take it off at ${who}, then look at the programme monitor.${more}`,
    ['log'],
  );
}

function problemAnnouncement({ state, nowMs }: Said, problem: Problem, more: string): Announcement {
  const isAlarm = affectsAir(problem);
  const isSource = problem.about === 'source';
  const next = `Next: ${problem.nextStep.charAt(0).toLowerCase()}${problem.nextStep.slice(1)}${more}`;
  const ageMs = (state.source.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(state.at));
  if (problem.code === 'SOURCE_OFFLINE' && state.source.lastConfirmedAt !== null) {
    return say(
      'warning',
      'triangle',
      `The service has not answered for ${duration(ageMs)}. On air is not affected:`,
      `the last good list stays. ${next}`,
      ['checkNow', 'happened'],
    );
  }
  return say(
    isAlarm ? 'alarm' : 'warning',
    isAlarm ? 'octagon' : 'triangle',
    problem.message,
    next,
    isSource ? ['checkNow', 'happened'] : ['log'],
  );
}

function restoredAnnouncement({ state, feed }: Said): Announcement {
  const at = restartedAt(state, feed);
  const gate = { following: 'following live', held: 'held', cleared: 'cleared' }[feed.gate];
  const onAir = hasMovedSince(feed, at) ? 'On air has changed since' : 'On air is as it was';
  const next = feed.gate === 'following' ? 'look at what is on air.' : 'look at what waits, then take or release.';
  return say(
    'warning',
    'history',
    `Greenroom started again${at === null ? '' : ` at ${clockTime(at)}`}. ${onAir}: revision ${feed.revision}, ${gate}.`,
    `${feed.counts.consumers === 0 ? 'No consumer is back yet.' : `${plural(feed.counts.consumers, 'consumer is', 'consumers are')} back.`} Next: ${next}`,
    ['seen', 'stopped'],
  );
}

function clearedAnnouncement(feed: DeskFeed): Announcement {
  const would = takeOf(feed).added.length;
  return {
    ...say(
      'usual',
      'frame-empty',
      '',
      `Cleared at **${clockTime(feed.gateSince)}**. ${backWords(feed.beforeClear)} **Release** puts live on air as it is now: ${plural(would, 'post', 'posts')}.`,
      ['back'],
    ),
  };
}

function backWords(before: DeskFeed['beforeClear']): string {
  if (before?.revision != null) return `**Back** puts revision ${before.revision} on air again and holds it.`;
  const posts = before?.posts ?? 0;
  return posts === 0
    ? 'Nothing was on air then: **Back** holds, and air stays empty.'
    : `Nothing was on air then: **Back** puts ${plural(posts, 'post', 'posts')} on air that ${posts === 1 ? 'was' : 'were'} kept off, and holds.`;
}

function heldAnnouncement({ state, feed, nameOfPost }: Said): Announcement {
  const change = takeOf(feed);
  const guarded = listNames(feed.guarded.map(({ itemId }) => nameOfPost(itemId)));
  const who = feed.gateBy === null || feed.gateBy === state.you ? 'You are' : `${feed.gateBy} is`;
  if (isNoDifference(change)) {
    return say(
      'usual',
      'gate-shut',
      '',
      `${who} holding. Live and on air are the same${guarded === '' ? '.' : `, less what a guard holds: **${guarded}.**`} What changes now waits until you take or release.`,
      ['log'],
    );
  }
  return say(
    'usual',
    'gate-shut',
    '',
    `${who} holding. Live has moved on: **${spelled(change)}.** None of it goes on air until you take or release.${guarded === '' ? '' : ` A guard holds **${guarded}** besides.`}`,
    ['log'],
  );
}

/** How long the proof of a takedown is said. Milliseconds. */
const proofStaysMs = 20_000;

/** The newest block, once everybody who reads has let its post go. */
function provedAnnouncement({ feed, nowMs, nameOfPost }: Said): Announcement | null {
  const newest = feed.blocked.toSorted((a, b) => b.since.localeCompare(a.since))[0];
  if (newest === undefined || newest.confirmedInMs === null) return null;
  if (nowMs - Date.parse(newest.since) > proofStaysMs) return null;
  return {
    ...say(
      'usual',
      'radio',
      '',
      `Blocked: **${nameOfPost(newest.itemId)}**. Confirmed off air in ${Math.round(newest.confirmedInMs)} ms.`,
      ['log'],
    ),
    time: clockTime(newest.since),
  };
}

function quietAnnouncement(said: Said): Announcement {
  const { state, feed, airChange, arrivals } = said;
  const proved = provedAnnouncement(said);
  if (proved !== null) return proved;
  const wrong = state.source.state === 'connecting' ? 'The service has not answered yet.' : 'Nothing is wrong.';
  if (arrivals !== null && (airChange === null || arrivals.at > airChange.at)) {
    return {
      ...say(
        'usual',
        'radio',
        `${arrivals.count} arrived in staging`,
        `, above the post you point at. Your place is kept. ${wrong}`,
        ['log'],
      ),
      time: clockTime(arrivals.at),
    };
  }
  if (airChange === null) {
    const on =
      feed.counts.onAir === 0
        ? 'Nothing is on air: live is empty.'
        : `${plural(feed.counts.onAir, 'post is', 'posts are')} on air.`;
    return say('usual', 'radio', '', `${on} ${wrong}`, ['log']);
  }
  const first = airChange.on[0];
  const gone = airChange.off[0];
  const time = clockTime(airChange.at);
  if (first !== undefined) {
    const from = first.isFromStaging ? ', from staging to place ' : ', at place ';
    const rest = airChange.on.length + airChange.off.length - 1;
    const more = rest > 0 ? `, and ${plural(rest, 'more change', 'more changes')}` : '';
    return {
      ...say(
        'usual',
        'radio',
        '',
        `Went on air: **${nameOf({ fullName: first.name })}**${from}${first.place}${more}. ${wrong}`,
        ['log'],
      ),
      time,
    };
  }
  const more = airChange.off.length > 1 ? `, and ${airChange.off.length - 1} more` : '';
  return {
    ...say(
      'usual',
      'radio',
      '',
      `Went off air: **${nameOf({ fullName: gone?.name ?? null })}**, was at place ${gone?.place ?? 0}${more}. ${wrong}`,
      ['log'],
    ),
    time,
  };
}
