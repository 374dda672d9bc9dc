/** Reads the options in the overlay’s URL. */

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
