/** The names and addresses under which a listener of this machine may be asked for. */
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { hostName, isHostAllowed } from './hostGuard.ts';
import { machineAddresses } from './machineAddresses.ts';

/** Judges Host headers for a listener bound to that host: loopback always; beyond it this machine's names and what it is bound to. `machine` is its name. */
export function createOwnHosts(host: string, machine: string = hostname()): (header: string | undefined) => boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  const isEverywhere = bare === '0.0.0.0' || bare === '::';
  const names = [...(isEverywhere ? [] : [bare]), machine.toLowerCase(), `${machine.toLowerCase()}.local`];
  if (bare === '127.0.0.1' || bare === '::1' || bare === 'localhost') return (header) => isHostAllowed(header, []);
  return (header) => isHostAllowed(header, names) || (isEverywhere && isOwnAddressNow(header));
}

/** Whether it is an address that this machine has: looked up when somebody asks, because it may have got another since the start. */
function isOwnAddressNow(header: string | undefined): boolean {
  const name = hostName(header);
  if (name === null || isIP(name) === 0) return false;
  return machineAddresses()?.some(({ address }) => address.toLowerCase() === name) ?? false;
}

/** The host as it stands in an address for people of this machine: every interface is told by its own. */
export function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
