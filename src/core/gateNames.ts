/** The words for the states of a gate, for the desk and the feed's page; upper or lower case where a place needs it. */
import type { Gate } from './feedState.ts';

export const gateNames: Readonly<Record<Gate, string>> = { following: 'Following', held: 'Held', cleared: 'Cleared' };
