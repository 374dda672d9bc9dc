/** Checks Host headers: a loopback bind accepts only this machine’s names, which stops DNS rebinding. */
import { isIP } from 'node:net';

/** Reads one name and an optional port, in lower case; `null` for anything else. Never throws. */
export function readHost(header: string | undefined): { readonly name: string; readonly host: string } | null {
  if (header === undefined) return null;
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(:\d{1,5})?$/i.exec(header);
  if (found === null) return null;
  const name = (found[1] ?? '').toLowerCase();
  return { name: name.replace(/^\[|\]$/g, ''), host: `${name}${found[2] ?? ''}` };
}

export function isLoopback(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}
