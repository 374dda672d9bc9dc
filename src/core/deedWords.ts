/** What was done, as the history and the as-run log say it: the name of the key that was pressed, or of the rule. */
import type { Deed } from './deed.ts';

/** "Block", "Rolled back to 41", "Guard: word “evacuation”"; null: nothing was done by a hand or a rule, or it was not kept. */
export function deedWords({ verb, about }: Deed): string | null {
  switch (verb) {
    case null:
      return null;
    case 'hold':
      return 'Hold';
    case 'release':
      return 'Release';
    case 'take':
      return 'Take all';
    case 'takeRemovals':
      return 'Removals';
    case 'clear':
      return 'Clear';
    case 'back':
      return 'Back';
    case 'rollback':
      return about === null ? 'Rolled back' : `Rolled back to ${about}`;
    case 'point':
      return about === null ? 'Collection' : `Collection ${about}`;
    case 'block':
      return 'Block';
    case 'unblock':
      return 'Unblock';
    case 'allow':
      return 'Let through';
    case 'guards':
    case 'guard':
      return about === null ? 'Guards' : `Guard: ${guardWords(about)}`;
    case 'next':
      return 'Next';
    case 'previous':
      return 'Previous';
    case 'cue':
      return 'Cue';
    case 'rotation':
      return 'Rotation';
    case 'restart':
      return 'Restart';
    default:
      return verb satisfies never;
  }
}

/** word “evacuation”, author “@spam” */
function guardWords(about: string): string {
  const space = about.indexOf(' ');
  return space < 0 ? about : `${about.slice(0, space)} “${about.slice(space + 1)}”`;
}
