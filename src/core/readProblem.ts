/** Describes the faults of a response, and what they do to the posts that feeds show. */
import { type Phrase, say, sayLater } from './language/say.ts';

/** `leftOut`: the post is not shown. `lastGood`: its last good version is. `incomplete`: it is shown without some values. */
export type PostsEffect = 'leftOut' | 'lastGood' | 'incomplete';

/** A fault in a response: its JSON path (`$` for the whole response) and its description. */
export type ReadProblem = {
  readonly code:
    | 'SOURCE_MALFORMED'
    | 'SOURCE_WRONG_COLLECTION'
    | 'SOURCE_ITEM_UNREADABLE'
    | 'SOURCE_ITEM_INCOMPLETE'
    | 'SOURCE_FIELD_ODD';
  readonly path: string;
  readonly what: Phrase;
  /** The posts that it affects; `null` for a fault that changes no post. A further fault of the same post counts 0. */
  readonly posts: {
    readonly count: number;
    readonly effect: PostsEffect;
    readonly isLive: boolean;
    readonly name: string | null;
  } | null;
};

/** Faults named in one message. */
const maxNamed = 3;

/** The facts of the message for all faults with one code. `isCounted` is false if there were more than were reported. */
export function describeReadProblems(
  problems: readonly ReadProblem[],
  isCounted: boolean,
): { readonly posts: Phrase; readonly faults: Phrase; readonly air: Phrase } {
  const named = problems.slice(0, maxNamed);
  const more = problems.length - named.length;
  const countOf = (matches: (posts: NonNullable<ReadProblem['posts']>) => boolean): number =>
    problems.reduce((sum, { posts }) => sum + (posts !== null && matches(posts) ? posts.count : 0), 0);
  const leftOut = countOf(({ isLive, effect }) => isLive && effect === 'leftOut');
  const lastGood = countOf(({ isLive, effect }) => isLive && effect === 'lastGood');
  const all = countOf(() => true);
  const list = (): string => named.map(describeFault).join('; ');
  return {
    posts: () => formatPosts(all, isCounted),
    faults: more === 0 ? list : () => describeMore(list(), more, isCounted),
    air: () => describeAir(leftOut, lastGood, isCounted),
  };
}

/** For a response in which no collection was found; `problem` is its first. */
export function describeUnreadable(problem: ReadProblem | undefined): Phrase {
  return problem === undefined ? sayLater('it is not a collection') : () => describeFault(problem);
}

function describeMore(faults: string, count: number, isCounted: boolean): string {
  return isCounted
    ? say('{faults}; and {count} more', { faults, count })
    : say('{faults}; and more than {count} more', { faults, count });
}

function describeAir(leftOutCount: number, lastGoodCount: number, isCounted: boolean): string {
  const leftOut = formatPosts(leftOutCount, isCounted);
  const lastGood = formatPosts(lastGoodCount, isCounted);
  if (leftOutCount > 0 && lastGoodCount > 0)
    return say('Feeds that follow live leave out {leftOut} and keep the last good version of {lastGood}', {
      leftOut,
      lastGood,
    });
  if (leftOutCount > 0) return say('Feeds that follow live leave out {leftOut}', { leftOut });
  if (lastGoodCount > 0) return say('Feeds that follow live keep the last good version of {lastGood}', { lastGood });
  return say('On air is not affected: staging only');
}

function describeFault({ path, what, posts }: ReadProblem): string {
  const name = posts?.name ?? null;
  return `${path} ${what()}${name === null ? '' : ` (${name})`}`;
}

function formatPosts(count: number, isCounted: boolean): string {
  return isCounted
    ? say('{count, plural, one {# post} other {# posts}}', { count })
    : say('{count, plural, one {at least # post} other {at least # posts}}', { count });
}
