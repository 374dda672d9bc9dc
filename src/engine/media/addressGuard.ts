/** Decides which media addresses may be fetched. Posts come from strangers, so private networks are refused. */
import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressRules = {
  readonly allowHttp: boolean;
  /** Names or addresses that may be private, on any port. */
  readonly allowPrivateHosts: readonly string[];
  /** `host:port` of the built-in service, which uses plain http on this machine. */
  readonly ownHosts: readonly string[];
};

/** `guarded`: every resolved address is checked while connecting. `trusted`: listed by the operator. `own`: the built-in service. */
export type FetchTarget = { readonly url: URL; readonly trust: 'guarded' | 'trusted' | 'own' };

const maxUrlLength = 2048;

/** Returns the fetch target, or the reason for refusing as part of a sentence. */
export function checkAddress(address: string, rules: AddressRules): FetchTarget | { readonly refused: string } {
  if (address.length > maxUrlLength) return { refused: 'its address is too long' };
  const url = URL.parse(address);
  if (url === null) return { refused: 'its address is not valid' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { refused: `${url.protocol} addresses are not supported` };
  if (url.username !== '' || url.password !== '') return { refused: 'its address contains a user name or password' };
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  if (rules.ownHosts.includes(`${url.hostname}:${port}`) || rules.ownHosts.includes(url.host))
    return { url, trust: 'own' };
  if (url.protocol === 'http:' && !rules.allowHttp) return { refused: 'its address is not https' };
  const name = normaliseHost(url.hostname);
  if (rules.allowPrivateHosts.some((host) => normaliseHost(host) === name)) return { url, trust: 'trusted' };
  if (port !== '443' && port !== '80') return { refused: `port ${port} is not allowed` };
  if (isIP(name) !== 0 && !isPublicAddress(name)) return { refused: 'its host is on a private network' };
  return { url, trust: 'guarded' };
}

/** True for public internet addresses, in any notation. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && ipaddr.subnetMatch(parsed, { denied }, 'public') === 'public';
}

/** `::/96` is not public, but unicast for ipaddr.js. The others stay refused if a later ipaddr.js classes them as unicast. */
const denied = [
  ...['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '100.64.0.0/10'],
  ...['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/23', '100::/64', 'fec0::/10', '::/96'],
].map((range) => ipaddr.parseCIDR(range));

/** A name resolved to a private address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Refuses a name if any of its addresses is private. The connection uses the checked address, which prevents DNS rebinding. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new AddressRefused(`${hostname} is on a private network`), '', 0);
    }
    if (options.all === true) return callback(null, addresses, 0);
    return callback(null, first.address, first.family);
  });
};

function normaliseHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
