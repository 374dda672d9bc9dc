/** Looks at one collection again and again: one look at a time, backing off, obeying the service, waking at once when asked. */
import type { Cancel } from '../ports.ts';
import { backoffCapMs, backoffMs } from './backoff.ts';
import type { Ending } from './contact.ts';
import { type LookDeps, look, type Memory, noMemory, type Seen } from './look.ts';
import type { Slots } from './slots.ts';

/** How long to wait when only a person can help. Milliseconds. */
const slowEveryMs = 60_000;

/** How long to wait before the immediate second question when the first one's answer could not be believed, again and again. */
const atOnceLimit = 2;

export type Rhythm = {
  /** Milliseconds between two looks; null: only when asked. */
  readonly everyMs: number | null;
  /** Milliseconds between two unconditional looks. */
  readonly fullEveryMs: number;
};

export type Loop = {
  readonly id: string;
  /** Looks now: ends a backoff, never a wait that the service asked for. */
  readonly wake: (isFull: boolean) => void;
  /** Looks now, unconditionally; resolves with how a look ended that began after this. Null: there will be none. */
  readonly ask: () => Promise<Ending | null>;
  /** The rhythm may have changed: plans anew, losing nothing. */
  readonly replan: () => void;
  /** No further look; resolves when the one under way is over. */
  readonly stop: () => Promise<void>;
};

export type LoopDeps = LookDeps & {
  readonly slots: Slots;
  readonly rhythm: () => Rhythm;
  /** 0 to 1, evenly. */
  readonly chance: () => number;
  /** A look changed what is held although no delivery had told of it; or confirmed it. */
  readonly seen: (id: string, seen: Seen) => void;
};

export function createLoop(deps: LoopDeps, id: string): Loop {
  const { clock } = deps.ports;
  let memory: Memory = noMemory;
  let failures = 0;
  let atOnce = 0;
  let isFullNext = false;
  let underWay: Promise<void> | null = null;
  let isAskedAgain = false;
  let isReplanWanted = false;
  let isStopped = false;
  let dueMs: number | null = null;
  let lastEnding: Ending | null = null;
  let cancel: Cancel = () => undefined;
  let askers: readonly ((ending: Ending | null) => void)[] = [];

  const plan = (delayMs: number | null): number | null => {
    cancel();
    dueMs = null;
    if (isStopped || delayMs === null) return null;
    const waitMs = Math.max(delayMs, deps.slots.heldBackMs());
    dueMs = clock.monotonicMs() + waitMs;
    cancel = clock.after(waitMs, run);
    return waitMs;
  };

  const isFullDue = (): boolean => {
    const { everyMs, fullEveryMs } = deps.rhythm();
    if (memory.lastFullMs === null) return false;
    const ageMs = clock.monotonicMs() - memory.lastFullMs;
    return ageMs >= fullEveryMs - Math.min(everyMs ?? fullEveryMs, fullEveryMs) / 2;
  };

  const delayAfter = (seen: Seen): number | null => {
    const { everyMs } = deps.rhythm();
    if (seen.ending.kind === 'failed') {
      const { failure } = seen.ending;
      failures += 1;
      if (failure.retryAfterMs !== null) {
        deps.slots.holdBack(failure.retryAfterMs);
        return Math.max(failure.retryAfterMs, backoffMs(1, backoffCapMs(everyMs ?? 0), deps.chance()));
      }
      if (everyMs === null) return null;
      if (failure.pace === 'slow') return slowEveryMs;
      return backoffMs(failures, backoffCapMs(everyMs), deps.chance());
    }
    failures = 0;
    if (seen.next.kind === 'planned') {
      atOnce = 0;
      return everyMs;
    }
    isFullNext = true;
    if (seen.next.kind === 'soon') return Math.min(everyMs ?? seen.next.withinMs, seen.next.withinMs);
    atOnce += 1;
    // Twice in a row is enough: what is odd may stay odd, and must not become a storm.
    return atOnce <= atOnceLimit ? 0 : (everyMs ?? slowEveryMs);
  };

  const once = async (): Promise<void> => {
    const isFull = isFullNext || isFullDue();
    isFullNext = false;
    const answering = askers;
    askers = [];
    const seen = await deps.slots
      .run(() => look(deps, id, isFull, memory))
      .catch((error: unknown) => {
        isFullNext ||= isFull;
        for (const tell of answering) tell(null);
        throw error;
      });
    // A whole answer that is owed stays owed until there is one.
    if (seen.ending.kind === 'failed') isFullNext ||= isFull;
    memory = seen.memory;
    lastEnding = seen.ending;
    for (const tell of answering) tell(seen.ending);
    const delayMs = delayAfter(seen);
    if (isStopped) return;
    const plannedMs = plan(isAskedAgain ? 0 : delayMs);
    isAskedAgain = false;
    deps.contact.ended(id, seen.ending, seen.facts, plannedMs);
    deps.seen(id, seen);
  };

  const run = (): void => {
    cancel();
    dueMs = null;
    if (isStopped) return;
    if (underWay !== null) {
      isAskedAgain = true;
      return;
    }
    if (deps.slots.heldBackMs() > 0) {
      plan(0);
      return;
    }
    underWay = once()
      .catch((error: unknown) => {
        // A fault of ours: said, and survived.
        deps.ports.log('error', 'ENGINE_FAULT', { where: 'source loop', error: String(error) });
        plan(slowEveryMs);
      })
      .finally(() => {
        underWay = null;
        if (isAskedAgain) run();
        else if (isReplanWanted) replan();
      });
  };

  const replan = (): void => {
    isReplanWanted = underWay !== null;
    if (underWay !== null || isStopped) return;
    const { everyMs } = deps.rhythm();
    if (lastEnding === null) {
      if (everyMs !== null) run();
      return;
    }
    const leftMs = dueMs === null ? null : dueMs - clock.monotonicMs();
    const wantedMs = everyMs === null ? null : Math.max(0, Math.min(leftMs ?? 0, everyMs));
    deps.contact.planned(id, plan(wantedMs));
  };

  return {
    id,
    wake: (isFull) => {
      isFullNext ||= isFull;
      run();
    },
    ask: () =>
      new Promise((resolve) => {
        if (isStopped) {
          resolve(null);
          return;
        }
        askers = [...askers, resolve];
        isFullNext = true;
        run();
      }),
    replan,
    stop: async () => {
      isStopped = true;
      cancel();
      for (const tell of askers) tell(null);
      askers = [];
      await underWay;
    },
  };
}
