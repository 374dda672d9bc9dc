/** Builds the service's addresses from the configured base and an id only; an address in a response is never followed. */

import { hostName, isLoopbackName } from '../../http/hostGuard.ts';
import type { Failure } from '../http/failure.ts';

/** The part of an endpoint’s address that the base address does not include, although people copy it. */
const endpointPath = /(\/+v1(\/+collections)?)?\/*$/;

export type BaseAddress = { readonly origin: string; readonly path: string };

/** Why no request can be sent. `missing`: it is empty or not an HTTP address. `insecure`: plain HTTP would expose the API key to the network. */
export type UnusableAddress = 'missing' | 'insecure';

/** Returns the configured base without query, fragment or credentials, or why it can't be used. */
export function parseBaseAddress(baseUrl: string, allowHttpHosts: readonly string[]): BaseAddress | UnusableAddress {
  if (!URL.canParse(baseUrl)) return 'missing';
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'missing';
  const name = hostName(url.host) ?? '';
  const isTrusted =
    url.protocol === 'https:' ||
    isLoopbackName(name) ||
    allowHttpHosts.some((host) => host.toLowerCase() === name || host.toLowerCase() === url.host);
  if (!isTrusted) return 'insecure';
  return { origin: url.origin, path: url.pathname.replace(endpointPath, '') };
}

/** Whether the key can be sent in an HTTP header unchanged. */
export function isSendableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** Returns the path of one collection; `null` for an id that would lead to another path. */
export function buildCollectionPath(base: BaseAddress, id: string): string | null {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) return null;
  const path = `${base.path}/v1/collections/${encodeURIComponent(id)}`;
  // The URL parser must not normalise the id away, as it does for dot segments.
  return new URL(path, base.origin).pathname === path ? path : null;
}

/** Returns the path of one page of the collection list; pages count from 0. */
export function buildListPath(base: BaseAddress, page: number, pageSize: number): string {
  return `${base.path}/v1/collections?page=${page}&pageSize=${pageSize}`;
}

/** True if both are the same address, or both are unusable for the same reason. */
export function isSameAddress(a: BaseAddress | Failure, b: BaseAddress | Failure): boolean {
  if ('code' in a || 'code' in b) return 'code' in a && 'code' in b && a.code === b.code;
  return a.origin === b.origin && a.path === b.path;
}
