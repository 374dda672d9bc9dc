/** The verdict of a preflight: the worst of its checks, and in words. */
import { formatCount } from './formatNumber.ts';

/** From the best to the worst. */
export const preflightVerdicts = ['good', 'warning', 'fault'] as const;
type Verdict = (typeof preflightVerdicts)[number];

export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return preflightVerdicts.findLast((verdict) => verdicts.includes(verdict)) ?? 'good';
}

/** For example `Ready, with 2 warnings`. */
export function describeVerdict(checks: readonly { readonly verdict: Verdict }[]): string {
  const { warning, fault } = countVerdicts(checks);
  const warnings = formatCount(warning, 'warning');
  if (fault > 0) return `Not ready: ${formatCount(fault, 'fault')}${warning > 0 ? `, ${warnings}` : ''}`;
  return warning > 0 ? `Ready, with ${warnings}` : 'Ready';
}

export function countVerdicts(checks: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number => checks.filter((check) => check.verdict === verdict).length;
  return { good: count('good'), warning: count('warning'), fault: count('fault') };
}
