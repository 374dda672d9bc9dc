/** Reads the options in the overlay’s URL. */
import type { PageIdentity } from './pageIdentity.ts';

export type OverlayQuery = {
  readonly feed: string;
  /** True for the desk’s preview, which is not counted as a consumer. */
  readonly isPreview: boolean;
  /** Consumer name on the desk; `null` uses the detected program. */
  readonly name: string | null;
  /** Read token, if the feed server requires one. */
  readonly token: string | null;
  /** The program that shows the page, for programs that can’t be detected. */
  readonly host: string | null;
};

const slug = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Parses `location.search`. An invalid feed slug becomes `main`. */
export function parseQuery(search: string): OverlayQuery {
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

/** How the page introduces itself to the feed. A preview does not. */
export type PageIntroduction = PageIdentity & {
  /** `null` if unknown. */
  readonly program: string | null;
  /** The revision that is on screen; `null` before the first. */
  readonly painted: number | null;
};

/** Returns the URL of the feed’s socket on the host that served the page. */
export function createSocketUrl(
  origin: string,
  feed: string,
  query: OverlayQuery,
  introduction: PageIntroduction,
): string {
  const url = new URL(`/feeds/${feed}/socket`, origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (query.isPreview) {
    url.searchParams.set('preview', '1');
    // The desk draws beside this picture, so it must stay cheap for a long list.
    url.searchParams.set('items', 'current');
  } else {
    const { client, page, program, painted } = introduction;
    url.searchParams.set('client', client);
    url.searchParams.set('page', page);
    if (program !== null) url.searchParams.set('program', program);
    if (painted !== null) url.searchParams.set('painted', String(painted));
  }
  if (query.token !== null) url.searchParams.set('token', query.token);
  return url.href;
}
