/** Pauses requests for the time that the service sets with Retry-After. */
import { sayLater } from '../../core/language/say.ts';
import { formatDuration } from '../../core/time.ts';
import { type Failure, failure } from '../http/failure.ts';
import type { Cancel, Clock } from '../ports.ts';

export type Pause = {
  /** A shorter pause never ends a longer one. */
  readonly begin: (milliseconds: number) => void;
  /** Remaining pause in milliseconds, usually 0. */
  readonly leftMs: () => number;
  /** Its whole length in milliseconds. */
  readonly lengthMs: () => number;
  /** Ends it when the service changes. */
  readonly end: () => void;
};

/** `onChanged` is called when the pause begins, gets longer or ends by itself, with what is left of it. */
export function createPause(clock: Clock, onChanged: (leftMs: number) => void = () => undefined): Pause {
  let untilMs = Number.NEGATIVE_INFINITY;
  let lengthMs = 0;
  let cancel: Cancel = () => undefined;
  return {
    begin: (milliseconds) => {
      const nextMs = clock.monotonicMs() + milliseconds;
      if (milliseconds <= 0 || nextMs <= untilMs) return;
      untilMs = nextMs;
      lengthMs = milliseconds;
      cancel();
      cancel = clock.after(milliseconds, () => onChanged(0));
      onChanged(milliseconds);
    },
    leftMs: () => Math.max(0, untilMs - clock.monotonicMs()),
    lengthMs: () => lengthMs,
    end: () => {
      untilMs = Number.NEGATIVE_INFINITY;
      cancel();
    },
  };
}

/** Why no request is sent. It names no clock time: desks can be in other time zones, and the sentence can stay longer than the pause. */
export function describePause(lengthMs: number): Failure {
  return failure('SOURCE_LIMITED', {
    wait: sayLater('it set a pause of {duration}', { duration: formatDuration(lengthMs) }),
  });
}
