/** Counts the problems that begin, for the metrics, and logs a line when one ends. */
import { countOpenTakedowns, takedownCode } from '../../core/openTakedowns.ts';
import { isSameProblem, type Problem, type ProblemCode } from '../../core/problem.ts';
import type { Ports } from '../ports.ts';
import type { Store } from '../store.ts';

export type ProblemLog = {
  /** Also counts the problems that exist already. */
  readonly start: () => void;
  readonly stop: () => void;
  /** How often a problem with each code has begun since the start. */
  readonly counts: () => ReadonlyMap<ProblemCode, number>;
};

export function createProblemLog(store: Store, { clock, log }: Pick<Ports, 'clock' | 'log'>): ProblemLog {
  const counts = new Map<ProblemCode, number>();
  let unsubscribe = (): void => undefined;
  const add = (code: ProblemCode, begun: number): void => {
    if (begun > 0) counts.set(code, (counts.get(code) ?? 0) + begun);
  };
  const count = ({ code }: Problem): void => add(code, 1);
  const logEnd = ({ code, about, since }: Problem): void =>
    log('info', 'PROBLEM_ENDED', {
      problem: code,
      about,
      seconds: Math.round((clock.now() - Date.parse(since)) / 1000),
    });
  return {
    start: () => {
      for (const problem of store.state().problems) count(problem);
      add(takedownCode, countOpenTakedowns(store.state()));
      unsubscribe = store.subscribe(({ steps }) => {
        for (const { state, previous } of steps) {
          if (state.feeds !== previous.feeds)
            add(takedownCode, countOpenTakedowns(state) - countOpenTakedowns(previous));
          if (state.problems === previous.problems) continue;
          for (const problem of findMissing(state.problems, previous.problems)) count(problem);
          for (const problem of findMissing(previous.problems, state.problems)) logEnd(problem);
        }
      });
    },
    stop: () => unsubscribe(),
    counts: () => counts,
  };
}

function findMissing(problems: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  return problems.filter((problem) => !others.some((other) => isSameProblem(other, problem)));
}
