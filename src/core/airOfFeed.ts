/** Says what a problem with the service means for one feed: neither a poll nor a delivery changes a feed that is held or cleared. */
import type { Gate } from './feedState.ts';
import { say } from './language/say.ts';
import type { Problem } from './problem.ts';
import { airSentences } from './problems/entry.ts';

/** Returns the message. For a held or cleared feed, its last sentence then says that the feed stays so. */
export function sayAirOf({ message }: Problem, { gate }: { readonly gate: Gate }): string {
  if (gate === 'following') return message;
  const ending = [say(airSentences.lastGoodList), say(airSentences.deliveries)].find((air) => message.endsWith(air));
  if (ending === undefined) return message;
  const stays =
    gate === 'held' ? say('On air is not affected: it stays held.') : say('On air is not affected: it stays cleared.');
  return message.slice(0, -ending.length) + stays;
}
