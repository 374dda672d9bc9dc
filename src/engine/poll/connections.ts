/** Opens the connections to the service: directly or through a proxy, trusting its own certificate authority as well. */
import { getCACertificates } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { isSameJson } from '../../core/boundedJson.ts';
import type { Target } from '../http/connectionFailure.ts';
import type { Clock } from '../ports.ts';
import type { BaseAddress } from './address.ts';
import type { HttpProxy } from './proxy.ts';
import { createProxyPool } from './tunnel.ts';

const connectTimeoutMs = 3000;

/** Longest wait for the headers, and between two parts of the body. Milliseconds. */
export const headersTimeoutMs = 5000;

/** Connections are replaced after this age. Milliseconds. */
const maxConnectionAgeMs = 30_000;

export type Route = {
  /** `null` connects directly. */
  readonly proxy: HttpProxy | null;
  /** Certificates in PEM to trust besides the usual ones; empty for none. */
  readonly authority: readonly string[];
};

export type OpenConnections = { readonly route: Route; readonly dispatcher: Dispatcher };

export type Connections = {
  /** Returns the connections for the route of this address; opens new ones if the route changed. */
  readonly to: (base: BaseAddress) => OpenConnections;
  readonly isCurrent: (used: OpenConnections) => boolean;
  /** Fails the requests in flight; the next request uses new connections. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
};

export function createConnections(route: (base: BaseAddress) => Route, clock: Clock): Connections {
  let current: OpenConnections | null = null;
  const drop = (): void => {
    current?.dispatcher.destroy().catch(() => undefined);
    current = null;
  };
  return {
    to: (base) => {
      const wanted = route(base);
      if (current !== null && !isSameJson(current.route, wanted)) drop();
      current ??= { route: wanted, dispatcher: open(wanted, clock) };
      return current;
    },
    isCurrent: (used) => used === current,
    drop,
    close: async () => {
      await current?.dispatcher.destroy();
    },
  };
}

/** Host and port of the service and of the proxy on the way, for people. */
export function describeTarget({ origin }: BaseAddress, proxy: HttpProxy | null): Target {
  const { protocol, hostname, port } = new URL(origin);
  const isTls = protocol === 'https:';
  return { host: `${hostname}:${port === '' ? (isTls ? 443 : 80) : port}`, isTls, proxy: proxy?.host ?? null };
}

/** Keeps at most four connections. */
function open({ proxy, authority }: Route, clock: Clock): Dispatcher {
  const connect = {
    timeout: connectTimeoutMs,
    ...(authority.length > 0 && { ca: [...getCACertificates('default'), ...authority] }),
  };
  const options = {
    connections: 4,
    pipelining: 1,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: headersTimeoutMs,
    keepAliveTimeout: 30_000,
    // Forces a new DNS lookup even while the old address still responds.
    clientTtl: maxConnectionAgeMs,
    maxHeaderSize: 16_384,
  };
  if (proxy === null) return new Agent({ ...options, connect });
  const token = proxy.authorization === null ? {} : { token: proxy.authorization };
  // Plain http is forwarded, because many proxies open tunnels to https ports only.
  return new ProxyAgent({
    ...options,
    ...token,
    uri: proxy.origin,
    proxyTunnel: false,
    clientFactory: (origin, poolOptions) => createProxyPool(origin, poolOptions, proxy, clock),
    proxyTls: connect,
    requestTls: connect,
  });
}
