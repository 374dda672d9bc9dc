/** The link that opens the page for which a new token was made, with the token in the part of it that is never sent. */
import type { Right } from '../../../core/commands/commandRow.ts';

export type DeskReach = {
  /** `desk.host` in use. */
  readonly host: string;
  /** `desk.port` in use. */
  readonly port: number;
  /** Addresses of this machine on its networks. */
  readonly networks: readonly string[];
};

/** `null` for a right without a page of its own. */
export function linkOf(right: Right, token: string, feed: string, origin: string): string | null {
  if (right === 'present') return `${origin}/present?feed=${encodeURIComponent(feed)}#token=${token}`;
  return right === 'operate' ? null : `${origin}/#token=${token}`;
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.|\[?::1\]?$)/.test(hostname);
}

/** The origin at which another machine opens the desk; this machine’s own if the desk is open to no network. */
export function originFor(
  { host, port, networks }: DeskReach,
  page: Pick<Location, 'protocol' | 'origin' | 'hostname' | 'port'>,
): string {
  const isBrowser = page.protocol.startsWith('http');
  if (isBrowser && !isLoopback(page.hostname)) return page.origin;
  const address = host === '0.0.0.0' || host === '::' ? (networks[0] ?? '127.0.0.1') : host;
  const name = address.includes(':') ? `[${address}]` : address;
  // In a browser, the port can have been chosen by a flag.
  return `http://${name}:${isBrowser ? page.port : port}`;
}
