/** Reads the network addresses of this machine; never throws. */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Includes loopback. Returns `null` when the system call fails, for example without free file descriptors. */
export function readMachineAddresses(): readonly NetworkInterfaceInfo[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  } catch {
    return null;
  }
}
