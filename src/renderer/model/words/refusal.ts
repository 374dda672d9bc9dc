/** Says why the engine refused a command; if live changed, also who acted and how many posts were added. */
import type { Refusal } from '../../../contract/commands.ts';
import type { DeskItem } from '../../../contract/deskItem.ts';
import type { DeskFeed, DeskState } from '../../../contract/deskState.ts';
import { isolateName } from '../../../core/outsideName.ts';
import { formatClockTime } from '../../../core/time.ts';
import type { Notice } from './announcement.ts';
import { formatCount } from './counts.ts';
import { pastTenseOf } from './pastTense.ts';
import { isSavingProblem } from './saving.ts';

type RefusedCommand = {
  readonly title: string;
  readonly keyLabel: string | null;
  readonly refusal: Refusal;
  readonly state: DeskState | null;
  /** The command's feed; `null` for a command without one. */
  readonly feed: DeskFeed | null;
  /** The live list of the command's feed. */
  readonly live: readonly DeskItem[];
};

export function describeRefusal({ title, keyLabel, refusal, state, feed, live }: RefusedCommand): Notice {
  if (refusal.code !== 'LIST_MOVED_ON')
    return {
      lead: `${title}: ${refusal.message}`,
      rest: refusal.nextStep,
      hasWaitingButton: false,
      endsWith: isSavingProblem(refusal.code) ? 'saving' : null,
      isUrgent: false,
    };
  const other = state?.desks.find(
    ({ name, lastAction }) =>
      name !== state.you &&
      lastAction?.outcome === 'done' &&
      isRecent(lastAction.at, state.at) &&
      didChange(feed, name, lastAction.at),
  );
  const otherAction =
    other?.lastAction == null
      ? null
      : `${isolateName(other.name)} ${pastTenseOf(other.lastAction)} at ${formatClockTime(other.lastAction.at)}`;
  const sinceMs = Date.parse(other?.lastAction?.at ?? state?.at ?? '') - (other === undefined ? recentMs : 0);
  const added = live.filter(({ mark }) => {
    const addedAt = mark?.wentLiveAt ?? mark?.arrivedAt ?? null;
    return addedAt !== null && Date.parse(addedAt) > sinceMs;
  }).length;
  return {
    lead: `${title} did nothing: live changed as you pressed.`,
    rest: `${describeSince(otherAction, added)}Check the list, then press ${keyLabel ?? 'the key'} again.`,
    hasWaitingButton: true,
    endsWith: null,
    isUrgent: false,
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
  const verb = isCause ? pastTenseOf(action) : gateVerbs[gate];
  return {
    lead: `${title} did nothing: ${isolateName(gateBy ?? 'Greenroom')} ${verb} as you pressed.`,
    rest: `Check the gate, then press ${keyLabel ?? 'the key'} again.`,
    hasWaitingButton: false,
    endsWith: null,
    isUrgent: true,
  };
}

const gateVerbs: Readonly<Record<DeskFeed['gate'], string>> = {
  following: 'released',
  held: 'held',
  cleared: 'cleared',
};

function describeSince(otherAction: string | null, added: number): string {
  if (added === 0) return otherAction === null ? '' : `${otherAction}. `;
  const posts = formatCount(added, 'post has', 'posts have');
  return otherAction === null ? `${posts} been added. ` : `${otherAction}, and ${posts} been added since. `;
}

/** An action this close to a change of the feed by the same desk counts as its cause. */
const sameActionMs = 1000;

function isSameMoment(a: string, b: string): boolean {
  return Math.abs(Date.parse(a) - Date.parse(b)) <= sameActionMs;
}

/** Whether the desk's action changed the gate or the posts on air of this feed, rather than something else. */
function didChange(feed: DeskFeed | null, name: string, at: string): boolean {
  if (feed === null) return false;
  const isSame = (by: string | null, since: string): boolean => by === name && isSameMoment(since, at);
  return (
    isSame(feed.gateBy, feed.gateSince) || (feed.onAirCause === 'operator' && isSame(feed.onAirBy, feed.onAirSince))
  );
}

const recentMs = 10_000;

function isRecent(at: string, now: string): boolean {
  return Date.parse(now) - Date.parse(at) < recentMs;
}
