/** What the page's own address asks for. */

export type OverlayQuery = {
  /** Slug of the feed. */
  readonly feed: string;
  /** The desk's own picture: not counted as a consumer. */
  readonly isPreview: boolean;
  /** How this reader calls itself in the desk's list; null: by the program it runs in. */
  readonly name: string | null;
  /** Read token of a feed server that asks for one. */
  readonly token: string | null;
  /** The program that shows the page, where it cannot be seen from inside. */
  readonly host: string | null;
};

const slug = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Reads `location.search`. A feed that cannot be a slug is `main`. */
export function readQuery(search: string): OverlayQuery {
  const query = new URLSearchParams(search);
  const feed = query.get('feed');
  const preview = query.get('preview');
  return {
    feed: feed !== null && slug.test(feed) ? feed : 'main',
    isPreview: preview !== null && preview !== '0',
    name: query.get('name'),
    token: query.get('token'),
    host: query.get('host'),
  };
}

/** Address of the feed's socket on the host that served the page. */
export function socketAddress(origin: string, feed: string, query: OverlayQuery): string {
  const address = new URL(`/feeds/${feed}/socket`, origin);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  if (query.isPreview) address.searchParams.set('preview', '1');
  if (query.token !== null) address.searchParams.set('token', query.token);
  return address.href;
}
