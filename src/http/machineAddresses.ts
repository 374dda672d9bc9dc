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

/** Returns the networks that other machines can share with this one. `machines` is how many more they have room for; `null` for IPv6. */
export function listNetworks(): readonly {
  readonly name: string;
  readonly address: string;
  readonly machines: number | null;
}[] {
  try {
    return Object.entries(networkInterfaces()).flatMap(([name, list]) => {
      const address = findInterfaceAddress(name);
      const found = list?.find((entry) => entry.address === address);
      if (address === null || found === undefined || found.internal) return [];
      const bits = found.family === 'IPv4' ? Number(found.cidr?.split('/')[1] ?? 32) : null;
      // Without this machine, the network’s own address and the one for all.
      return [{ name, address, machines: bits === null ? null : Math.max(0, 2 ** (32 - bits) - 3) }];
    });
  } catch {
    return [];
  }
}
