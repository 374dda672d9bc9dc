/** Keeps the feeds' collections up to date with the service by polling, deliveries or both, and publishes their freshness. */
import { isSameJson } from '../core/boundedJson.ts';
import type { Collection } from '../core/collection.ts';
import type { Problem } from '../core/problem.ts';
import { type Failure, failure } from './http/failure.ts';
import { PortTaken } from './http/listen.ts';
import { type BaseAddress, isSameAddress, parseBaseAddress } from './poll/address.ts';
import { browseCollections, type CollectionPage, fetchCollection } from './poll/browse.ts';
import { createCacheProbe } from './poll/cacheProbe.ts';
import { createClient } from './poll/client.ts';
import { createCollectionWatcher } from './poll/collectionWatcher.ts';
import { createEtagCache } from './poll/etagCache.ts';
import { createListOrigins } from './poll/listOrigins.ts';
import { createListPoller } from './poll/listPoller.ts';
import type { PollIntervals } from './poll/pollLoop.ts';
import { createRequestSlots } from './poll/requestSlots.ts';
import { createTieResolver } from './poll/tieResolver.ts';
import { createWakeDetector } from './poll/wakeDetector.ts';
import type { Ports } from './ports.ts';
import type { SourceSettings } from './settings/settings.ts';
import { parseSigning } from './signing/signature.ts';
import { createSignatureDetector, type SignatureDetector } from './signing/signatureDetector.ts';
import { createSourceStatus } from './sourceStatus.ts';
import type { Store } from './store.ts';
import { createDeliveryMonitor, type DeliveryMonitor } from './webhook/deliveryMonitor.ts';
import { openReceivedDeliveries, type ReceivedDeliveries } from './webhook/receivedDeliveries.ts';
import { createUnreadableDeliveries } from './webhook/unreadableDeliveries.ts';
import { createWebhookListener, type WebhookListener } from './webhook/webhookListener.ts';

/** Concurrent requests over all collections. */
const maxRequests = 4;

/** Expected time between confirmations when only deliveries can confirm a list. Milliseconds. */
const noKeyIntervalMs = 24 * 60 * 60 * 1000;

export type SourceDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly dataDir: string;
  readonly isDemo: boolean;
};

export type Source = {
  /** Resolves once the webhook listener, if any, is open; does not wait for the service. Rejects with PortTaken, but polling still starts. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Applies new settings without losing or repeating a change. Rejects with PortTaken and keeps the old settings. */
  readonly configure: (settings: SourceSettings) => Promise<void>;
  /** Polls every watched collection. Ends a backoff, but never a wait set by the service's Retry-After. */
  readonly checkNow: () => void;
  /** Returns one page (from 0) of the service's collections whose name or id contains the search text. */
  readonly listCollections: (search: string, page: number) => Promise<CollectionPage | Problem>;
  /** Fetches one collection with its lists, without applying it to a feed. */
  readonly fetchCollection: (id: string) => Promise<Collection | Problem>;
  /** Where the service must send deliveries; `null` while not listening. */
  readonly webhookAddress: () => string | null;
  /** Detects the signature format. Deliveries get 503 meanwhile, so that none is lost. */
  readonly signatureDetector: Omit<SignatureDetector, 'captureHandler'>;
};

