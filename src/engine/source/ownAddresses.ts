/** Finds this machine's addresses, to show where deliveries must be sent and to recognise requests from other machines. */
import { isLoopbackName } from '../door/hostGuard.ts';
import { machineAddresses } from '../door/machineAddresses.ts';

/** Every address of this machine, loopback included, formatted as in a Host header without a port. */
export function ownAddresses(): readonly string[] {
  return (machineAddresses() ?? []).map((one) => one.address.toLowerCase());
}

/** An address at which other machines can reach a listener bound to that host. */
export function reachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host;
  const external = machineAddresses()?.find((one) => !one.internal && one.family === 'IPv4');
  return external?.address ?? '127.0.0.1';
}

/** Whether the peer is another machine. */
export function isRemotePeer(peer: string | undefined): boolean {
  if (peer === undefined) return false;
  // IPv4 peers of a dual-stack socket have IPv4-mapped IPv6 addresses.
  const address = peer.replace(/^::ffff:/, '');
  return !isLoopbackName(address) && !ownAddresses().includes(address);
}
