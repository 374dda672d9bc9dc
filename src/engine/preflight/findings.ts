/** Results of one check, and how several findings become one. */

import type { PreflightCheck, PreflightVerdict } from '../../contract/preflight.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { worstOf } from '../../core/preflightVerdict.ts';
import type { Problem } from '../../core/problem.ts';

export type Finding = Pick<PreflightCheck, 'verdict' | 'message' | 'all' | 'nextStep'>;

export const good = (message: string): Finding => ({ verdict: 'good', message, all: [], nextStep: null });
export const warning = (message: string, nextStep: string): Finding => ({
  verdict: 'warning',
  message,
  all: [],
  nextStep,
});
export const fault = (message: string, nextStep: string): Finding => ({ verdict: 'fault', message, all: [], nextStep });

/** In a line; the list of all is beside it. */
const maxNamed = 3;
/** More would be a whole book on paper. */
const maxListed = 1000;

/** The finding with the names that its message may shorten. */
export function listAll(finding: Finding, names: readonly string[]): Finding {
  return { ...finding, all: names.length > maxNamed ? shortenList(names) : [] };
}

function shortenList(texts: readonly string[]): readonly string[] {
  if (texts.length <= maxListed) return texts;
  const rest = formatNumber(texts.length - maxListed + 1);
  return [...texts.slice(0, maxListed - 1), say('And {count} more', { count: rest })];
}

/** The worst findings in one, or `whenNone`. */
export function joinFindings(findings: readonly Finding[], whenNone: Finding): Finding {
  const verdict = worstOf(findings.map((finding) => finding.verdict));
  const worstFirst = [
    ...findings.filter((finding) => finding.verdict === verdict),
    ...findings.filter((finding) => finding.verdict !== verdict),
  ];
  const [first] = worstFirst;
  if (first === undefined) return whenNone;
  const all = worstFirst.flatMap((finding) => (finding.all.length > 0 ? finding.all : [withoutStop(finding.message)]));
  const named = worstFirst.slice(0, maxNamed);
  const more = worstFirst.length - named.length;
  const sentences = named.map(({ message }) => withoutStop(message)).join('. ');
  return listAll(
    {
      ...first,
      message: more > 0 ? say('{sentences}. And {count} more', { sentences, count: formatNumber(more) }) : sentences,
    },
    all,
  );
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

const verdicts: Readonly<Record<Problem['severity'], PreflightVerdict>> = {
  notice: 'good',
  warning: 'warning',
  onAir: 'fault',
  needsOperator: 'fault',
};

export function findingOf({ severity, message, nextStep }: Problem): Finding {
  return { verdict: verdicts[severity], message, all: [], nextStep };
}

/** The finding, unless a known problem is at least as bad. */
export function withProblems(finding: Finding, problems: readonly Problem[]): Finding {
  const known = problems.map(findingOf).filter(({ verdict }) => verdict !== 'good');
  if (known.length === 0) return finding;
  const joined = joinFindings(known, finding);
  return worstOf([joined.verdict, finding.verdict]) === joined.verdict ? joined : finding;
}
