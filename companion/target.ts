/** The Greenroom and the feed that a connection controls. */

export type Target = {
  /** Base address of the control API, without a slash at the end. */
  readonly address: string;
  readonly feed: string;
  readonly token: string;
};

/** Returns a sentence if something is missing or can’t be used. */
export function readTarget(address: string, feed: string, token: string): Target | string {
  const base = address.trim().replace(/\/+$/, '');
  const url = URL.canParse(base) ? new URL(base) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`)
    return 'Enter the desk’s address as in Greenroom, for example http://127.0.0.1:7413.';
  if (feed.trim() === '') return 'Enter the name of a feed, for example main.';
  // A header can’t contain other characters.
  if (!/^[\w\-.~+/=]+$/.test(token.trim())) return 'Enter a token from Settings, Control and tokens.';
  return { address: url.origin, feed: feed.trim(), token: token.trim() };
}

export function authorisation({ token }: Target): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}
