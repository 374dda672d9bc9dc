/** Serves the feeds read-only on their port, always with the last good list. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Consumer } from '../../contract/consumer.ts';
import { createTimeOfDay } from '../../core/feed/timeOfDay.ts';
import { createClientErrorHandler } from '../../http/clientError.ts';
import { closeServer, listen, serverLimits, servesAddress } from '../../http/listen.ts';
import { refuse, refuseUpgrade } from '../http/refuseRequest.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { FeedServerSettings } from '../settings/settings.ts';
import type { Store } from '../store.ts';
import { createFeedAddresses } from './addresses.ts';
import { type Channel, type ChannelDeps, createChannel } from './channel.ts';
import { type ConsumerFile, noMemory } from './consumerFile.ts';
import type { Consumers } from './consumers.ts';
import type { OpenListener } from './listeners.ts';
import { createFeedAnnouncement, openResponder } from './mdns.ts';
import {
  createAnnouncementReport,
  createNetworkReport,
  keepClosedWithoutToken,
  listAnnouncedAddresses,
} from './networkAccess.ts';
import { createOnAirMedia } from './onAirMedia.ts';
import type { Pulls } from './pulls.ts';
import { createReadAccess, formatOriginHeaders, type RefusalStatus } from './readAccess.ts';
import { type RequestHead, readRequestHead } from './requestHead.ts';
import { createUrlParser } from './requestUrl.ts';
import { sendPreflight } from './responses.ts';
import { createRouter, type RouterDeps } from './router.ts';
import type { Takedown } from './takedowns.ts';
import type { Theme } from './theme.ts';

export type FeedDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly media: MediaCache;
  /** Folder with the built `overlay` and `feedPage`; `null` if nothing is built. */
  readonly builtDir: string | null;
  readonly theme: Theme;
  readonly version: string;
  /** True when it serves a recorded show, which is never on air. */
  readonly isRehearsal: boolean;
  /** Where the consumers are kept over a restart; `null` if they are not. */
  readonly consumerFile: ConsumerFile | null;
  /** How often a problem with each code has begun, for the metrics. */
  readonly problemCounts: RouterDeps['problemCounts'];
  /** True to wait for a port in use or an unknown host name, with a problem on the desk, instead of failing to start. An IP address that is absent is always waited for. */
  readonly waitsForAddress: boolean;
};

export type FeedServer = {
  /** Rejects with PortTaken or the system's error, unless it waits. */
  readonly start: () => Promise<{ readonly base: string; readonly port: number }>;
  readonly stop: () => Promise<void>;
  /**
   * Applies new settings. Opens a new address before closing the old one, unless both use the same port. Rejects with
   * PortTaken and keeps the old address.
   */
  readonly configure: (settings: FeedServerSettings) => Promise<void>;
  /** Base address for graphics; `null` before the start and while no address is open. */
  readonly base: () => string | null;
  readonly requiresToken: () => boolean;
  readonly consumers: (slug: string) => readonly Consumer[];
  /** `null` for an unknown feed. */
  readonly lateConsumers: (slug: string) => Consumers['late'] | null;
  /** When each kind of program last read the feed; `null` for an unknown feed. */
  readonly pulls: (slug: string) => Pulls | null;
  /** Without the silent ones, which may be dead. */
  readonly countConsumers: (slug: string) => number;
  readonly mayStillShow: (slug: string, consumerId: string) => boolean;
  /** Confirmation of each blocked post, by item id. */
  readonly takedowns: (slug: string) => ReadonlyMap<string, Takedown>;
  readonly hasOpenAlarm: (slug: string) => boolean;
};

/** Addresses of code and look, which any page may load. */
const publicPrefixes = ['/overlay/', '/page/', '/kit/'];
const maxConnections = 2048;
const announceDelayMs = 30;
const closeTimeoutMs = 2000;

