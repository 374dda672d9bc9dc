/** Keeps the feed open at its addresses, moves it to others, and waits for an address that is not available yet. */
import type { Server } from 'node:http';
import { isIP } from 'node:net';
import type { Facts } from '../../core/problem.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import { isAddressAbsent, PortTaken } from '../../http/listen.ts';
import { displayHost } from '../http/hostCheck.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { FeedServerSettings } from '../settings/settings.ts';
import { createInterfaceListeners, isWildcard, type OpenListener, openListeners } from './listeners.ts';

/** Why the chosen address is not open. */
export type MissingAddress = { readonly code: 'FEED_PORT_TAKEN' | 'FEED_HOST_ABSENT'; readonly facts: Facts };

export type FeedAddresses = {
  /**
   * Opens the addresses. It waits for an IP address that is not up yet. If it `waits`, it waits for everything else
   * too; otherwise it rejects with PortTaken or the system’s error.
   */
  readonly open: (settings: FeedServerSettings) => Promise<void>;
  /**
   * Opens the next addresses before closing the old ones, unless both use the same port. `onOpened` runs in between.
   * Rejects with PortTaken or the system’s error, and then keeps the old ones.
   */
  readonly move: (before: FeedServerSettings, next: FeedServerSettings, onOpened: () => void) => Promise<void>;
  /** Follows the network interfaces of these settings from now on. */
  readonly followInterfaces: (settings: FeedServerSettings) => Promise<void>;
  readonly close: () => void;
  readonly servers: () => readonly Server[];
  readonly port: () => number;
  /** Base address for graphics; `null` while none is open. */
  readonly base: () => string | null;
  readonly missing: () => MissingAddress | null;
  /** Address of each followed interface; `null` while it has none. */
  readonly interfaces: () => ReadonlyMap<string, string | null>;
};

const retryAfterMs = 1000;

export function createFeedAddresses(deps: {
  readonly clock: Clock;
  readonly open: OpenListener;
  readonly close: (server: Server) => void;
  readonly waits: boolean;
  /** An interface or a missing address came or went. */
  readonly onChanged: () => void;
}): FeedAddresses {
  let servers: readonly Server[] = [];
  let port = 0;
  let base: string | null = null;
  let missing: MissingAddress | null = null;
  /** The settings that are not fully open. */
  let waitingFor: FeedServerSettings | null = null;
  let followed: FeedServerSettings | null = null;
  let isClosed = false;
  let cancelRetry: Cancel = () => undefined;
  const runInOrder = createSerialQueue();
  const interfaces = createInterfaceListeners(deps);
  const closeAll = (): void => {
    for (const server of servers) deps.close(server);
    servers = [];
  };

  const openAll = async (settings: FeedServerSettings): Promise<void> => {
    const opened = await openListeners(settings, deps.open);
    servers = opened.servers;
    port = opened.port;
    base = `http://${displayHost(settings.host)}:${port}`;
  };
  /** Opens what is available: without the chosen address, this machine can still read. Returns what is missing. */
  const openAvailable = async (settings: FeedServerSettings): Promise<MissingAddress | null> => {
    try {
      await openAll(settings);
      return null;
    } catch (error) {
      if (deps.waits && error instanceof PortTaken) return { code: 'FEED_PORT_TAKEN', facts: { port: error.port } };
      // An IP address can come up after Greenroom, when the machine starts. A host name without one is a typing error.
      if (!isAddressAbsent(error) || (!deps.waits && isIP(settings.host) === 0)) throw error;
      const found = await openAvailable({ ...settings, host: '127.0.0.1' });
      return found ?? { code: 'FEED_HOST_ABSENT', facts: { host: settings.host } };
    }
  };
  const openMissing = async (settings: FeedServerSettings): Promise<void> => {
    if (base === null) {
      missing = await openAvailable(settings);
      return;
    }
    const opened = await deps.open(settings.host, port);
    servers = [opened.server, ...servers];
    base = `http://${displayHost(settings.host)}:${port}`;
    missing = null;
  };
  const retryLater = (settings: FeedServerSettings): void => {
    waitingFor = settings;
    if (missing === null || isClosed) return;
    cancelRetry = deps.clock.after(retryAfterMs, () => {
      void runInOrder(async () => {
        const before = missing;
        // A move may have replaced the settings before this turn.
        if (before === null || isClosed || waitingFor !== settings) return;
        await openMissing(settings).catch(() => undefined);
        if (isClosed) return closeAll();
        await followInterfaces(followed ?? settings);
        retryLater(settings);
        if (missing?.code !== before.code) deps.onChanged();
      });
    });
  };
  const openOrWait = async (settings: FeedServerSettings): Promise<void> => {
    missing = await openAvailable(settings);
    retryLater(settings);
  };
  const followInterfaces = (settings: FeedServerSettings): Promise<void> => {
    followed = settings;
    return interfaces.follow(isWildcard(settings.host) || base === null ? [] : settings.interfaces, port);
  };

  return {
    open: (settings) => runInOrder(() => openOrWait(settings)),
    move: (before, next, onOpened) =>
      runInOrder(async () => {
        const old = servers;
        const missingBefore = missing;
        cancelRetry();
        interfaces.stop();
        const isSamePort = next.port === before.port && next.port !== 0;
        // Open connections stay, so that readers of the old address are disconnected only once the new one is open.
        if (isSamePort) for (const server of old) server.close();
        try {
          await openAll(next);
        } catch (error) {
          if (isSamePort && old.length > 0) await openOrWait(before);
          else if (missingBefore !== null) retryLater(before);
          await followInterfaces(before);
          throw error;
        }
        missing = null;
        waitingFor = null;
        onOpened();
        for (const server of old) deps.close(server);
      }),
    followInterfaces,
    close: () => {
      isClosed = true;
      cancelRetry();
      interfaces.stop();
      closeAll();
    },
    servers: () => [...servers, ...interfaces.servers()],
    port: () => port,
    base: () => base,
    missing: () => missing,
    interfaces: interfaces.addresses,
  };
}
