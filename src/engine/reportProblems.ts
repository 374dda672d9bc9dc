/** Raises and clears problems of the source, and logs each cause once. */
import { speakPhrases } from '../core/language/say.ts';
import { createProblemRaised } from '../core/lastGoodList.ts';
import type { Facts, ProblemCode } from '../core/problem.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';

export type ProblemReports = {
  /** `since`: when its cause began, ISO 8601; now without it. */
  readonly raise: (code: ProblemCode, about: string, facts: Facts, since?: string) => void;
  readonly clear: (code: ProblemCode, about: string) => void;
};

export function createProblemReports(store: Store, { clock, log }: Pick<Ports, 'clock' | 'log'>): ProblemReports {
  /** The last logged cause of each problem, by code and subject. */
  const loggedCauses = new Map<string, string>();
  /** Problems on their way into the state, which a clear just after must end too. */
  const raising = new Map<string, Promise<unknown>>();
  const hasProblem = (code: ProblemCode, about: string): boolean =>
    store.state().problems.some((problem) => problem.code === code && problem.about === about);
  return {
    raise: (code, about, facts, since = new Date(clock.now()).toISOString()) => {
      const values = speakPhrases(facts);
      const cause = [values['host'], values['cause'] ?? values['status']].join(' ');
      const key = `${code} ${about}`;
      // A problem that continues with another cause is logged again.
      if (!hasProblem(code, about) || loggedCauses.get(key) !== cause) log('warn', code, { about, ...values });
      loggedCauses.set(key, cause);
      const raised = store.apply(createProblemRaised(store.state(), code, about, since, facts));
      raising.set(key, raised);
      void raised.finally(() => raising.get(key) === raised && raising.delete(key));
    },
    clear: (code, about) => {
      if (hasProblem(code, about) || raising.has(`${code} ${about}`))
        void store.apply({ type: 'problemCleared', code, about });
    },
  };
}
