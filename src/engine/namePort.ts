/** Names a port that another program uses, in the current language. */
import { say } from '../core/language/say.ts';
import type { PortTaken } from '../http/listen.ts';

export function namePort({ port, isUdp }: Pick<PortTaken, 'port' | 'isUdp'>): string {
  return isUdp ? say('UDP port {port} for OSC', { port }) : say('Port {port}', { port });
}
