/** The one writer: every change of the show goes through `apply`, is written down, and only then announced. */
import { advance } from '../core/advance.ts';
import { describeProblem } from '../core/problem.ts';
import type { Outcome, ShowEvent, ShowState, Step } from '../core/show.ts';
import type { Ports } from './ports.ts';
import { keepOnlyRemovals } from './takeOff.ts';

/** One event that changed the show, between the show before it and the show after it. */
export type ChangeStep = { readonly event: ShowEvent; readonly previous: ShowState; readonly state: ShowState };

/**
 * A change as subscribers hear of it: at most once a turn. Who shows the present looks at `state` alone; who keeps the past goes
 * through `steps`, because each has its own lists, cause and hand. They lead from `previous` to `state` without a gap.
 */
export type Change = {
  readonly state: ShowState;
  readonly previous: ShowState;
  readonly steps: readonly ChangeStep[];
};

export type Store = {
  readonly state: () => ShowState;
  /** Resolves when the change is on disk and announced, or when it is known that nothing changes. Never rejects. */
  readonly apply: (event: ShowEvent) => Promise<Outcome>;
  /** A listener that throws harms no other. Returns the way to stop listening. */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
};

/**
 * Writes down what is new in `next`; rejects with the system's error when it could not. Called one at a time. Into the `reserve` goes
 * what is announced after the `files` took nothing.
 */
export type Persist = (
  previous: ShowState,
  next: ShowState,
  events: readonly ShowEvent[],
  into: 'files' | 'reserve',
) => Promise<void>;

type Waiting = { readonly event: ShowEvent; readonly resolve: (outcome: Outcome) => void };

const failed: Outcome = { kind: 'refused', code: 'COMMAND_FAILED' };
const notWritten: Outcome = { kind: 'refused', code: 'DISK_WRITE_FAILED' };

/** Makes the store over what was on disk. Events that wait together are written together. */
export function createStore(initial: ShowState, persist: Persist, ports: Pick<Ports, 'clock' | 'log'>): Store {
  let state = initial;
  let waiting: Waiting[] = [];
  let isDraining = false;
  let isDiskFailing = false;
  const listeners = new Set<(change: Change) => void>();

  /** An exception in the rules is a bug: that one event changes nothing, and the show goes on. */
  const tryAdvance = (before: ShowState, event: ShowEvent): Step => {
    try {
      return advance(before, event);
    } catch (error) {
      ports.log('error', 'COMMAND_FAILED', { where: event.type, error: String(error) });
      return { state: before, outcome: failed };
    }
  };

  const announce = (previous: ShowState, steps: readonly ChangeStep[]): void => {
    if (state === previous) return;
    for (const listener of listeners) {
      try {
        listener({ state, previous, steps });
      } catch (error) {
        ports.log('error', 'ENGINE_FAULT', { where: 'store listener', error: String(error) });
      }
    }
  };

  const commitBatch = async (batch: readonly Waiting[]): Promise<void> => {
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
      const events = steps.map(({ event }) => event);
      try {
        await persist(previous, next, events, 'files');
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

  /** The disk took nothing: each event by itself, and of it only what takes off air or touches no list. */
  const commitWithoutDisk = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
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
      const isPassing = step.state.feeds === next.feeds && step.state.collections === next.collections;
      const taken = isPassing ? step.state : keepOnlyRemovals(next, step.state);
      const isDone = taken !== next;
      if (isDone) steps.push({ event, previous: next, state: taken });
      next = taken;
      if (step.outcome.kind !== 'done' || isPassing) return step.outcome;
      // A source event is never said to be saved: the delivery is sent again, the poll asks again.
      return isDone && event.type !== 'collectionArrived' ? step.outcome : notWritten;
    });
    if (next.feeds !== previous.feeds) {
      const events = steps.map(({ event }) => event);
      await persist(previous, next, events, 'reserve').catch((failure: unknown) =>
        ports.log('error', 'DISK_WRITE_FAILED', { where: 'reserve', error: String(failure) }),
      );
    }
    state = next;
    appendStep(steps, { type: 'problemRaised', problem });
    announce(previous, steps);
    resolveAll(batch, outcomes);
  };

  /** What the store itself has to say of the disk, as one more step. */
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
        // One turn later, so that whatever is applied in the same turn is written and announced together.
        if (!isDraining) {
          isDraining = true;
          queueMicrotask(() => void drain());
        }
      }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function resolveAll(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
  batch.forEach(({ resolve }, place) => {
    resolve(outcomes[place] ?? failed);
  });
}
