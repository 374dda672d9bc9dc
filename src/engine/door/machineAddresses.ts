/** The addresses of this machine, asked of the system in a way that never throws. */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Each address of each interface, loopback too; null when the system cannot tell now, as when no descriptor is left. */
export function machineAddresses(): readonly NetworkInterfaceInfo[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  } catch {
    return null;
  }
}
