/** Finds this machine's addresses, to show where deliveries must be sent and to recognise requests from other machines. */
import { isLoopbackName } from '../http/hostGuard.ts';
import { readMachineAddresses } from '../http/machineAddresses.ts';

/** Every address of this machine, loopback included, formatted as in a Host header without a port. */
export function listOwnAddresses(): readonly string[] {
  return (readMachineAddresses() ?? []).map(({ address }) => address.toLowerCase());
}

/** Returns an address at which other machines can reach a listener bound to `host`. */
export function findReachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host;
  const external = readMachineAddresses()?.find(({ internal, family }) => !internal && family === 'IPv4');
  return external?.address ?? '127.0.0.1';
}

/** Whether the peer is another machine. */
export function isRemotePeer(peer: string | undefined): boolean {
  if (peer === undefined) return false;
  // IPv4 peers of a dual-stack socket have IPv4-mapped IPv6 addresses.
  const address = peer.replace(/^::ffff:/, '');
  return !isLoopbackName(address) && !listOwnAddresses().includes(address);
}
