/** Who or what did it, as a mark: the service, a rule, Greenroom itself, or a hand by its name. */
import type { Cause } from '../../core/feedState.ts';
import type { MarkView } from '../ui/Mark.tsx';

/** `cause` null: Greenroom itself. */
export function causeMark(cause: Cause | null, by: string | null, you: string): MarkView {
  switch (cause) {
    case null:
      return { kind: 'quiet', icon: null, words: 'ITSELF' };
    case 'service':
      return { kind: 'quiet', icon: null, words: 'SERVICE' };
    case 'rule':
      return { kind: 'quiet', icon: 'shield', words: 'RULE' };
    case 'operator':
      return { kind: 'hand', icon: null, words: by === null ? 'BY HAND' : by === you ? 'YOU' : shortName(by) };
    default:
      return cause satisfies never;
  }
}

/** INES H. */
function shortName(name: string): string {
  const [first = name, second] = name.trim().split(/\s+/);
  return `${first}${second === undefined ? '' : ` ${second.charAt(0)}.`}`.toUpperCase();
}
