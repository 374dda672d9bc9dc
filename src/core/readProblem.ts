/** Describes the faults of a response, and what they do to the posts that feeds show. */

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
  readonly what: string;
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
): { readonly posts: string; readonly faults: string; readonly air: string } {
  const named = problems.slice(0, maxNamed).map(describeFault);
  const more = problems.length - named.length;
  const countOf = (matches: (posts: NonNullable<ReadProblem['posts']>) => boolean): number =>
    problems.reduce((sum, { posts }) => sum + (posts !== null && matches(posts) ? posts.count : 0), 0);
  const atLeast = isCounted ? '' : 'at least ';
  const leftOut = countOf(({ isLive, effect }) => isLive && effect === 'leftOut');
  const lastGood = countOf(({ isLive, effect }) => isLive && effect === 'lastGood');
  const effects = [
    ...(leftOut === 0 ? [] : [`leave out ${atLeast}${formatPosts(leftOut)}`]),
    ...(lastGood === 0 ? [] : [`keep the last good version of ${atLeast}${formatPosts(lastGood)}`]),
  ];
  const posts = formatPosts(countOf(() => true));
  return {
    posts: `${atLeast}${posts}`,
    faults: `${named.join('; ')}${more === 0 ? '' : `; and ${isCounted ? more : `more than ${more}`} more`}`,
    air:
      effects.length === 0 ? 'On air is not affected: staging only' : `Feeds that follow live ${effects.join(' and ')}`,
  };
}

function describeFault({ path, what, posts }: ReadProblem): string {
  const name = posts?.name ?? null;
  return `${path} ${what}${name === null ? '' : ` (${name})`}`;
}

function formatPosts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}
