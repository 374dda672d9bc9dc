/** Finds the network addresses of this machine; never throws. */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Includes loopback. Returns `null` when the system call fails, for example without free file descriptors. */
export function readMachineAddresses(): readonly NetworkInterfaceInfo[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  } catch {
    return null;
  }
}

/** Returns the host for addresses at which other machines can reach a listener bound to `host`. IPv6 addresses get brackets. */
export function findReachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const external = readMachineAddresses()?.find(({ internal, family }) => !internal && family === 'IPv4');
  return external?.address ?? '127.0.0.1';
}

/** Returns the address at which a network interface can be reached, IPv4 if it has one; `null` while it has none. */
export function findInterfaceAddress(name: string): string | null {
  try {
    const all = (networkInterfaces()[name] ?? []).filter(({ scopeid }) => (scopeid ?? 0) === 0);
    return (all.find(({ family }) => family === 'IPv4') ?? all[0])?.address ?? null;
  } catch {
    return null;
  }
}
