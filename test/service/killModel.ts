/** An independent, simple model of a collection with random operations, to compare with the service. */

export type Post = {
  readonly id: string;
  readonly fullName: string | null;
  readonly username: string | null;
  readonly source: string;
  readonly message: string;
  readonly profileImageUrl: string | null;
  readonly media: readonly { readonly mediaUrl: string; readonly mediaType: string }[];
  readonly publishedAt: string;
  readonly lastModifiedDate: string;
};

export type Contents = {
  readonly name: string;
  readonly isDeleted: boolean;
  readonly stagingContents: readonly Post[];
  readonly liveContents: readonly Post[];
};

/** `undo` has the earlier contents, newest first. */
export type State = { readonly contents: Contents; readonly undo: readonly Contents[] };

export type Operation = {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Relative to the collection’s path. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Returns the new state, the same object if nothing changes, or `null` if the service must refuse it. */
  readonly apply: (before: State) => State | null;
};

type List = 'stagingContents' | 'liveContents';

export function newState(name: string): State {
  return { contents: { name, isDeleted: false, stagingContents: [], liveContents: [] }, undo: [] };
}

/** Returns an operation that fits the state; some have no effect. `media` has the addresses that posts may use. */
export function chooseOperation(state: State, media: readonly string[], random: () => number): Operation {
  const { stagingContents: staging, liveContents: live, isDeleted } = state.contents;
  if (isDeleted) return undo();
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const roll = random();
  const staged = pick(staging);
  const livePost = pick(live);
  const anyPost = pick([...staging, ...live]);
  if (roll < 0.3) return add(random() < 0.3 ? 'liveContents' : 'stagingContents', pick(media), random);
  if (roll < 0.42 && staged !== undefined) return move(staged.id, 'promote', random() < 0.5 ? 0 : null);
  if (roll < 0.5 && livePost !== undefined) return move(livePost.id, 'demote', null);
  if (roll < 0.62 && anyPost !== undefined) return edit(anyPost.id, random() < 0.2 ? pick(media) : undefined, random);
  if (roll < 0.72 && anyPost !== undefined) return removePost(anyPost.id);
  if (roll < 0.8) return reorder(random() < 0.5 ? 'stagingContents' : 'liveContents', state.contents, random);
  if (roll < 0.91) return undo();
  if (roll < 0.94) return clearLive();
  if (roll < 0.96) return { method: 'DELETE', path: '', body: {}, apply: undoable(() => deletedContents) };
  const name = `show ${random()}`;
  return { method: 'PATCH', path: '', body: { name }, apply: undoable((before) => ({ ...before, name })) };
}

function add(list: List, mediaUrl: string | undefined, random: () => number): Operation {
  const at = new Date(1.7e12 + Math.floor(random() * 1e11)).toISOString();
  const post: Post = {
    id: `post-${Math.floor(random() * 1e15)}`,
    fullName: 'Ada',
    username: null,
    source: 'INSTAGRAM',
    message: `text ${random()}`,
    profileImageUrl: null,
    media: mediaOf(mediaUrl),
    publishedAt: at,
    lastModifiedDate: at,
  };
  const isFirst = random() < 0.3;
  const body = { ...post, list: list === 'liveContents' ? 'live' : 'staging', index: isFirst ? 0 : null };
  const insert = (posts: readonly Post[]) => (isFirst ? [post, ...posts] : [...posts, post]);
  const apply = undoable((before) => ({ ...before, [list]: insert(before[list]) }));
  return { method: 'POST', path: '/items', body, apply };
}

function edit(id: string, mediaUrl: string | undefined, random: () => number): Operation {
  const fields = {
    message: `other text ${random()}`,
    lastModifiedDate: new Date(1.7e12 + Math.floor(random() * 1e11)).toISOString(),
    ...(mediaUrl === undefined ? {} : { media: mediaOf(mediaUrl) }),
  };
  const change = (posts: readonly Post[]) => posts.map((post) => (post.id === id ? { ...post, ...fields } : post));
  return { method: 'PATCH', path: `/items/${id}`, body: fields, apply: undoable((before) => onBoth(before, change)) };
}

function removePost(id: string): Operation {
  const apply = undoable((before) => onBoth(before, (posts) => posts.filter((post) => post.id !== id)));
  return { method: 'DELETE', path: `/items/${id}`, body: {}, apply };
}

function move(id: string, verb: 'promote' | 'demote', index: 0 | null): Operation {
  const [from, to]: [List, List] =
    verb === 'promote' ? ['stagingContents', 'liveContents'] : ['liveContents', 'stagingContents'];
  const apply = undoable((before) => {
    const moved = before[from].filter((post) => post.id === id);
    const rest = before[from].filter((post) => post.id !== id);
    return { ...before, [from]: rest, [to]: index === 0 ? [...moved, ...before[to]] : [...before[to], ...moved] };
  });
  return { method: 'POST', path: `/items/${id}/${verb}`, body: { index }, apply };
}

function reorder(list: List, contents: Contents, random: () => number): Operation {
  const posts = contents[list]
    .map((post) => ({ post, weight: random() }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ post }) => post);
  const body = { list: list === 'liveContents' ? 'live' : 'staging', itemIds: posts.map(({ id }) => id) };
  return { method: 'PUT', path: '/order', body, apply: undoable((before) => ({ ...before, [list]: posts })) };
}

function clearLive(): Operation {
  const apply = undoable((before) => ({
    ...before,
    stagingContents: [...before.stagingContents, ...before.liveContents],
    liveContents: [],
  }));
  return { method: 'POST', path: '/clear-live', body: {}, apply };
}

function undo(): Operation {
  const apply = ({ undo: [last, ...older] }: State) => (last === undefined ? null : { contents: last, undo: older });
  return { method: 'POST', path: '/undo', body: {}, apply };
}

const deletedContents: Contents = { name: '', isDeleted: true, stagingContents: [], liveContents: [] };

/** Wraps a change so that it adds an undo step, at most 100; a change without effect adds none. */
function undoable(change: (before: Contents) => Contents): Operation['apply'] {
  return (before) => {
    const contents = change(before.contents);
    if (JSON.stringify(contents) === JSON.stringify(before.contents)) return before;
    return { contents, undo: [before.contents, ...before.undo].slice(0, 100) };
  };
}

function onBoth(before: Contents, change: (posts: readonly Post[]) => readonly Post[]): Contents {
  return {
    ...before,
    stagingContents: change(before.stagingContents),
    liveContents: change(before.liveContents),
  };
}

function mediaOf(mediaUrl: string | undefined): Post['media'] {
  return mediaUrl === undefined ? [] : [{ mediaUrl, mediaType: 'image/gif' }];
}
