/** Opens the addresses of the feed: the chosen one, loopback, and those of network interfaces as they come and go. */
import type { Server } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackName } from '../../http/hostGuard.ts';
import { PortTaken } from '../../http/listen.ts';
import { findInterfaceAddress } from '../../http/machineAddresses.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { FeedServerSettings } from '../settings/settings.ts';

/** Opens one listener. Rejects with PortTaken or the system’s error. */
export type OpenListener = (host: string, port: number) => Promise<{ readonly server: Server; readonly port: number }>;

export type OpenedListeners = { readonly servers: readonly Server[]; readonly port: number };

/**
 * Opens the address, and loopback on the same port, so that `localhost` never reaches another program and graphics on this
 * machine keep their address. A machine without IPv6 does not open ::1. Rejects with nothing open.
 */
export async function openListeners(
  { host, port }: Pick<FeedServerSettings, 'host' | 'port'>,
  open: OpenListener,
): Promise<OpenedListeners> {
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = [];
    try {
      const first = await open(host, port);
      servers.push(first.server);
      for (const loopback of listLoopbackHosts(host)) {
        const opened = await open(loopback, first.port).catch((error: unknown) => {
          if (loopback === '::1' && !(error instanceof PortTaken)) return null;
          throw error;
        });
        if (opened !== null) servers.push(opened.server);
      }
      return { servers, port: first.port };
    } catch (error) {
      for (const server of servers) server.close();
      if (servers.length === 0 || !(error instanceof PortTaken) || port !== 0 || attempt === 5) throw error;
    }
  }
}

/** A name or a wildcard may include loopback already. */
function listLoopbackHosts(host: string): readonly string[] {
  if (host === '127.0.0.1') return ['::1'];
  return isIP(host) === 0 || isLoopbackName(host) || isWildcard(host) ? [] : ['127.0.0.1', '::1'];
}

export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

export type InterfaceListeners = {
  /** Follows these interfaces from now on, waiting for those without an address. Resolves when the present ones are open. */
  readonly follow: (names: readonly string[], port: number) => Promise<void>;
  readonly stop: () => void;
  readonly servers: () => readonly Server[];
  /** Address of each followed interface; `null` while it has none. */
  readonly addresses: () => ReadonlyMap<string, string | null>;
};

const checkEveryMs = 1000;

export function createInterfaceListeners(deps: {
  readonly clock: Clock;
  readonly open: OpenListener;
  readonly close: (server: Server) => void;
  /** An interface was opened, lost its address or has another one. */
  readonly onChanged: () => void;
}): InterfaceListeners {
  let followed: readonly string[] = [];
  let port = 0;
  let cancel: Cancel = () => undefined;
  const opened = new Map<string, { readonly address: string; readonly server: Server }>();

  const update = async (name: string): Promise<boolean> => {
    const address = findInterfaceAddress(name);
    const before = opened.get(name);
    if (before?.address === (address ?? undefined)) return false;
    opened.delete(name);
    if (before !== undefined) deps.close(before.server);
    // Another setting may have opened it, such as the address itself. The next check tries again.
    const listener = address === null ? null : await deps.open(address, port).catch(() => null);
    if (address !== null && listener !== null) opened.set(name, { address, server: listener.server });
    return before !== undefined || listener !== null;
  };
  const check = async (): Promise<void> => {
    const names = followed;
    let hasChanged = false;
    for (const name of names) hasChanged = (await update(name)) || hasChanged;
    // It may have been stopped meanwhile.
    if (names !== followed) return;
    if (hasChanged) deps.onChanged();
    if (names.length > 0) cancel = deps.clock.after(checkEveryMs, () => void check());
  };
  const stop = (): void => {
    cancel();
    followed = [];
    for (const { server } of opened.values()) deps.close(server);
    opened.clear();
  };

  return {
    follow: async (names, onPort) => {
      if (names.join('\n') === followed.join('\n') && onPort === port) return;
      stop();
      followed = [...names];
      port = onPort;
      await check();
    },
    stop,
    servers: () => [...opened.values()].map(({ server }) => server),
    addresses: () => new Map(followed.map((name) => [name, opened.get(name)?.address ?? null])),
  };
}
