/** Decides which media addresses may be fetched. Posts come from strangers, so private networks are refused. */

import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { joinWithAnd } from '../../core/joinWithAnd.ts';
import { type Phrase, say, sayLater } from '../../core/language/say.ts';
import { isLoopbackName } from '../../http/hostGuard.ts';

export type AddressRules = {
  readonly allowHttp: boolean;
  /** Names or addresses that may be private, on any port. */
  readonly allowPrivateHosts: readonly string[];
  /** Address of the configured service, which may serve its own media from this machine; `null` if none is set. */
  readonly serviceUrl: string | null;
};

/** `guarded`: every resolved address is checked while connecting. `trusted`: listed by the operator. `own`: the service on this machine. */
export type FetchTarget = { readonly url: URL; readonly trust: 'guarded' | 'trusted' | 'own' };

/** Why an address is not fetched, as part of a sentence, and the settings that would allow it. */
export type Refusal = { readonly refused: Phrase; readonly allowedBy: readonly MediaSetting[] };

export type MediaSetting = 'allowHttp' | 'allowPrivateHosts';

const maxUrlLength = 2048;

/** Returns the fetch target, or the reason for refusing. */
export function checkAddress(address: string, rules: AddressRules): FetchTarget | Refusal {
  if (address.length > maxUrlLength) return refuse(sayLater('its address is too long'));
  const url = URL.parse(address);
  if (url === null) return refuse(sayLater('its address is not valid'));
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(sayLater('{protocol} addresses are not supported', { protocol: url.protocol }));
  if (url.username !== '' || url.password !== '')
    return refuse(sayLater('its address contains a user name or password'));
  if (isOwnService(url, rules.serviceUrl)) return { url, trust: 'own' };
  const name = normaliseHost(url.hostname);
  const isListed = rules.allowPrivateHosts.some((host) => normaliseHost(host) === name);
  const faults: [Phrase, MediaSetting][] = [];
  if (url.protocol === 'http:' && !rules.allowHttp) faults.push([sayLater('its address is not https'), 'allowHttp']);
  if (!isListed && !['443', '80'].includes(portOf(url)))
    faults.push([sayLater('port {port} is not allowed', { port: portOf(url) }), 'allowPrivateHosts']);
  else if (!isListed && isIP(name) !== 0 && !isPublicAddress(name))
    faults.push([() => describeRange(name), 'allowPrivateHosts']);
  if (faults.length === 0) return { url, trust: isListed ? 'trusted' : 'guarded' };
  return {
    refused: () => joinWithAnd(faults.map(([reason]) => reason())),
    allowedBy: faults.map(([, setting]) => setting),
  };
}

/** Why an address that is not public is refused. */
export function describeRange(address: string): string {
  const isReserved = ipaddr.isValid(address) && reservedRanges.has(ipaddr.process(address).range());
  return isReserved
    ? say('its host’s address is reserved, not on the internet')
    : say('its host is on a private network');
}

/** No network has a host with such an address. */
const reservedRanges = new Set(['reserved', 'multicast', 'broadcast', 'discard']);

/** For reasons that no setting changes. */
function refuse(refused: Phrase): Refusal {
  return { refused, allowedBy: [] };
}

/** Whether the address is on the service’s port of this machine, under any of its loopback names. */
function isOwnService(url: URL, serviceUrl: string | null): boolean {
  const service = serviceUrl === null ? null : URL.parse(serviceUrl);
  if (service === null || portOf(service) !== portOf(url)) return false;
  return [service, url].every(({ hostname }) => isLoopbackName(normaliseHost(hostname)));
}

function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
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

/** A name resolved to an address that is not public. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  /** As part of a sentence. */
  readonly reason: Phrase;
  constructor(address: string) {
    super(describeRange(address));
    this.reason = () => describeRange(address);
  }
}

/** Refuses a name if any of its addresses is not public. The connection uses the checked address, which prevents DNS rebinding. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    const [first] = addresses;
    const refused = addresses.find(({ address }) => !isPublicAddress(address)) ?? null;
    if (first === undefined || refused !== null) return callback(new AddressRefused(refused?.address ?? ''), '', 0);
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
