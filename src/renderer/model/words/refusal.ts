/** Says why the engine refused a command; if live or air changed, also who acted, and how many posts were added. */
import type { Refusal } from '../../../contract/commands.ts';
import type { DeskItem } from '../../../contract/deskItem.ts';
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { commandTable } from '../../../core/commandTable.ts';
import { say } from '../../../core/language/say.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { formatDayTime } from '../../../core/time.ts';
import type { Notice } from './announcement.ts';
import { pastTenseOf } from './pastTense.ts';
import { isSavingProblem } from './saving.ts';

type RefusedCommand = {
  readonly title: string;
  readonly keyLabel: string | null;
  readonly refusal: Refusal;
  /** The gate that the press was for; `null` if the command does not send it. */
  readonly seenGate: DeskFeed['gate'] | null;
  readonly state: DeskState | null;
  /** The command's feed; `null` for a command without one. */
  readonly feed: DeskFeed | null;
  /** The live list of the command's feed. */
  readonly live: readonly DeskItem[];
};

export function describeRefusal(refused: RefusedCommand): Notice {
  const { title, keyLabel, refusal, state, feed, live } = refused;
  const other = findOther(state, feed);
  if (refusal.code === 'AIR_CHANGED') return describeAirChanged(refused, other);
  if (refusal.code === 'HEAD_MOVED') return describeMovedHead(title, keyLabel);
  if (refusal.code !== 'LIST_MOVED_ON')
    return {
      lead: say('{title}: {message}', { title: say(title), message: refusal.message }),
      rest: refusal.nextStep,
      hasWaitingButton: false,
      endsWith: isSavingProblem(refusal.code) || refusal.code === 'ONLY_REMOVALS_DONE' ? 'saving' : null,
      isUrgent: false,
    };
  const sinceMs = Date.parse(other?.lastAction?.at ?? state?.at ?? '') - (other === undefined ? recentMs : 0);
  const added = live.filter(({ mark }) => {
    const addedAt = mark?.wentLiveAt ?? mark?.arrivedAt ?? null;
    return addedAt !== null && Date.parse(addedAt) > sinceMs;
  }).length;
  return {
    lead: say('{title} did nothing: live changed as you pressed.', { title: say(title) }),
    rest: [
      ...describeSince(other ?? null, added, Date.parse(state?.at ?? '')),
      say('Check the list, then press {key} again.', { key: keyLabel ?? say('the key') }),
    ].join(' '),
    hasWaitingButton: true,
    endsWith: null,
    isUrgent: false,
    ...whileGateOf(feed),
  };
}

function whileGateOf(feed: DeskFeed | null): Pick<Notice, 'whileGate'> {
  return feed === null ? {} : { whileGate: `${feed.slug} ${feed.gate}` };
}

type OtherDesk = DeskState['desks'][number];

/** The other desk that has just changed this feed. */
function findOther(state: DeskState | null, feed: DeskFeed | null): OtherDesk | undefined {
  return state?.desks.find(
    ({ name, lastAction }) =>
      name !== state.you &&
      lastAction?.outcome === 'done' &&
      isRecent(lastAction.at, state.at) &&
      didChange(feed, name, lastAction.at),
  );
}

/** Says who changed the gate or the posts on air just before a press that would have undone it. */
function describeAirChanged(
  { title, keyLabel, seenGate, state, feed }: RefusedCommand,
  other: OtherDesk | undefined,
): Notice {
  const isByOther = feed?.gateBy != null && feed.gateBy !== state?.you && isRecent(feed.gateSince, state?.at ?? '');
  const cause =
    other?.lastAction != null
      ? { who: isolateName(other.name), done: pastTenseOf(other.lastAction) }
      : isByOther
        ? { who: isolateName(feed.gateBy), done: say(gateVerbs[feed.gate]) }
        : null;
  const isHeldByProgram = isByOther && other === undefined && feed.gate === 'held';
  const program = { title: say(title), who: isolateName(feed?.gateBy ?? '') };
  // Hold itself does not change the posts on air, and a held feed is not held again.
  const isAirByProgram = isHeldByProgram && didChangeList(feed, feed.gateBy ?? '', feed.gateSince);
  return {
    lead: isAirByProgram
      ? say('{title} did nothing: {who} changed on air as you pressed.', program)
      : isHeldByProgram && seenGate === 'held'
        ? say('{title} did nothing: {who} changed the held list as you pressed.', program)
        : cause === null
          ? say('{title} did nothing: on air changed as you pressed.', { title: say(title) })
          : say('{title} did nothing: {who} {done} as you pressed.', { title: say(title), ...cause }),
    rest: say('Check what is on air, then press {key} again.', { key: keyLabel ?? say('the key') }),
    hasWaitingButton: false,
    endsWith: null,
    isUrgent: true,
    ...whileGateOf(feed),
  };
}

