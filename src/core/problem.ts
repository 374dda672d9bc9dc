/** Every way to fail that a person is told of: one code, one severity, one sentence and one next step each. */
import { catalogue, type Severity } from './problemCatalogue.ts';

export type ProblemCode = keyof typeof catalogue;

/** A problem as it is shown. There is no free-form field for a cause, so that no key can ride along. */
export type Problem = {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly nextStep: string;
  /** ISO 8601 time at which it began. */
  readonly since: string;
  /** What it is about: `source`, `webhook`, `feed:main`, `disk`, a file's name, an item's id. */
  readonly about: string;
};

/** Words that fill the `{places}` of a catalogue entry. Never a secret: the catalogue asks for none. */
export type Facts = Readonly<Record<string, string | number>>;

/** Makes the problem of that code, its sentences filled with the facts. A fact that is missing is shown as `?`. */
export function describeProblem(code: ProblemCode, about: string, since: string, facts: Facts): Problem {
  const entry = catalogue[code];
  return {
    code,
    severity: entry.severity,
    message: fill(entry.message, facts),
    nextStep: fill(entry.nextStep, facts),
    since,
    about,
  };
}

/** The same problem at the same place, whatever its words say now. */
export function isSameProblem(a: Problem, b: Pick<Problem, 'code' | 'about'>): boolean {
  return a.code === b.code && a.about === b.about;
}

const rank: Readonly<Record<Severity, number>> = { onAir: 0, needsOperator: 1, warning: 2, notice: 3 };

/** Worst first; of equals the older first. */
export function compareProblems(a: Problem, b: Problem): number {
  return rank[a.severity] - rank[b.severity] || (a.since < b.since ? -1 : a.since > b.since ? 1 : 0);
}

function fill(sentence: string, facts: Facts): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? '?'));
}
