/** Reads the frames of a feed's socket and keeps the list that they describe. */
import type { FeedPost, FeedState } from './publicTypes.ts';

export type FrameReader = {
  /** Returns the new state; `other` for a frame without one, `resync` if changes don't follow the last state. */
  readonly read: (text: string) => FeedState | 'heartbeat' | 'other' | 'resync';
  /** The run of Greenroom that counted the last state’s revision; `null` if it does not say. */
  readonly run: () => string | null;
};

/** One reader follows one connection. */
export function createFrameReader(): FrameReader {
  let last: FeedState | null = null;
  let run: string | null = null;
  return {
    run: () => run,
    read: (text) => {
      const frame = parse(text);
      if (frame === null) return 'other';
      if (frame['type'] === 'heartbeat') return 'heartbeat';
      const list = frame['type'] === 'state' ? readPosts(frame['items']) : readChanges(frame, last);
      if (list === 'other' || list === 'resync') return list;
      const state = toState(frame, list);
      if (state === null) return 'other';
      last = state;
      run = typeof frame['run'] === 'string' ? frame['run'] : null;
      return state;
    },
  };
}

type Frame = Readonly<Record<string, unknown>>;

function parse(text: string): Frame | null {
  try {
    const frame: unknown = JSON.parse(text);
    return isRecord(frame) ? frame : null;
  } catch {
    return null;
  }
}

function readPosts(items: unknown): readonly FeedPost[] | 'other' {
  return Array.isArray(items) ? items.filter(isPost).map(withoutIndex) : 'other';
}

function readChanges(frame: Frame, last: FeedState | null): readonly FeedPost[] | 'other' | 'resync' {
  if (frame['type'] !== 'changes') return 'other';
  const { from, removed, put, order } = frame;
  if (last === null || last.revision !== from || !Array.isArray(removed) || !Array.isArray(put)) return 'resync';
  const posts = put.filter(isPost);
  const left = new Set<unknown>([...removed, ...posts.map(({ id }) => id)]);
  const kept = last.list.filter(({ id }) => !left.has(id));
  const byIndex = new Map(posts.map((post) => [post.index, withoutIndex(post)]));
  const length = kept.length + posts.length;
  const list: FeedPost[] = [];
  let next = 0;
  for (let index = 0; index < length; index += 1) {
    const post = byIndex.get(index) || kept[next++];
    if (post === undefined) return 'resync';
    list.push(post);
  }
  return Array.isArray(order) ? sortBy(order, list) : list;
}

function sortBy(order: readonly unknown[], list: readonly FeedPost[]): readonly FeedPost[] | 'resync' {
  const byId = new Map<unknown, FeedPost>(list.map((post) => [post.id, post]));
  const sorted = order.map((id) => byId.get(id)).filter((post): post is FeedPost => post !== undefined);
  return sorted.length === list.length ? sorted : 'resync';
}

function toState(frame: Frame, list: readonly FeedPost[]): FeedState | null {
  const { feed, revision, gate, freshness, collection, playHead } = frame;
  if (typeof revision !== 'number' || !isRecord(playHead)) return null;
  const find = (id: unknown): FeedPost | null => list.find((post) => post.id === id) || null;
  return {
    feed: String(feed),
    revision,
    now: find(playHead['itemId']),
    next: find(playHead['nextItemId']),
    list,
    gate: gate as FeedState['gate'],
    freshness: freshness as FeedState['freshness'],
    collection: isRecord(collection) ? { id: String(collection['id']), name: String(collection['name']) } : null,
  };
}

type IndexedPost = FeedPost & { readonly index: unknown };

/** The position of a post changes without a new post, so it is not kept in it. */
function withoutIndex(post: IndexedPost): FeedPost {
  const { index: _, ...rest } = post;
  return rest;
}

function isPost(value: unknown): value is IndexedPost {
  return isRecord(value) && typeof value['id'] === 'string' && Array.isArray(value['media']);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
