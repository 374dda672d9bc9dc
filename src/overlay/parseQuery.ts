/** Reads the options in the overlay’s URL. */

export type OverlayQuery = {
  readonly feed: string;
  /** True for the desk’s preview, which is not counted as a consumer. */
  readonly isPreview: boolean;
  /** Consumer name on the desk; `null` uses the detected program. */
  readonly name: string | null;
  /** Read token, if the feed server requires one. */
  readonly token: string | null;
  /** Whether to show the state of the connection. */
  readonly isDebug: boolean;
  /** The program that shows the page, for programs that can’t be detected. */
  readonly host: string | null;
};

const slug = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Parses `location.search`. An invalid feed slug becomes `main`. */
export function parseQuery(search: string): OverlayQuery {
  const query = new URLSearchParams(search);
  const feed = query.get('feed');
  return {
    feed: feed !== null && slug.test(feed) ? feed : 'main',
    isPreview: isOn(query.get('preview')),
    name: query.get('name'),
    token: query.get('token'),
    isDebug: isOn(query.get('debug')),
    host: query.get('host'),
  };
}

function isOn(value: string | null): boolean {
  return value !== null && value !== '0';
}
