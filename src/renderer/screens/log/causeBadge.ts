/** The badge that says who caused a change: the service, a rule, Greenroom or an operator. */
import type { Cause } from '../../../core/feedState.ts';
import type { BadgeView } from '../../../ui/Badge.tsx';

/** `cause` is `null` for a change by Greenroom itself. */
export function causeBadgeOf(cause: Cause | null, by: string | null, isYou: boolean): BadgeView {
  switch (cause) {
    case null:
      return { kind: 'quiet', icon: null, text: 'GREENROOM' };
    case 'service':
      return { kind: 'quiet', icon: null, text: 'SERVICE' };
    case 'rule':
      return { kind: 'quiet', icon: 'shield', text: 'RULE' };
    case 'operator':
      return { kind: 'operator', icon: null, text: by === null ? 'OPERATOR' : isYou ? 'YOU' : by.toUpperCase() };
    default:
      return cause satisfies never;
  }
}
