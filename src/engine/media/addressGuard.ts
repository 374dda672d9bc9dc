/** Which addresses media may be fetched from: they come from strangers' posts, so this machine's own network is out of bounds. */
import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressRules = {
  readonly allowHttp: boolean;
  /** Names or addresses that may be private, on any port. */
  readonly allowPrivateHosts: readonly string[];
  /** `host:port` of the built-in service: plain http on this machine is right there. */
  readonly ownHosts: readonly string[];
};

/** `guarded`: every address that the name resolves to is checked while connecting. `trusted`: named by the operator, or our own. */
export type Way = { readonly url: URL; readonly trust: 'guarded' | 'trusted' | 'own' };

const mostUrlLength = 2048;

/** The way to fetch that address, or in words why it is not fetched. */
export function judgeAddress(address: string, rules: AddressRules): Way | { readonly refused: string } {
  if (address.length > mostUrlLength) return { refused: 'its address is too long' };
  const url = URL.parse(address);
  if (url === null) return { refused: 'its address cannot be read' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: `${url.protocol} is not fetched` };
  if (url.username !== '' || url.password !== '') return { refused: 'its address holds a name or password' };
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  if (rules.ownHosts.includes(`${url.hostname}:${port}`) || rules.ownHosts.includes(url.host))
    return { url, trust: 'own' };
  if (url.protocol === 'http:' && !rules.allowHttp) return { refused: 'it is not on https' };
  const name = bareHost(url.hostname);
  if (rules.allowPrivateHosts.some((host) => bareHost(host) === name)) return { url, trust: 'trusted' };
  if (port !== '443' && port !== '80') return { refused: `port ${port} is not fetched from` };
  if (isIP(name) !== 0 && !isPublicAddress(name)) return { refused: 'it lies in a private network' };
  return { url, trust: 'guarded' };
}

/** Whether an address is one of the open internet, in whatever way it is written. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !isWithin(parsed, deniedIpv4);
  return !isWithin(parsed, deniedIpv6);
}

/** What the library calls unicast and we still do not fetch from. */
const deniedIpv4 = ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '100.64.0.0/10'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);
const deniedIpv6 = ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/23', '100::/64', 'fec0::/10', '::/96'].map(
  (range) => ipaddr.IPv6.parseCIDR(range),
);

function isWithin<T extends ipaddr.IPv4 | ipaddr.IPv6>(address: T, ranges: readonly (readonly [T, number])[]): boolean {
  return ranges.some(([network, bits]) =>
    address instanceof ipaddr.IPv4
      ? network instanceof ipaddr.IPv4 && address.match(network, bits)
      : network instanceof ipaddr.IPv6 && address.match(network, bits),
  );
}

/** Said when a name resolves to an address that is out of bounds. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Resolves for a connection, and refuses when any of the addresses is not public: the very address that was checked is the
 * one connected to, so a name that changes its mind between the two gains nothing.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(isPublic)) {
      return callback(new AddressRefused(`${hostname} lies in a private network`), '', 0);
    }
    if (options.all === true) return callback(null, addresses, 0);
    return callback(null, first.address, first.family);
  });
};

function isPublic({ address }: LookupAddress): boolean {
  return isPublicAddress(address);
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
