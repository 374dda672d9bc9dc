/** Names the host that a picture or video comes from. */

/** In characters; DNS has no longer names. A host name comes from a post, so it can be of any length. */
const maxLength = 253;

/** The host name of an address, without its port; `null` if it has none. */
export function hostOf(address: string): string | null {
  const name = URL.parse(address)?.hostname.slice(0, maxLength) ?? '';
  return name === '' ? null : name;
}
