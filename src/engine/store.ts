/** Holds the show. Every change goes through `apply`, is saved, and is announced only after that. */

import { advance } from '../core/advance.ts';
import { say } from '../core/language/say.ts';
import { describeProblem, type Facts } from '../core/problem.ts';
import type { Outcome, ShowEvent, ShowState, Step } from '../core/show.ts';
import { errorCodeOf } from '../disk/errorCode.ts';
import { nextTurn } from '../disk/turns.ts';
import { createUnsavedMarker } from './markUnsaved.ts';
import type { Cancel, Ports } from './ports.ts';
import {
  applyUnsaved,
  type ChangeStep,
  describeDiskError,
  type EventOrigin,
  hasSameLists,
  hasUnsavedChanges,
  isDiskProblem,
  type UnsavedChanges,
  withoutSeen,
} from './unsavedChanges.ts';

export type { ChangeStep } from './unsavedChanges.ts';

/**
 * One announcement. A subscriber that shows the current state needs only `state`. A log needs every step, because each has its
 * own lists, cause and operator. The steps lead from `previous` to `state` without a gap.
 */
export type Change = {
  /** `durable` when a feed or collection changed; `transient` when only the source, media, problems, consumers or desks did. */
  readonly kind: 'durable' | 'transient';
  readonly state: ShowState;
  readonly previous: ShowState;
  readonly steps: readonly ChangeStep[];
};

export type Store = {
  readonly state: () => ShowState;
  /**
   * Resolves when the change is saved and announced, or when nothing changes. While the disk fails or does not answer, removals resolve
   * when they are announced, and so do events of the start. Never rejects.
   */
  readonly apply: (event: ShowEvent, origin?: EventOrigin) => Promise<Outcome>;
  /** Announces a transient change outside the show, such as a consumer, a desk or a rehearsal. */
  readonly announceTransient: () => void;
  /** Returns a function that unsubscribes. A listener that throws does not affect the others. */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
};

/**
 * Saves the changes in `next`, or rejects with the system's error. Call again only after it settles. `'mark'` records that `next` is
 * announced without being saved; it may be called while a write is pending.
 */
export type Persist = (next: ShowState, into: 'files' | 'mark', pending?: PendingSave) => Promise<void>;

/** Messages between the store and a pending write. */
export type PendingSave = {
  /** Aborted once the write does not count any more: a later start must not use it, even if it reached the disk. */
  readonly overtaken: AbortSignal;
  /** The write is on disk and is about to count. From here on, the store refuses nothing until it settles. */
  readonly beginToCount: () => void;
};

type WaitingEvent = {
  readonly event: ShowEvent;
  readonly origin: EventOrigin;
  readonly resolve: (outcome: Outcome) => void;
  isPartlyDone: boolean;
};

/** Whether the pending write is on time, late (removals are announced unsaved), or so late that nothing waits for it any more. */
type Lateness = 'onTime' | 'late' | 'givenUp';

const failed: Outcome = { kind: 'refused', code: 'COMMAND_FAILED' };

/** Together with the time for the mark below 250 ms, within which a takedown must be on air. */
const lateAfterMs = 180;
export const markWithinMs = 40;

/** After this the operator is told, and senders get an answer before they stop waiting. */
export const giveUpAfterMs = 2000;

/** Saves an unsaved state without another event, for example once a directory that was away is back. */
const retryAfterMs = 2000;

