/** The verdict of a preflight: the worst of its checks, and in words. */
import { say } from './language/say.ts';

/** From the best to the worst. */
export const preflightVerdicts = ['good', 'warning', 'fault'] as const;
type Verdict = (typeof preflightVerdicts)[number];

export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return preflightVerdicts.findLast((verdict) => verdicts.includes(verdict)) ?? 'good';
}

/** Puts faults first, then warnings; checks of one verdict keep their order. */
export function sortByVerdict<Check extends { readonly verdict: Verdict }>(checks: readonly Check[]): readonly Check[] {
  return preflightVerdicts.toReversed().flatMap((verdict) => checks.filter((check) => check.verdict === verdict));
}

/** For example `Ready, with 2 warnings`. */
export function describeVerdict(checks: readonly { readonly verdict: Verdict }[]): string {
  const { warning, fault } = countVerdicts(checks);
  if (fault > 0 && warning > 0)
    return say(
      'Not ready: {fault, plural, one {# fault} other {# faults}}, {warning, plural, one {# warning} other {# warnings}}',
      { fault, warning },
    );
  if (fault > 0) return say('Not ready: {fault, plural, one {# fault} other {# faults}}', { fault });
  if (warning > 0) return say('Ready, with {warning, plural, one {# warning} other {# warnings}}', { warning });
  return say('Ready');
}

export function countVerdicts(checks: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number => checks.filter((check) => check.verdict === verdict).length;
  return { good: count('good'), warning: count('warning'), fault: count('fault') };
}
