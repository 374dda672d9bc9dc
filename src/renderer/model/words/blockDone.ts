/** Says that a block or an unblock changed nothing on air, which no other sentence says. */
import type { CommandResults } from '../../../contract/commands.ts';
import type { DeskFeed } from '../../../contract/deskState.ts';
import { say } from '../../../core/language/say.ts';
import type { CommandCall } from '../actionState.ts';
import type { Done } from './doneSentence.ts';

/** `null` if on air changed, or if a post was blocked or unblocked already. `result`: the feed after the last of the commands. */
export function describeBlockDone(
  commands: readonly CommandCall[],
  before: DeskFeed,
  result: CommandResults['next'],
  nameOfPost: (itemId: string) => string,
): Done | null {
  const calls = commands.flatMap((call) => (call.name === 'block' || call.name === 'unblock' ? [call] : []));
  const ids = calls.map(({ input }) => input.itemId);
  const [first] = calls;
  if (first === undefined || result.revision !== before.revision) return null;
  const isBlock = first.name === 'block';
  if (ids.some((id) => (findBlock(before, id) === undefined) !== isBlock)) return null;
  const sentence = isBlock ? describeBlocked(ids, nameOfPost) : describeUnblocked(ids, nameOfPost);
  const isTrueOf = (feed: DeskFeed): boolean =>
    feed.slug === before.slug &&
    feed.revision === result.revision &&
    feed.gate === result.gate &&
    // A consumer can still show a post that left air a moment ago.
    ids.every((id) => (isBlock ? findBlock(feed, id)?.waitingFor.length === 0 : findBlock(feed, id) === undefined));
  return { sentence, isTrueOf, isOnlySpoken: false };
}

function findBlock({ blocked }: DeskFeed, id: string): DeskFeed['blocked'][number] | undefined {
  return blocked.find(({ itemId }) => itemId === id);
}

type NameOfPost = (itemId: string) => string;

function describeBlocked([id = '', ...rest]: readonly string[], nameOfPost: NameOfPost): string {
  if (rest.length === 0) return say('Blocked: {name}. It was not on air.', { name: nameOfPost(id) });
  return say(
    '{count, plural, one {Blocked # post. It was not on air.} other {Blocked # posts. None of them was on air.}}',
    { count: rest.length + 1 },
  );
}

function describeUnblocked([id = '', ...rest]: readonly string[], nameOfPost: NameOfPost): string {
  if (rest.length === 0) return say('Unblocked: {name}. It is not on air.', { name: nameOfPost(id) });
  return say(
    '{count, plural, one {Unblocked # post. It is not on air.} other {Unblocked # posts. None of them is on air.}}',
    { count: rest.length + 1 },
  );
}
