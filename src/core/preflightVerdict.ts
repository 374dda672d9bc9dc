/** The verdict of a preflight in words. */

type Verdict = 'good' | 'warning' | 'fault';

const rank: Readonly<Record<Verdict, number>> = { good: 0, warning: 1, fault: 2 };

export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce<Verdict>((worst, verdict) => (rank[verdict] > rank[worst] ? verdict : worst), 'good');
}

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** For example `Ready, with 2 warnings`. */
export function describeVerdict(checks: readonly { readonly verdict: Verdict }[]): string {
  const { warning, fault } = countVerdicts(checks);
  const warnings = countOf(warning, 'warning', 'warnings');
  if (fault > 0) return `Not ready: ${countOf(fault, 'fault', 'faults')}${warning > 0 ? `, ${warnings}` : ''}`;
  return warning > 0 ? `Ready, with ${warnings}` : 'Ready';
}

export function countVerdicts(checks: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number => checks.filter((check) => check.verdict === verdict).length;
  return { good: count('good'), warning: count('warning'), fault: count('fault') };
}
