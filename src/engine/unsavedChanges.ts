/** Decides what may be announced although it is not saved: removals from air, the play head, confirmed takedowns, and what is never saved. */
import { isSameList } from '../core/compare.ts';
import { say } from '../core/language/say.ts';
import type { Outcome, ShowEvent, ShowState, Step } from '../core/show.ts';
import { keepOnlyRemovals, keepRemovalsAndPlayHead } from './keepOnlyRemovals.ts';

/** One event that changed the show, with the show before and after it. */
export type ChangeStep = { readonly event: ShowEvent; readonly previous: ShowState; readonly state: ShowState };

/** `start`: the show begins with it, before a feed is served. A feed without it could be blank, or go back to an earlier revision. */
export type EventOrigin = 'start' | 'show';

/** An event that is not saved yet. */
export type UnsavedEvent = {
  readonly event: ShowEvent;
  readonly origin: EventOrigin;
  /** Whether a part of it is announced already. */
  readonly isPartlyDone: boolean;
};

export type UnsavedChanges = {
  readonly next: ShowState;
  readonly steps: readonly ChangeStep[];
  /** One for each event; `null` for an event that has to wait for the disk. */
  readonly outcomes: readonly (Outcome | null)[];
};

const notSaved: Outcome = { kind: 'refused', code: 'DISK_WRITE_FAILED' };
const onlyRemovals: Outcome = { kind: 'refused', code: 'ONLY_REMOVALS_DONE' };

/**
 * Applies the events one at a time, as far as possible without saving them. Until the disk is given up, and while a write is about to count, only
 * removals and transient changes are applied, and an event with more to do waits. After that every event gets its outcome. Events of the start
 * wait until the disk is given up, and are then applied whole.
 */
export function applyUnsaved(
  state: ShowState,
  events: readonly UnsavedEvent[],
  tryAdvance: (before: ShowState, event: ShowEvent) => Step,
  isGivenUp: boolean,
  isCounting: boolean,
): UnsavedChanges {
  const canWait = !isGivenUp || isCounting;
  let next = state;
  const steps: ChangeStep[] = [];
  const outcomes = events.map(({ event, origin, isPartlyDone }) => {
    const before = next;
    const step = tryAdvance(before, isPartlyDone ? withoutSeen(event) : event);
    if (origin === 'start' && !isGivenUp) return null;
    // A set clock changes no list, and every age would be wrong without it.
    if (event.type === 'clockSet' || origin === 'start') {
      next = step.state;
      steps.push({ event, previous: before, state: next });
      return step.outcome;
    }
    const isTransient = hasSameLists(before, step.state);
    const keep = canWait ? keepOnlyRemovals : keepRemovalsAndPlayHead;
    const kept = isTransient ? step.state : keep(before, step.state);
    next = canApplyInPart(event) || hasSameAir(kept, step.state) ? kept : before;
    const isApplied = next !== before;
    if (isApplied) steps.push({ event, previous: before, state: next });
    if (canWait) {
      // An event with more to do is applied again when it can be saved.
      const isComplete = isApplied && (isTransient || hasSameLists(next, tryAdvance(next, withoutSeen(event)).state));
      return isComplete ? step.outcome : null;
    }
    // An arrival is never confirmed as saved: the service sends the delivery again, and the poll repeats.
    if ((isApplied || isPartlyDone) && event.type !== 'collectionArrived')
      return hasSameAir(next, step.state) ? ({ kind: 'done' } as const) : onlyRemovals;
    return step.outcome.kind !== 'done' || isTransient ? step.outcome : notSaved;
  });
  return { next, steps, outcomes };
}

/**
 * Whether the removals of an event may go before the rest of it. They are removals from live, and the service sends the rest again or the
 * operator sees it as waiting. Every other event, such as a restore, would leave a list that nobody chose.
 */
function canApplyInPart({ type }: ShowEvent): boolean {
  return type === 'collectionArrived' || type === 'feedTaken' || type === 'feedReleased';
}

/** Whether every feed has the same gate, collection and posts on air. */
function hasSameAir(a: ShowState, b: ShowState): boolean {
  return (
    a.feeds.length === b.feeds.length &&
    a.feeds.every((feed, index) => {
      const other = b.feeds[index];
      return (
        other !== undefined &&
        feed.slug === other.slug &&
        feed.gate === other.gate &&
        feed.collectionId === other.collectionId &&
        isSameList(feed.onAir.items, other.onAir.items)
      );
    })
  );
}

/** For the rest of an event: its first part has changed air, so it is not as the operator saw it. */
export function withoutSeen(event: ShowEvent): ShowEvent {
  return 'seen' in event ? { ...event, seen: undefined } : event;
}

/** Whether the change between the two is transient. */
export function hasSameLists(before: ShowState, after: ShowState): boolean {
  return before.feeds === after.feeds && before.collections === after.collections;
}

/** Whether announced changes wait for the disk, so that the logs must not get ahead of the show. */
export function hasUnsavedChanges({ problems }: ShowState): boolean {
  return problems.some(({ code }) => isDiskProblem(code));
}

export function isDiskProblem(code: string): boolean {
  return code === 'DISK_WRITE_FAILED' || code === 'DISK_NOT_RESPONDING';
}

/** The cause in the problem of a failed write. */
export function describeDiskError(code: string): string {
  return code === 'ENOENT' ? say('its directory is missing') : code;
}
