/** The badge that says who caused a change: the service, a rule, Greenroom or an operator. */
import type { Cause } from '../../../core/feedState.ts';
import { say } from '../../../core/language/say.ts';
import type { BadgeView } from '../../../ui/Badge.tsx';

/** `cause` is `null` for a change by Greenroom itself. */
export function causeBadgeOf(cause: Cause | null, by: string | null, isYou: boolean): BadgeView {
  switch (cause) {
    case null:
      return { kind: 'quiet', icon: null, text: say('GREENROOM') };
    case 'service':
      return { kind: 'quiet', icon: null, text: say('SERVICE') };
    case 'rule':
      return { kind: 'quiet', icon: 'shield', text: say('RULE') };
    case 'operator':
      if (by !== null && !isYou) return { kind: 'operator', icon: null, text: by.toUpperCase(), isOutside: true };
      return { kind: 'operator', icon: null, text: by === null ? say('OPERATOR') : say('YOU') };
    default:
      return cause satisfies never;
  }
}
