/** Decides which Host headers a listener of this machine accepts. */
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { hostName, isHostAllowed } from '../../http/hostGuard.ts';
import { readMachineAddresses } from '../../http/machineAddresses.ts';

/**
 * Returns a check for a listener bound to `host`. It accepts loopback names, the `allowed` ones and, beyond
 * loopback, the bound address and the names of this machine. `isOnNetwork` means that it is also bound to addresses that change.
 */
export function createHostCheck(
  host: string,
  { allowed, isOnNetwork }: { readonly allowed: readonly string[]; readonly isOnNetwork: boolean },
  machine: string = hostname(),
): (header: string | undefined) => boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  const isWildcard = bare === '0.0.0.0' || bare === '::';
  const names = [...allowed, ...(isWildcard ? [] : [bare]), machine.toLowerCase(), `${machine.toLowerCase()}.local`];
  if (!isOnNetwork && (bare === '127.0.0.1' || bare === '::1' || bare === 'localhost'))
    return (header) => isHostAllowed(header, allowed);
  return (header) => isHostAllowed(header, names) || ((isWildcard || isOnNetwork) && isOwnAddressNow(header));
}

/** Looked up on each request, because the machine's addresses can change. */
function isOwnAddressNow(header: string | undefined): boolean {
  const name = hostName(header);
  if (name === null || isIP(name) === 0) return false;
  return readMachineAddresses()?.some(({ address }) => address.toLowerCase() === name) ?? false;
}

/** Returns the host for addresses shown on this machine; a wildcard becomes 127.0.0.1. */
export function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
