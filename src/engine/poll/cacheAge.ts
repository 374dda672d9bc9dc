/** Detects a cache between this machine and the service from the Age header of responses (RFC 9111). */
import type { Facts, ProblemCode } from '../../core/problem.ts';

/** After this many consecutive responses without an age, the problem is cleared. */
const responsesUntilCleared = 60;

/** Ages are rounded up to this step, so that the problem text does not change with every response. Seconds. */
const stepSeconds = 5;

export type CacheAge = {
  /** Call with each response's age in seconds; `null` without an Age header. */
  readonly record: (ageSeconds: number | null) => void;
  /** Call when the service or the way to it changes. */
  readonly reset: () => void;
};

export function createCacheAgeTracker(problems: {
  readonly raise: (code: ProblemCode, about: string, facts: Facts) => void;
  readonly clear: (code: ProblemCode, about: string) => void;
}): CacheAge {
  let oldestSeconds = 0;
  let responsesWithoutAge = 0;
  const reset = (): void => {
    oldestSeconds = 0;
    responsesWithoutAge = 0;
    problems.clear('SOURCE_CACHE_IN_PATH', 'source');
  };
  return {
    record: (ageSeconds) => {
      if (ageSeconds === null || ageSeconds === 0) {
        responsesWithoutAge += 1;
        if (responsesWithoutAge >= responsesUntilCleared && oldestSeconds > 0) reset();
        return;
      }
      responsesWithoutAge = 0;
      const reportedSeconds = Math.ceil(ageSeconds / stepSeconds) * stepSeconds;
      if (reportedSeconds <= oldestSeconds) return;
      oldestSeconds = reportedSeconds;
      problems.raise('SOURCE_CACHE_IN_PATH', 'source', { seconds: reportedSeconds });
    },
    reset,
  };
}