/** Creates the store. Events that wait at the same time are saved together. `initial` has the problem of the disk if it could not be saved. */
export function createStore(initial: ShowState, persist: Persist, ports: Pick<Ports, 'clock' | 'log'>): Store {
  let state = initial;
  let waiting: WaitingEvent[] = [];
  /** Events of the pending write. */
  let writing: readonly WaitingEvent[] = [];
  let isDraining = false;
  let lateness: Lateness = 'onTime';
  let isMarking = false;
  /** Aborts the pending write once anything was announced or refused without it. */
  let overtaking = new AbortController();
  let isCounting = false;
  /** Whether the state has to be written although no event waits, because a late write contains an older one. */
  let isOutdatedOnDisk = false;
  let cancelRetry: Cancel = () => {};
  const mark = createUnsavedMarker(persist, ports);
  const listeners = new Set<(change: Change) => void>();

  /** An exception in `advance` is a bug. The event then changes nothing, and the show continues. */
  const tryAdvance = (before: ShowState, event: ShowEvent): Step => {
    try {
      return advance(before, event);
    } catch (error) {
      ports.log('error', 'COMMAND_FAILED', { where: event.type, error: String(error) });
      return { state: before, outcome: failed };
    }
  };

  const announce = (previous: ShowState, steps: readonly ChangeStep[]): void => {
    const kind = hasSameLists(previous, state) ? 'transient' : 'durable';
    for (const listener of listeners) {
      try {
        listener({ kind, state, previous, steps });
      } catch (error) {
        ports.log('error', 'ENGINE_FAULT', { where: 'store listener', error: String(error) });
      }
    }
  };

  const commitBatch = async (batch: readonly WaitingEvent[]): Promise<void> => {
    const previous = state;
    let next = previous;
    const steps: ChangeStep[] = [];
    const outcomes = batch.map(({ event, isPartlyDone }) => {
      const step = tryAdvance(next, isPartlyDone ? withoutSeen(event) : event);
      if (step.state !== next) steps.push({ event, previous: next, state: step.state });
      next = step.state;
      return step.outcome;
    });
    if (next === previous && !isOutdatedOnDisk) return resolveAll(batch, outcomes);
    writing = batch;
    const error = await persistWatched(next);
    const remaining = writing;
    writing = [];
    const wasOvertaken = overtaking.signal.aborted;
    isOutdatedOnDisk = error === null && wasOvertaken;
    if (error !== null) return commitWithoutDisk(remaining, error.cause);
    if (wasOvertaken) {
      // Removals were announced meanwhile, so what remains is applied after them and saved with them.
      waiting = [...remaining, ...waiting];
      return;
    }
    state = next;
    for (const { code, about } of state.problems)
      if (isDiskProblem(code)) appendStep(steps, { type: 'problemCleared', code, about });
    if (state !== previous) announce(previous, steps);
    resolveAll(batch, outcomes);
  };

  /** Saves `next`, and announces removals if that takes too long. Resolves with the error of a failed write, or `null`. */
  const persistWatched = async (next: ShowState): Promise<{ readonly cause: unknown } | null> => {
    let isPending = true;
    const becomeLateAfter = (milliseconds: number, degree: Lateness) =>
      ports.clock.after(milliseconds, async () => {
        // After a pause of the process, an answer that has already arrived goes first.
        await nextTurn();
        await nextTurn();
        if (!isPending) return;
        lateness = degree;
        await announceUnsaved();
      });
    overtaking = new AbortController();
    const timers = [becomeLateAfter(lateAfterMs, 'late'), becomeLateAfter(giveUpAfterMs, 'givenUp')];
    try {
      const beginToCount = (): void => {
        isCounting = true;
      };
      await persist(next, 'files', { overtaken: overtaking.signal, beginToCount });
      return null;
    } catch (cause) {
      return { cause };
    } finally {
      isPending = false;
      for (const cancel of timers) cancel();
      lateness = 'onTime';
      isCounting = false;
    }
  };

  /** While a write is late, announces what may be announced unsaved. */
  const announceUnsaved = async (): Promise<void> => {
    if (isMarking || lateness === 'onTime') return;
    const find = (): UnsavedChanges =>
      applyUnsaved(state, [...writing, ...waiting], tryAdvance, lateness === 'givenUp', isCounting);
    const { next } = find();
    if (next.feeds !== state.feeds) {
      isMarking = true;
      overtaking.abort();
      const failure = await mark(next, markWithinMs);
      isMarking = false;
      if (hasSettled()) return;
      if (failure !== null)
        return announceWithoutDisk(find(), 'DISK_WRITE_FAILED', { what: describeDiskError(failure) });
    }
    announceWithoutDisk(find(), 'DISK_NOT_RESPONDING', {});
  };
  const hasSettled = (): boolean => lateness === 'onTime';

  /** After a failed write, applies only what may be announced unsaved. */
  const commitWithoutDisk = async (batch: readonly WaitingEvent[], error: unknown): Promise<void> => {
    const code = errorCodeOf(error);
    const what = describeDiskError(code);
    ports.log('error', 'DISK_WRITE_FAILED', { what: code });
    writing = batch;
    const find = (): UnsavedChanges => applyUnsaved(state, batch, tryAdvance, true, false);
    const { next } = find();
    // The disk answered, so the mark can be set too, and a crash must find it.
    if (next.feeds !== state.feeds) await mark(next, giveUpAfterMs);
    announceWithoutDisk(find(), 'DISK_WRITE_FAILED', { what });
    cancelRetry();
    // An error without a code is not of the disk: the show is closed.
    if (code !== 'error') cancelRetry = ports.clock.after(retryAfterMs, retry);
  };
  const retry = (): void => {
    if (!hasUnsavedChanges(state)) return;
    isOutdatedOnDisk = true;
    if (!isDraining) void drain();
  };

  /** Announces changes that are not saved, and reports that. The events that have to wait stay. */
  const announceWithoutDisk = (
    changes: UnsavedChanges,
    code: 'DISK_WRITE_FAILED' | 'DISK_NOT_RESPONDING',
    facts: Facts,
  ): void => {
    const previous = state;
    const steps = [...changes.steps];
    state = changes.next;
    if (state.feeds !== previous.feeds || lateness !== 'late') {
      const at = new Date(ports.clock.now()).toISOString();
      const problem = describeProblem(code, 'disk', at, { ...facts, path: () => say('the data directory') });
      if (code === 'DISK_WRITE_FAILED')
        appendStep(steps, { type: 'problemCleared', code: 'DISK_NOT_RESPONDING', about: 'disk' });
      appendStep(steps, { type: 'problemRaised', problem });
    }
    const isAnySettled = writing.some((_, index) => changes.outcomes[index] != null);
    if (state !== previous || isAnySettled) overtaking.abort();
    if (state !== previous) announce(previous, steps);
    const events = [...writing, ...waiting].slice(0, changes.outcomes.length);
    for (const { event, previous: before, state: after } of changes.steps) {
      const applied = events.find((other) => other.event === event);
      if (applied !== undefined && !hasSameLists(before, after)) applied.isPartlyDone = true;
    }
    const settled = new Set(events.filter((_, index) => changes.outcomes[index] !== null));
    writing = writing.filter((event) => !settled.has(event));
    waiting = waiting.filter((event) => !settled.has(event));
    events.forEach(({ resolve }, index) => {
      const outcome = changes.outcomes[index];
      if (outcome != null) resolve(outcome);
    });
  };

  /** Adds a step for an event of the store itself. */
  const appendStep = (steps: ChangeStep[], event: ShowEvent): void => {
    const previous = state;
    state = advance(previous, event).state;
    if (state !== previous) steps.push({ event, previous, state });
  };

  const drain = async (): Promise<void> => {
    isDraining = true;
    while (waiting.length > 0 || isOutdatedOnDisk) {
      const batch = waiting;
      waiting = [];
      await commitBatch(batch);
    }
    isDraining = false;
  };

  if (hasUnsavedChanges(initial)) cancelRetry = ports.clock.after(retryAfterMs, retry);
  return {
    state: () => state,
    apply: (event, origin = 'show') =>
      new Promise((resolve) => {
        waiting.push({ event, origin, resolve, isPartlyDone: false });
        // Deferred by one microtask, so that events applied in the same turn are saved and announced together.
        if (!isDraining) {
          isDraining = true;
          queueMicrotask(() => void drain());
        } else if (lateness !== 'onTime') queueMicrotask(() => void announceUnsaved());
      }),
    announceTransient: () => announce(state, []),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function resolveAll(batch: readonly WaitingEvent[], outcomes: readonly Outcome[]): void {
  batch.forEach(({ resolve }, index) => {
    resolve(outcomes[index] ?? failed);
  });
}
