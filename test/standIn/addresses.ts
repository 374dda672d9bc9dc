/** Maps the app’s own scheme to hosts that Chromium accepts, and back. */

const suffix = '.test';
const schemes = new Set<string>();

/** From now on `scheme://host/` is `https://host.scheme.test/` in Chromium. */
export function mapScheme(scheme: string): void {
  schemes.add(scheme);
}

/** `greenroom://desk/a` becomes `https://desk.greenroom.test/a`; other addresses stay. */
export function toPageAddress(address: string): string {
  const match = /^([a-z]+):\/\/([a-z]+)(?=[/?#]|$)/.exec(address);
  const [whole = '', scheme = '', host = ''] = match ?? [];
  return schemes.has(scheme) ? `https://${host}.${scheme}${suffix}${address.slice(whole.length)}` : address;
}

/** The reverse of `toPageAddress`. */
export function toAppAddress(address: string): string {
  const match = /^https:\/\/([a-z]+)\.([a-z]+)\.test(?=[/?#]|$)/.exec(address);
  const [whole = '', host = '', scheme = ''] = match ?? [];
  return schemes.has(scheme) ? `${scheme}://${host}${address.slice(whole.length)}` : address;
}

/** The scheme of an address of the app; `null` for others. */
export function schemeOf(appAddress: string): string | null {
  const scheme = /^([a-z]+):/.exec(appAddress)?.[1] ?? '';
  return schemes.has(scheme) ? scheme : null;
}
