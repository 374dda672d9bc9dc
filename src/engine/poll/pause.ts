/** Pauses requests for the time that the service sets with Retry-After. */
import { sayLater } from '../../core/language/say.ts';
import { formatDayTime } from '../../core/time.ts';
import { type Failure, failure } from '../http/failure.ts';
import type { Cancel, Clock } from '../ports.ts';

export type Pause = {
  /** A shorter pause never ends a longer one. */
  readonly begin: (milliseconds: number) => void;
  /** Remaining pause in milliseconds, usually 0. */
  readonly leftMs: () => number;
  /** Ends it when the service changes. */
  readonly end: () => void;
};

/** `onChanged` is called when the pause begins, gets longer or ends by itself, with what is left of it. */
export function createPause(clock: Clock, onChanged: (leftMs: number) => void = () => undefined): Pause {
  let untilMs = Number.NEGATIVE_INFINITY;
  let cancel: Cancel = () => undefined;
  return {
    begin: (milliseconds) => {
      const nextMs = clock.monotonicMs() + milliseconds;
      if (milliseconds <= 0 || nextMs <= untilMs) return;
      untilMs = nextMs;
      cancel();
      cancel = clock.after(milliseconds, () => onChanged(0));
      onChanged(milliseconds);
    },
    leftMs: () => Math.max(0, untilMs - clock.monotonicMs()),
    end: () => {
      untilMs = Number.NEGATIVE_INFINITY;
      cancel();
    },
  };
}

/** Why no request is sent, with the time of the next. */
export function describePause(leftMs: number, clock: Pick<Clock, 'now'>): Failure {
  const nowMs = clock.now();
  const time = (): string => formatDayTime(nowMs + leftMs, nowMs);
  return failure('SOURCE_LIMITED', { wait: sayLater('no checks until {time}', { time: time() }) });
}