/** Says that a command is on its way, or that its answer is. */
export function describeUnanswered(title: string): Notice {
  return {
    lead: say('{title}: Greenroom has not responded yet.', { title: say(title) }),
    rest: say('It is not known whether anything changed.'),
    ...{ hasWaitingButton: false, endsWith: null, isUrgent: true },
  };
}

/** Says that a press meant for another post than the current one did nothing. */
export function describeMovedHead(title: string, keyLabel: string | null): Notice {
  return {
    lead: say('{title} did nothing: the play head moved as you pressed.', { title: say(title) }),
    rest: say('Check which post is current, then press {key} again.', { key: keyLabel ?? say('the key') }),
    ...{ hasWaitingButton: false, endsWith: null, isUrgent: true },
  };
}

/** Says that a disabled key did nothing and who then changed the gate: the press was meant for the gate as it is now. */
export function describeOvertakenPress(
  title: string,
  keyLabel: string | null,
  { gate, gateBy, gateSince }: DeskFeed,
  { desks }: DeskState,
): Notice {
  const action = desks.find(({ name }) => name === gateBy)?.lastAction;
  const isCause = action?.outcome === 'done' && isSameMoment(action.at, gateSince);
  const done = isCause ? pastTenseOf(action) : say(gateVerbs[gate]);
  return {
    lead: say('{title} did nothing: {who} {done} as you pressed.', {
      title: say(title),
      who: isolateName(gateBy ?? 'Greenroom'),
      done,
    }),
    rest: say('Check the gate, then press {key} again.', { key: keyLabel ?? say('the key') }),
    hasWaitingButton: false,
    endsWith: null,
    isUrgent: true,
  };
}

/** Says that a key did nothing because its feed was deleted; `shown` is the feed that the desk shows instead. */
export function describeDeletedFeed(title: string, keyLabel: string | null, deleted: string, shown: string): Notice {
  return {
    lead: say('{title} did nothing: the feed {feed} was deleted as you pressed.', { title: say(title), feed: deleted }),
    rest: say('This desk now shows {feed}. Check it, then press {key} again.', {
      feed: shown,
      key: keyLabel ?? say('the key'),
    }),
    ...{ hasWaitingButton: false, endsWith: null, isUrgent: true },
  };
}

const gateVerbs: Readonly<Record<DeskFeed['gate'], string>> = {
  following: commandTable.release.done,
  held: commandTable.hold.done,
  cleared: commandTable.clear.done,
};

/** Says what another desk did, and how many posts were added since. */
function describeSince(other: OtherDesk | null, count: number, nowMs: number): readonly string[] {
  if (other?.lastAction == null)
    return count === 0
      ? []
      : [say('{count, plural, one {# post has been added.} other {# posts have been added.}}', { count })];
  const { name, lastAction } = other;
  const time = formatDayTime(lastAction.at, nowMs);
  const values = { who: isolateName(name), done: pastTenseOf(lastAction), time };
  if (count === 0) return [say('{who} {done} at {time}.', values)];
  return [
    say(
      '{count, plural, one {{who} {done} at {time}, and # post has been added since.} other {{who} {done} at {time}, and # posts have been added since.}}',
      { ...values, count },
    ),
  ];
}

/** An action this close to a change of the feed by the same desk counts as its cause. */
const sameActionMs = 1000;

function isSameMoment(a: string, b: string): boolean {
  return Math.abs(Date.parse(a) - Date.parse(b)) <= sameActionMs;
}

/** Whether the desk's action changed the gate or the posts on air of this feed, rather than something else. */
function didChange(feed: DeskFeed | null, name: string, at: string): boolean {
  if (feed === null) return false;
  return isSameAction(feed.gateBy, feed.gateSince, name, at) || didChangeList(feed, name, at);
}

function didChangeList({ onAirCause, onAirBy, onAirSince }: DeskFeed, name: string, at: string): boolean {
  return onAirCause === 'operator' && isSameAction(onAirBy, onAirSince, name, at);
}

function isSameAction(by: string | null, since: string, name: string, at: string): boolean {
  return by === name && isSameMoment(since, at);
}

const recentMs = 10_000;

function isRecent(at: string, now: string): boolean {
  return Date.parse(now) - Date.parse(at) < recentMs;
}
