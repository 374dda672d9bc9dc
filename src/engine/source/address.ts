/** Addresses of the service, made from the configured base and an id alone: nothing that an answer says is ever an address. */
import { hostName, isLoopbackName } from '../door/hostGuard.ts';
import type { Failure } from './failure.ts';

export type Base = { readonly origin: string; readonly path: string };

/** Why there is no address to ask. `insecure`: the key would go over plain http to another machine. */
export type NoBase = 'missing' | 'insecure';

/** The configured base, or why it cannot be used. Query, fragment and anything like a password in it are dropped. */
export function readBase(baseUrl: string, allowHttpHosts: readonly string[]): Base | NoBase {
  if (!URL.canParse(baseUrl)) return 'missing';
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'missing';
  const name = hostName(url.host) ?? '';
  const isTrusted =
    url.protocol === 'https:' ||
    isLoopbackName(name) ||
    allowHttpHosts.some((host) => host.toLowerCase() === name || host.toLowerCase() === url.host);
  if (!isTrusted) return 'insecure';
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}

/** Whether a key can stand in a header as it is. */
export function isSendableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** Path of one collection under the base; null for an id that would lead elsewhere. */
export function collectionPath(base: Base, id: string): string | null {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) return null;
  const path = `${base.path}/v1/collections/${encodeURIComponent(id)}`;
  // Whatever a parser makes of it has to be what we meant.
  return new URL(path, base.origin).pathname === path ? path : null;
}

/** Path of a page of the list (from 0). */
export function listPath(base: Base, page: number, pageSize: number): string {
  return `${base.path}/v1/collections?page=${page}&pageSize=${pageSize}`;
}

/** Whether both are the same address, or no address for the same reason. */
export function isSameAddress(a: Base | Failure, b: Base | Failure): boolean {
  if ('code' in a || 'code' in b) return 'code' in a && 'code' in b && a.code === b.code;
  return a.origin === b.origin && a.path === b.path;
}
