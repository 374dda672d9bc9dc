/** Results of one check, and how several findings become one. */

import type { PreflightCheck, PreflightVerdict } from '../../contract/preflight.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { worstOf } from '../../core/preflightVerdict.ts';
import type { Problem } from '../../core/problem.ts';

export type Finding = Pick<PreflightCheck, 'verdict' | 'message' | 'nextStep'>;

export const good = (message: string): Finding => ({ verdict: 'good', message, nextStep: null });
export const warning = (message: string, nextStep: string): Finding => ({ verdict: 'warning', message, nextStep });
export const fault = (message: string, nextStep: string): Finding => ({ verdict: 'fault', message, nextStep });

const maxNamed = 3;

/** The worst findings in one, or `whenNone`. */
export function joinFindings(findings: readonly Finding[], whenNone: Finding): Finding {
  const verdict = worstOf(findings.map((finding) => finding.verdict));
  const worstFirst = [
    ...findings.filter((finding) => finding.verdict === verdict),
    ...findings.filter((finding) => finding.verdict !== verdict),
  ];
  const [first] = worstFirst;
  if (first === undefined) return whenNone;
  const named = worstFirst.slice(0, maxNamed).map(({ message }) => message.replace(/\.$/, ''));
  const more = worstFirst.length - named.length;
  const sentences = named.join('. ');
  return {
    ...first,
    message: more > 0 ? say('{sentences}. And {count} more', { sentences, count: formatNumber(more) }) : sentences,
  };
}

const verdicts: Readonly<Record<Problem['severity'], PreflightVerdict>> = {
  notice: 'good',
  warning: 'warning',
  onAir: 'fault',
  needsOperator: 'fault',
};

export function findingOf({ severity, message, nextStep }: Problem): Finding {
  return { verdict: verdicts[severity], message, nextStep };
}

/** The finding, unless a known problem is at least as bad. */
export function withProblems(finding: Finding, problems: readonly Problem[]): Finding {
  const known = problems.map(findingOf).filter(({ verdict }) => verdict !== 'good');
  if (known.length === 0) return finding;
  const joined = joinFindings(known, finding);
  return worstOf([joined.verdict, finding.verdict]) === joined.verdict ? joined : finding;
}
