/** Finds this machine's addresses, to show where deliveries must be sent and to recognise requests from other machines. */
import { isLoopbackName } from '../../http/hostGuard.ts';
import { readMachineAddresses } from '../../http/machineAddresses.ts';

/** Every address of this machine, loopback included, formatted as in a Host header without a port. */
export function listOwnAddresses(): readonly string[] {
  return (readMachineAddresses() ?? []).map(({ address }) => address.toLowerCase());
}

/** Whether the peer is another machine. */
export function isRemotePeer(peer: string | undefined): boolean {
  if (peer === undefined) return false;
  // IPv4 peers of a dual-stack socket have IPv4-mapped IPv6 addresses.
  const address = peer.replace(/^::ffff:/, '');
  return !isLoopbackName(address) && !listOwnAddresses().includes(address);
}