export function createSource(initial: SourceSettings, deps: SourceDeps): Source {
  const { store, ports } = deps;
  const { clock } = ports;
  let settings = initial;
  const sourceStatus = createSourceStatus(store, ports, deps.isDemo);
  const client = createClient(() => settings.sendAuthorization, clock);
  const slots = createRequestSlots(maxRequests, clock);
  const origins = createListOrigins();
  const unreadableDeliveries = createUnreadableDeliveries(deps.dataDir, clock);
  let baseAddress = readAddress(settings);
  let scheme = parseSigning(settings.push.signing);
  const signatureDetector = createSignatureDetector(ports, (lockedScheme) => {
    scheme = lockedScheme;
  });
  let isKeyMissing = false;
  let isStarted = false;
  let received: ReceivedDeliveries | null = null;
  let webhookListener: WebhookListener | null = null;
  let deliveryMonitor: DeliveryMonitor | null = null;

  const base = (): BaseAddress | Failure => baseAddress;
  const everyMs = (): number => {
    const { mode, push: pushSettings, poll } = settings;
    return (
      1000 *
      (mode === 'push' && deliveryMonitor?.isSilent() !== true ? pushSettings.reconcileSeconds : poll.intervalSeconds)
    );
  };
  const fullEveryMs = (): number => settings.poll.fullEverySeconds * 1000;
  // While the list is polled, each collection is polled only to catch a wrong ETag.
  const intervals = (): PollIntervals => ({
    everyMs: listPoller.isActive() ? Math.max(everyMs(), fullEveryMs()) : everyMs(),
    fullEveryMs: fullEveryMs(),
  });
  const updateExpectedInterval = (): void =>
    sourceStatus.setExpectedInterval(settings.mode === 'push' && isKeyMissing ? noKeyIntervalMs : everyMs());
  const cacheProbe = createCacheProbe({ clock, client, sourceStatus, slots, base });

  const watcher = createCollectionWatcher({
    store,
    ports,
    client,
    sourceStatus,
    slots,
    origins,
    base,
    intervals,
    etags: createEtagCache(),
    random: Math.random,
    isKeyRequired: () => settings.mode !== 'push',
    onWatchedChanged: () => listPoller.reschedule(),
    onResponse: (path) => cacheProbe.afterResponse(path),
    onPolled: (id, { result }, isFirst) => {
      const wasKeyMissing = isKeyMissing;
      if (result.kind === 'noKey') isKeyMissing = true;
      else if (result.kind === 'confirmed') isKeyMissing = false;
      if (wasKeyMissing !== isKeyMissing) updateExpectedInterval();
      if (result.kind === 'confirmed' && result.isChanged && !isFirst) deliveryMonitor?.recordPolledChange(id);
      if (result.kind === 'confirmed' && result.isChanged && !isFirst && !polledByList.delete(id))
        listPoller.reportLate();
    },
  });

  /** Collections polled because the list showed a change. */
  const polledByList = new Set<string>();
  const listPoller = createListPoller({
    ports,
    clock,
    client,
    slots,
    base,
    everyMs,
    watchedIds: watcher.ids,
    // The new service's list can't confirm a version from the old service.
    findCurrent: (id) => (origins.isFromOldService(id) ? null : (store.state().collections[id]?.collection ?? null)),
    pollNow: (id) => {
      polledByList.add(id);
      watcher.pollNow(id, false);
    },
    onConfirmed: (ids) => {
      for (const id of ids) polledByList.delete(id);
      sourceStatus.recordListed(ids);
    },
    onActiveChanged: () => reschedule(),
  });
  const wakeDetector = createWakeDetector(clock, (why) => {
    ports.log('info', 'SOURCE_WOKEN', { why });
    if (why !== 'clock') client.reconnect();
    webhookListener?.updateAddress();
    // The listener's address may exist now.
    if (settings.mode !== 'poll' && webhookListener === null) openListener().catch(() => undefined);
    watcher.pollNow(null, false);
  });

  const reschedule = (): void => {
    updateExpectedInterval();
    watcher.reschedule();
  };

  const openListener = async (): Promise<void> => {
    if (webhookListener !== null) return;
    received ??= await openReceivedDeliveries(deps.dataDir, { store, ports });
    const knownDeliveries = received;
    const listener = createWebhookListener(() => settings.push, {
      store,
      ports,
      sourceStatus,
      received: knownDeliveries,
      findCurrent: (id) => (watcher.has(id) ? (store.state().collections[id]?.collection ?? null) : undefined),
      resolveTie: createTieResolver(clock, watcher.pollAndWait),
      requestPoll: (id) => {
        deliveryMonitor?.recordUnusable(id);
        watcher.pollNow(id, true);
      },
      recordArrival: (id) => deliveryMonitor?.recordArrival(id),
      scheme: () => scheme,
      captureHandler: signatureDetector.captureHandler,
      keepUnreadable: (body) => void unreadableDeliveries.keep(body),
    });
    try {
      await listener.start();
    } catch (error) {
      if (error instanceof PortTaken) sourceStatus.raise('WEBHOOK_PORT_TAKEN', 'webhook', { port: error.port });
      throw error;
    }
    webhookListener = listener;
    sourceStatus.clear('WEBHOOK_PORT_TAKEN', 'webhook');
    sourceStatus.clear('WEBHOOK_HOST_ABSENT', 'webhook');
    deliveryMonitor = createDeliveryMonitor(sourceStatus, clock, reschedule);
    watcher.treatNextPollsAsFirst();
  };

  const closeListener = async (): Promise<void> => {
    const closing = webhookListener;
    webhookListener = null;
    deliveryMonitor?.stop();
    deliveryMonitor = null;
    await closing?.stop();
  };

  const applySettings = (next: SourceSettings): void => {
    const before = { settings, baseAddress };
    settings = next;
    const nextAddress = readAddress(next);
    if (!isSameAddress(nextAddress, baseAddress)) baseAddress = nextAddress;
    const isNewService = before.settings.baseUrl !== next.baseUrl && before.baseAddress !== baseAddress;
    const isAuthorizationChanged = before.settings.sendAuthorization !== next.sendAuthorization;
    if (isNewService || isAuthorizationChanged) cacheProbe.reset();
    if (isNewService) resetForNewService();
  };

  /** Discards everything learned from the old service, and its responses still in flight. */
  const resetForNewService = (): void => {
    origins.markAllOld();
    client.abortAll();
    slots.resume();
    polledByList.clear();
    watcher.treatNextPollsAsFirst();
    sourceStatus.reset();
  };

  const describeSettings = () => ({
    mode: settings.mode,
    baseUrl: settings.baseUrl,
    pollEveryMs: settings.poll.intervalSeconds * 1000,
  });

  /** Opens the listener, or reopens it at a new address; a failure restores the old one. The service resends, so a gap loses nothing. */
  const updateListener = async (before: SourceSettings, next: SourceSettings): Promise<void> => {
    const isAddressChanged = (['host', 'port', 'path'] as const).some((name) => before.push[name] !== next.push[name]);
    const wasOpen = webhookListener !== null;
    if (isAddressChanged) await closeListener();
    settings = { ...before, push: next.push };
    try {
      await openListener();
    } catch (error) {
      settings = before;
      sourceStatus.clear('WEBHOOK_PORT_TAKEN', 'webhook');
      if (wasOpen) await openListener();
      throw error;
    }
  };

  return {
    start: async () => {
      if (isStarted) return;
      isStarted = true;
      void unreadableDeliveries.start();
      sourceStatus.update({ ...describeSettings(), webhook: null });
      updateExpectedInterval();
      // Listen before the first poll, so that a change found by a later poll but not delivered counts as missed.
      try {
        if (settings.mode !== 'poll') await openListener();
      } catch (error) {
        // A network that comes up late must not stop polling; the wake detector tries again when the addresses change.
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL')) throw error;
        sourceStatus.raise('WEBHOOK_HOST_ABSENT', 'webhook', { host: settings.push.host });
      } finally {
        watcher.start();
        wakeDetector.start();
      }
    },
    stop: async () => {
      wakeDetector.stop();
      listPoller.stop();
      cacheProbe.stop();
      signatureDetector.stop();
      unreadableDeliveries.stop();
      await closeListener();
      await Promise.all([watcher.stop(), client.close()]);
      sourceStatus.stop();
      await received?.close();
    },
    configure: async (next) => {
      const before = settings;
      if (isSameJson(next, before)) return;
      // Open the listener before polling slows down; close it only after polling has taken over.
      if (next.mode !== 'poll') await updateListener(before, next);
      applySettings(next);
      if (next.push.signing !== before.push.signing) scheme = parseSigning(next.push.signing);
      sourceStatus.update(describeSettings());
      reschedule();
      listPoller.reschedule();
      // A full poll gets a 200, and the cache probe runs after one.
      watcher.pollNow(null, next.sendAuthorization !== before.sendAuthorization);
      if (next.mode === 'poll') await closeListener();
    },
    checkNow: () => watcher.pollNow(null, false),
    listCollections: (search, page) => browseCollections({ ports, client, slots, base }, search, page),
    fetchCollection: (id) => fetchCollection({ ports, client, slots, base }, id),
    webhookAddress: () => webhookListener?.address() ?? null,
    signatureDetector,
  };
}

function readAddress(settings: SourceSettings): BaseAddress | Failure {
  const address = parseBaseAddress(settings.baseUrl, settings.allowHttpHosts);
  if (address === 'missing') return failure('SOURCE_ADDRESS_MISSING', {}, 'slow');
  return address === 'insecure' ? failure('SOURCE_INSECURE', {}, 'slow') : address;
}
