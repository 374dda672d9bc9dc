/** Holds the show. Every change goes through `apply`, is saved, and is announced only after that. */
import { advance } from '../core/advance.ts';
import { describeProblem } from '../core/problem.ts';
import type { Outcome, ShowEvent, ShowState, Step } from '../core/show.ts';
import { keepOnlyRemovals } from './keepOnlyRemovals.ts';
import type { Ports } from './ports.ts';

/** One event that changed the show, with the show before and after it. */
export type ChangeStep = { readonly event: ShowEvent; readonly previous: ShowState; readonly state: ShowState };

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
  /** Resolves when the change is saved and announced, or when nothing changes. Never rejects. */
  readonly apply: (event: ShowEvent) => Promise<Outcome>;
  /** Announces a transient change outside the show, such as a consumer, a desk or a rehearsal. */
  readonly announceTransient: () => void;
  /** Returns a function that unsubscribes. A listener that throws does not affect the others. */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
};

/**
 * Saves the changes in `next`, or rejects with the system's error. Call again only after it settles. `'mark'` records that `next` was
 * announced without being saved.
 */
export type Persist = (next: ShowState, into: 'files' | 'mark') => Promise<void>;

type WaitingEvent = { readonly event: ShowEvent; readonly resolve: (outcome: Outcome) => void };

const failed: Outcome = { kind: 'refused', code: 'COMMAND_FAILED' };
const notSaved: Outcome = { kind: 'refused', code: 'DISK_WRITE_FAILED' };

/** Creates the store. Events that wait at the same time are saved together. */
export function createStore(initial: ShowState, persist: Persist, ports: Pick<Ports, 'clock' | 'log'>): Store {
  let state = initial;
  let waiting: WaitingEvent[] = [];
  let isDraining = false;
  let isDiskFailing = false;
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
    const outcomes = batch.map(({ event }) => {
      const step = tryAdvance(next, event);
      if (step.state !== next) steps.push({ event, previous: next, state: step.state });
      next = step.state;
      return step.outcome;
    });
    if (next !== previous) {
      try {
        await persist(next, 'files');
      } catch (error) {
        return commitWithoutDisk(batch, error);
      }
      state = next;
      if (isDiskFailing) appendStep(steps, { type: 'problemCleared', code: 'DISK_WRITE_FAILED', about: 'disk' });
      isDiskFailing = false;
      announce(previous, steps);
    }
    resolveAll(batch, outcomes);
  };

  /** After a failed write, applies only removals from air and events that change no list, one event at a time. */
  const commitWithoutDisk = async (batch: readonly WaitingEvent[], error: unknown): Promise<void> => {
    const previous = state;
    let next = previous;
    const what = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    ports.log('error', 'DISK_WRITE_FAILED', { what });
    const at = new Date(ports.clock.now()).toISOString();
    const problem = describeProblem('DISK_WRITE_FAILED', 'disk', at, { what, path: 'the data directory' });
    isDiskFailing = true;
    const steps: ChangeStep[] = [];
    const outcomes = batch.map(({ event }) => {
      const step = tryAdvance(next, event);
      const isTransient = hasSameLists(next, step.state);
      const allowed = isTransient ? step.state : keepOnlyRemovals(next, step.state);
      const isDone = allowed !== next;
      if (isDone) steps.push({ event, previous: next, state: allowed });
      next = allowed;
      if (step.outcome.kind !== 'done' || isTransient) return step.outcome;
      // An arrival is never confirmed as saved: the service sends the delivery again, and the poll repeats.
      return isDone && event.type !== 'collectionArrived' ? step.outcome : notSaved;
    });
    if (next.feeds !== previous.feeds) {
      await persist(next, 'mark').catch((failure: unknown) =>
        ports.log('error', 'DISK_WRITE_FAILED', { where: 'mark', error: String(failure) }),
      );
    }
    state = next;
    appendStep(steps, { type: 'problemRaised', problem });
    if (state !== previous) announce(previous, steps);
    resolveAll(batch, outcomes);
  };

  /** Adds a step for an event of the store itself. */
  const appendStep = (steps: ChangeStep[], event: ShowEvent): void => {
    const previous = state;
    state = advance(previous, event).state;
    if (state !== previous) steps.push({ event, previous, state });
  };

  const drain = async (): Promise<void> => {
    isDraining = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await commitBatch(batch);
    }
    isDraining = false;
  };

  return {
    state: () => state,
    apply: (event) =>
      new Promise((resolve) => {
        waiting.push({ event, resolve });
        // Deferred by one microtask, so that events applied in the same turn are saved and announced together.
        if (!isDraining) {
          isDraining = true;
          queueMicrotask(() => void drain());
        }
      }),
    announceTransient: () => announce(state, []),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether the change between the two is transient. */
function hasSameLists(before: ShowState, after: ShowState): boolean {
  return before.feeds === after.feeds && before.collections === after.collections;
}

function resolveAll(batch: readonly WaitingEvent[], outcomes: readonly Outcome[]): void {
  batch.forEach(({ resolve }, index) => {
    resolve(outcomes[index] ?? failed);
  });
}