export function createFeedServer(initial: FeedServerSettings, deps: FeedDeps): FeedServer {
  const { store, ports, media } = deps;
  const channels = new Map<string, Channel>();
  let wanted = initial;
  let settings = keepClosedWithoutToken(initial);
  let readAccess = createReadAccess(settings);
  let formatTimeOfDay = createTimeOfDay(settings);
  const parseUrl = createUrlParser();
  const onAirMedia = createOnAirMedia(ports.clock);
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 4096,
    clientTracking: false,
  });
  const closing = new Set<Promise<void>>();
  let unsubscribe: (() => void) | null = null;
  let cancelAnnounce: Cancel | null = null;

  /** Announces consumers, takedowns and settings. */
  const announceSoon = (): void => {
    cancelAnnounce ??= ports.clock.after(announceDelayMs, () => {
      cancelAnnounce = null;
      store.announceTransient();
    });
  };
  const channelDepsOf = (slug: string): ChannelDeps => ({
    clock: ports.clock,
    formatTimeOfDay,
    onChanged: announceSoon,
    // A rehearsed show changes only by its recording.
    apply: (event) => void (deps.isRehearsal || store.apply(event)),
    memory: deps.consumerFile?.memoryOf(slug) ?? noMemory,
  });
  const shiftTakedowns = (byMs: number): void => channels.forEach(({ takedowns }) => void takedowns.shift(byMs));
  const updateChannels = (): void => {
    const state = store.state();
    onAirMedia.update(state);
    for (const feed of state.feeds) {
      const channel = channels.get(feed.slug);
      if (channel !== undefined) channel.update(state, feed);
      else channels.set(feed.slug, createChannel(state, feed, channelDepsOf(feed.slug)));
    }
    for (const [slug, channel] of channels) {
      if (state.feeds.some((feed) => feed.slug === slug)) continue;
      channels.delete(slug);
      channel.stop();
    }
  };

  const onFault = (response: ServerResponse, error: unknown): void => {
    ports.log('error', 'ENGINE_FAULT', { where: 'feed request', error: String(error) });
    if (response.headersSent) response.destroy();
    else refuse(response, 'ENGINE_FAULT');
  };
  const { builtDir, version, isRehearsal } = deps;
  const route = createRouter({
    ...{ channels, onAirMedia, media, builtDir, version, isRehearsal, onFault },
    ...{ theme: deps.theme, clock: ports.clock, state: store.state, problemCounts: deps.problemCounts },
    problems: () => store.state().problems,
  });
  /** Returns a check of the same request under the settings at that time. */
  const createRecheck = ({ socket }: IncomingMessage, head: RequestHead, search: string): (() => RefusalStatus) => {
    const granted = readAccess;
    return () => {
      if (granted === readAccess) return null;
      const isServed = addresses.servers().some((server) => servesAddress(server, socket.localAddress));
      return isServed ? readAccess.check(head, search, false) : 421;
    };
  };
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const head = readRequestHead(request.rawHeaders);
    const url = parseUrl(request.url ?? '/');
    const { path, slug, search } = url;
    const isAsset = slug === null && publicPrefixes.some((prefix) => path.startsWith(prefix));
    const isPublic = isAsset || (slug === null && path.startsWith('/media/'));
    const status = readAccess.check(head, search, isPublic);
    if (status !== null && !(status === 403 && isAsset)) return refuse(response, 'FEED_READ_REFUSED', status);
    const recheck = createRecheck(request, head, search);
    const headers = formatOriginHeaders(head);
    if (request.method === 'OPTIONS') return sendPreflight(response, headers);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 'FEED_READ_ONLY');
    // Some readers never ask again after an error, and show an empty list. A closed connection is only an outage.
    if (slug !== null && channels.get(slug)?.isServed() === false) return request.socket.destroy();
    route({ request, response, head, url, base: readAccess.baseFor(head.host), headers, recheck });
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    try {
      serve(request, response);
    } catch (error) {
      onFault(response, error);
    }
  };
  const onUpgrade = (request: IncomingMessage, connection: Duplex, firstBytes: Buffer) => {
    connection.on('error', () => connection.destroy());
    const head = readRequestHead(request.rawHeaders);
    const { slug, name, search, query } = parseUrl(request.url ?? '/');
    const status = readAccess.check(head, search, false);
    if (status !== null) return refuseUpgrade(connection, status, 'FEED_READ_REFUSED');
    if (slug === null || name !== 'socket') return refuseUpgrade(connection, 404, 'FEED_NOT_FOUND');
    const channel = channels.get(slug);
    if (channel === undefined) return refuseUpgrade(connection, 404, 'FEED_UNKNOWN');
    if (!channel.isServed()) return connection.destroy();
    const reader = { base: readAccess.baseFor(head.host), query, recheck: createRecheck(request, head, search) };
    sockets.handleUpgrade(request, connection, firstBytes, (socket) => {
      channel.stream.acceptSocket(socket, connection, request, reader);
    });
  };
  const open: OpenListener = async (host, port) => {
    const server = createServer(serverLimits, onRequest);
    server.maxConnections = maxConnections;
    server.on('upgrade', onUpgrade);
    server.on('clientError', createClientErrorHandler());
    return { server, port: await listen(server, host, port) };
  };
  /** The port is free when it returns. Readers can take longer to close their connections. */
  const close = (server: Server): void => {
    const closed = closeServer(server, closeTimeoutMs);
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  };
  const report = createNetworkReport(store, ports);
  const announcement = createFeedAnnouncement({
    clock: ports.clock,
    open: openResponder,
    onResult: createAnnouncementReport(store, ports),
  });
  const reportNetwork = (): void => {
    if (deps.isRehearsal) return;
    report.set(wanted, addresses.interfaces(), addresses.missing());
    announcement.set(
      addresses.port(),
      settings.announce ? () => listAnnouncedAddresses(settings, addresses.interfaces()) : null,
    );
  };
  const addresses = createFeedAddresses({
    clock: ports.clock,
    open,
    close,
    waits: deps.waitsForAddress,
    onChanged: () => {
      ports.log('info', 'FEED_ADDRESSES', {
        base: addresses.base(),
        interfaces: Object.fromEntries(addresses.interfaces()),
      });
      reportNetwork();
      announceSoon();
    },
  });

  /** Closes the readers that may not read under the new settings. */
  const apply = (next: FeedServerSettings): void => {
    const hasOtherTimes = next.timeLocale !== settings.timeLocale || next.timeZone !== settings.timeZone;
    settings = next;
    readAccess = createReadAccess(next);
    if (hasOtherTimes) {
      formatTimeOfDay = createTimeOfDay(next);
      for (const { documents } of channels.values()) documents.setTimeOfDay(formatTimeOfDay);
    }
    for (const channel of channels.values()) channel.closeRefused();
    announceSoon();
  };
  return {
    start: async () => {
      updateChannels();
      unsubscribe = store.subscribe(({ kind, state, previous, steps }) => {
        for (const { event } of steps) if (event.type === 'clockSet') shiftTakedowns(event.byMs);
        // Documents show the freshness and the fetched media; other transient changes concern no reader.
        const isShown = kind === 'durable' || state.source !== previous.source || state.media !== previous.media;
        if (isShown) updateChannels();
      });
      try {
        await addresses.open(settings);
        await addresses.followInterfaces(settings);
        reportNetwork();
        return { base: addresses.base() ?? '', port: addresses.port() };
      } catch (error) {
        unsubscribe();
        unsubscribe = null;
        throw error;
      }
    },
    stop: async () => {
      unsubscribe?.();
      unsubscribe = null;
      cancelAnnounce?.();
      cancelAnnounce = null;
      for (const channel of channels.values()) channel.stop();
      channels.clear();
      report.stop();
      announcement.stop();
      addresses.close();
      await Promise.all(closing);
    },
    configure: async (given) => {
      const before = settings;
      const next = keepClosedWithoutToken(given);
      const isMoving = next.host !== before.host || next.port !== before.port;
      if (isMoving && unsubscribe !== null) await addresses.move(before, next, () => apply(next));
      else apply(next);
      wanted = given;
      if (unsubscribe === null) return;
      await addresses.followInterfaces(next);
      reportNetwork();
    },
    base: addresses.base,
    requiresToken: () => settings.readToken !== null,
    consumers: (slug) => channels.get(slug)?.consumers.list() ?? [],
    lateConsumers: (slug) => channels.get(slug)?.consumers.late ?? null,
    pulls: (slug) => channels.get(slug)?.pulls ?? null,
    countConsumers: (slug) => channels.get(slug)?.consumers.countConnected() ?? 0,
    mayStillShow: (slug, consumerId) => channels.get(slug)?.consumers.mayStillShow(consumerId) === true,
    takedowns: (slug) => channels.get(slug)?.takedowns.byItem() ?? new Map(),
    hasOpenAlarm: (slug) => channels.get(slug)?.hasOpenAlarm() === true,
  };
}
