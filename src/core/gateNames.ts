/** The messages for the states of a gate, for the desk and the feed's page; upper or lower case where a place needs it. */
import type { Gate } from './feedState.ts';
import { markMessage } from './language/say.ts';

export const gateNames: Readonly<Record<Gate, string>> = {
  following: markMessage('Following'),
  held: markMessage('Held'),
  cleared: markMessage('Cleared'),
};
