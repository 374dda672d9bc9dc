/** Checks the Host and Origin headers of requests; never throws. */
import type { IncomingMessage } from 'node:http';

/** The Host header. Two of them give a text that no check accepts, because a proxy may have used the other one. */
export function readHostHeader(request: IncomingMessage): string | undefined {
  return request.headersDistinct['host']?.join(', ');
}

/** Returns the name or address without brackets, and the host as in a URL, in lower case; `null` if it is not exactly one host. */
export function readHost(header: string | undefined): { readonly name: string; readonly host: string } | null {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(:\d{1,5})?$/i.exec(header ?? '');
  if (found === null) return null;
  const [, name = '', port = ''] = found;
  return { name: name.toLowerCase().replace(/^\[|\]$/g, ''), host: name.toLowerCase() + port };
}

export function hostName(header: string | undefined): string | null {
  return readHost(header)?.name ?? null;
}

/** True for names and addresses that always mean this machine, on every resolver. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Allows loopback names and the listed names, with any port. Prevents DNS rebinding. */
export function isHostAllowed(header: string | undefined, allowed: readonly string[]): boolean {
  const name = hostName(header);
  if (name === null) return false;
  return isLoopbackName(name) || allowed.some((other) => (hostName(other) ?? other.toLowerCase()) === name);
}

/** Allows a missing Origin, because most programs other than browsers send none. Refuses the text `null`. */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  const found = /^https?:\/\/([^/]+)$/i.exec(origin);
  return found?.[1] !== undefined && host !== undefined && found[1].toLowerCase() === host.toLowerCase();
}
