/** One fact of the on-air strip. */
import type { IconName } from '../../../ui/Icon.tsx';

export type FactKind = 'normal' | 'held' | 'cleared' | 'alarm' | 'old' | 'tally' | 'empty' | 'unknown';
export type Fact = {
  readonly kind: FactKind;
  readonly icon: IconName | null;
  readonly main: string;
  readonly note: string;
  /** Number of posts on air, for the tally only. */
  readonly count: number | null;
};
export const createFact = (kind: FactKind, icon: IconName | null, main: string, note: string): Fact => ({
  kind,
  icon,
  main,
  note,
  count: null,
});
