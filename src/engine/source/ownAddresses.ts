/** The addresses of this machine, for telling where deliveries have to go and who is a stranger. */
import { isLoopbackName } from '../door/hostGuard.ts';
import { machineAddresses } from '../door/machineAddresses.ts';

/** Every address of this machine, loopback too, in the form of a Host header without its port. */
export function ownAddresses(): readonly string[] {
  return (machineAddresses() ?? []).map((one) => one.address.toLowerCase());
}

/** An address under which others reach a listener on that host. */
export function reachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host;
  const outer = machineAddresses()?.find((one) => !one.internal && one.family === 'IPv4');
  return outer?.address ?? '127.0.0.1';
}

/** Whether a peer's address is another machine's. */
export function isFromOutside(remote: string | undefined): boolean {
  if (remote === undefined) return false;
  const plain = remote.replace(/^::ffff:/, '');
  return !isLoopbackName(plain) && !ownAddresses().includes(plain);
}
