/** Keeps the feeds' collections up to date with the service by polling, deliveries or both, and publishes their freshness. */
import type { ServiceCheck } from '../contract/secrets.ts';
import { isSameJson } from '../core/boundedJson.ts';
import { collectionIntervalOf } from '../core/pollPlan.ts';
import type { Problem } from '../core/problem.ts';
import type { SummaryPage } from '../core/readSummaries.ts';
import { isAddressAbsent } from '../http/listen.ts';
import type { Failure } from './http/failure.ts';
import { type BaseAddress, isSameAddress } from './poll/address.ts';
import { type Browser, createBrowser } from './poll/browse.ts';
import { createCacheProbe } from './poll/cacheProbe.ts';
import { type Candidates, createCandidates, readAddress } from './poll/candidates.ts';
import { checkInUse } from './poll/checkService.ts';
import { createClient } from './poll/client.ts';
import { type CollectionWatcher, createCollectionWatcher } from './poll/collectionWatcher.ts';
import { createEtagCache } from './poll/etagCache.ts';
import { findUnsent } from './poll/findUnsent.ts';
import { createListOrigins, findConfirmable } from './poll/listOrigins.ts';
import { createListPoller } from './poll/listPoller.ts';
import { createPause } from './poll/pause.ts';
import type { PollIntervals } from './poll/pollLoop.ts';
import { createRequestSlots } from './poll/requestSlots.ts';
import { createServiceRoute } from './poll/serviceRoute.ts';
import { createWakeDetector } from './poll/wakeDetector.ts';
import type { Ports } from './ports.ts';
import { withKeyOf } from './readSecret.ts';
import type { SourceSettings } from './settings/settings.ts';
import { parseSigning } from './signing/signature.ts';
import { createSignatureDetector, type SignatureDetector } from './signing/signatureDetector.ts';
import { createSourceStatus, type SourceStatus } from './sourceStatus.ts';
import type { Store } from './store.ts';
import { createUnreadableDeliveries } from './webhook/unreadableDeliveries.ts';
import { createWebhookReceiver, type WebhookReceiver } from './webhookReceiver.ts';

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

export type Source = Pick<CollectionWatcher, 'isLongUnused' | 'refresh'> &
  Pick<Browser, 'fetchCollection' | 'readCollection'> &
  Pick<SourceStatus, 'pollsToday' | 'recordReadForUse'> & {
    /** Resolves once the webhook listener, if any, is open; does not wait for the service. Rejects with PortTaken, but polling still starts. */
    readonly start: () => Promise<void>;
    readonly stop: () => Promise<void>;
    readonly serviceAddress: () => string;
    /** Opens the webhook listener that the settings need, so that `configure` can't fail. Rejects with PortTaken and keeps the old one. */
    readonly prepare: (settings: SourceSettings) => Promise<void>;
    /** Applies new settings without losing or repeating a change. Rejects with PortTaken and keeps the old settings. */
    readonly configure: (settings: SourceSettings) => Promise<void>;
    /** Polls every watched collection. Ends a backoff, but never a pause set by the service's Retry-After. Resolves with why nothing is sent now, or `null`; never rejects. */
    readonly checkNow: () => Promise<Failure | null>;
    /** Returns one page (from 0) of the service's collections whose name or id contains the search text. */
    readonly listCollections: (search: string, page: number) => Promise<SummaryPage | Problem>;
    /** Sends one request to the service in use. Changes nothing. With `null`, the key in use is sent. */
    readonly checkService: (key: string | null) => Promise<ServiceCheck>;
    /** Requests to a service that is not in use. */
    readonly candidates: Candidates;
    /** Polls with secrets that have changed, and reports a missing secret. */
    readonly useNewSecrets: () => void;
    /** Where the service must send deliveries; `null` while not listening. */
    readonly webhookAddress: () => string | null;
    readonly probeWebhook: WebhookReceiver['probe'];
    /** Detects the signature format. Deliveries get 503 meanwhile, so that none is lost. */
    readonly signatureDetector: Omit<SignatureDetector, 'captureHandler'>;
  };

/** After a change of address, deliveries of the old service may still be on their way for this long. */
const pollDecisiveForMs = 300_000;

export function createSource(initial: SourceSettings, deps: SourceDeps): Source {
  let settings = initial;
  const { store } = deps;
  const serviceAddress = (): string => settings.baseUrl;
  const ports = withKeyOf(deps.ports, serviceAddress);
  const { clock } = ports;
  const sourceStatus = createSourceStatus(store, ports, deps.isDemo);
  const serviceRoute = createServiceRoute(() => settings, { sourceStatus, log: ports.log });
  const client = createClient(() => settings.sendAuthorization, serviceRoute.to, clock);
  const candidates = createCandidates({ settings: () => settings, route: serviceRoute.to, ports });
  const slots = createRequestSlots(maxRequests);
  const pause = createPause(clock, (leftMs) => {
    sourceStatus.recordPause(leftMs);
    if (leftMs > 0) watcher.holdBack();
  });
  const browser = createBrowser({ ports, client, slots, pause, base: () => baseAddress });
  const origins = createListOrigins();
  const unreadableDeliveries = createUnreadableDeliveries(deps.dataDir, clock);
  let baseAddress = readAddress(settings);
  let scheme = parseSigning(settings.push.signing);
  const signatureDetector = createSignatureDetector(
    ports,
    (lockedScheme) => {
      scheme = lockedScheme;
    },
    (isForgotten) => {
      if (isForgotten) sourceStatus.raise('WEBHOOK_DETECT_ENDED', 'webhook', {});
      else sourceStatus.clear('WEBHOOK_DETECT_ENDED', 'webhook');
    },
  );
  let isKeyMissing = false;
  let pollDecisiveUntilMs = 0;
  let isSecretMissing = false;
  let isStarted = false;

  const base = (): BaseAddress | Failure => baseAddress;
  const everyMs = (): number => {
    const { mode, push: pushSettings } = settings;
    return mode === 'push' && !webhookReceiver.isSilent() ? pushSettings.reconcileSeconds * 1000 : pollEveryMs();
  };
  const pollEveryMs = (): number => settings.poll.intervalSeconds * 1000;
  const fullEveryMs = (): number => settings.poll.fullEverySeconds * 1000;
  const intervals = (): PollIntervals => ({
    everyMs: collectionIntervalOf({ every: everyMs(), fullEvery: fullEveryMs() }, listPoller.isActive()),
    fullEveryMs: fullEveryMs(),
  });
  const updateExpectedInterval = (): void => {
    const isPushOnly = settings.mode === 'push' && isKeyMissing;
    // Without a secret no delivery can confirm a list either. Before the first accepted one, nothing shows that the service delivers here.
    const canDeliver = !isSecretMissing && webhookReceiver.hasAccepted();
    sourceStatus.setExpectedInterval(!isPushOnly ? everyMs() : canDeliver ? noKeyIntervalMs : pollEveryMs());
  };
  const checkSecret = async (): Promise<void> => {
    const wasMissing = isSecretMissing;
    isSecretMissing = (await ports.secrets.webhookSecrets()).length === 0;
    if (wasMissing !== isSecretMissing) updateExpectedInterval();
    if (settings.mode === 'poll') return;
    if (isSecretMissing) sourceStatus.raise('WEBHOOK_SECRET_MISSING', 'webhook', {});
    else sourceStatus.clear('WEBHOOK_SECRET_MISSING', 'webhook');
  };
  const cacheProbe = createCacheProbe({ clock, client, sourceStatus, slots, pause, base });

  const watcher = createCollectionWatcher({
    ...{ store, ports, client, sourceStatus, slots, pause, origins, base, serviceAddress, intervals },
    etags: createEtagCache(),
    random: Math.random,
    isKeyRequired: () => settings.mode !== 'push',
    onWatchedChanged: () => listPoller.reschedule(),
    onResponse: (path) => cacheProbe.afterResponse(path),
    onPolled: (id, { result }, isFirst) => {
      if (result.kind === 'failed' && result.failure.code === 'SOURCE_CERTIFICATE') void serviceRoute.readAuthority();
      const wasKeyMissing = isKeyMissing;
      if (result.kind === 'noKey') isKeyMissing = true;
      else if (result.kind === 'confirmed') isKeyMissing = false;
      if (wasKeyMissing !== isKeyMissing) updateExpectedInterval();
      if (isKeyMissing || isSecretMissing) void checkSecret().catch(() => undefined);
      if (result.kind !== 'confirmed' || !result.isChanged || isFirst) return;
      // A service that went back has nothing to deliver, or its delivery had the older date and was not applied.
      if (!result.isRewound) webhookReceiver.recordPolledChange(id);
      if (!polledByList.delete(id)) listPoller.reportLate();
    },
  });

  /** Collections polled because the list showed a change. */
  const polledByList = new Set<string>();
  const listPoller = createListPoller({
    ...{ ports, client, slots, pause, base, everyMs },
    watchedIds: watcher.ids,
    isMissing: sourceStatus.isMissing,
    findCurrent: (id) => findConfirmable(store.state(), id, origins),
    pollNow: (id) => {
      polledByList.add(id);
      watcher.pollNow(id, false);
    },
    onListed: (listed) => {
      for (const id of listed.current) polledByList.delete(id);
      sourceStatus.recordListed(listed);
    },
    onActiveChanged: () => reschedule(),
  });
  const wakeDetector = createWakeDetector(clock, (why) => {
    ports.log('info', 'SOURCE_WOKEN', { why });
    if (why !== 'clock') client.reconnect();
    webhookReceiver.updateAddress();
    // The listener's address may exist now.
    if (settings.mode !== 'poll') webhookReceiver.open().catch(() => undefined);
    watcher.pollNow(null, false);
  });

  const reschedule = (): void => {
    updateExpectedInterval();
    watcher.reschedule();
  };

  const webhookReceiver = createWebhookReceiver(initial.push, {
    ...{ store, ports, dataDir: deps.dataDir, sourceStatus, watcher, serviceAddress },
    scheme: () => scheme,
    isPollDecisive: () => !isKeyMissing && clock.monotonicMs() < pollDecisiveUntilMs,
    captureHandler: signatureDetector.captureHandler,
    keepUnreadable: (body) => void unreadableDeliveries.keep(body),
    isKeyMissing: () => isKeyMissing,
    isPaused: () => pause.leftMs() > 0,
    ...{ onSilenceChanged: reschedule, onAcceptedChanged: updateExpectedInterval },
  });

  const applySettings = (next: SourceSettings): void => {
    const before = { settings, baseAddress };
    settings = next;
    const nextAddress = readAddress(next);
    if (!isSameAddress(nextAddress, baseAddress)) baseAddress = nextAddress;
    const isNewService = before.settings.baseUrl !== next.baseUrl && before.baseAddress !== baseAddress;
    const { proxy, sendAuthorization } = before.settings;
    if (isNewService || sendAuthorization !== next.sendAuthorization || proxy !== next.proxy) cacheProbe.reset();
    if (isNewService) resetForNewService();
  };

  /** Discards everything learned from the old service, and its responses still in flight. */
  const resetForNewService = (): void => {
    origins.markAllOld();
    pollDecisiveUntilMs = clock.monotonicMs() + pollDecisiveForMs;
    client.abortAll();
    pause.end();
    browser.reset();
    polledByList.clear();
    watcher.treatNextPollsAsFirst();
    sourceStatus.reset();
  };

  const describeSettings = () => ({ mode: settings.mode, baseUrl: settings.baseUrl, pollEveryMs: pollEveryMs() });

  return {
    start: async () => {
      if (isStarted) return;
      isStarted = true;
      void unreadableDeliveries.start();
      if (origins.markOld(store.state(), settings)) pollDecisiveUntilMs = clock.monotonicMs() + pollDecisiveForMs;
      await serviceRoute.readAuthority();
      sourceStatus.update({ ...describeSettings(), webhook: null });
      updateExpectedInterval();
      // Listen before the first poll, so that a change found by a later poll but not delivered counts as missed.
      try {
        if (settings.mode !== 'poll') await webhookReceiver.open();
      } catch (error) {
        // A network that comes up late must not stop polling; the wake detector tries again when the addresses change.
        if (!isAddressAbsent(error)) throw error;
        sourceStatus.raise('WEBHOOK_HOST_ABSENT', 'webhook', { host: settings.push.host });
      } finally {
        watcher.start();
        wakeDetector.start();
      }
      await checkSecret().catch(() => undefined);
    },
    stop: async () => {
      wakeDetector.stop();
      listPoller.stop();
      cacheProbe.stop();
      signatureDetector.stop();
      unreadableDeliveries.stop();
      await webhookReceiver.stop();
      await Promise.all([watcher.stop(), client.close()]);
      pause.end();
      sourceStatus.stop();
    },
    prepare: async ({ mode, push }) => {
      if (mode !== 'poll') await webhookReceiver.update(push);
      else if (settings.mode === 'poll') await webhookReceiver.close();
    },
    configure: async (next) => {
      const before = settings;
      if (isSameJson(next, before)) return;
      // Open the listener before polling slows down; close it only after polling has taken over.
      if (next.mode !== 'poll') await webhookReceiver.update(next.push);
      applySettings(next);
      // The address of the service must be known before a list of it arrives.
      sourceStatus.update(describeSettings());
      await serviceRoute.readAuthority();
      if (next.push.signing !== before.push.signing) scheme = parseSigning(next.push.signing);
      reschedule();
      listPoller.reschedule();
      // A full poll gets a 200, and the cache probe runs after one.
      watcher.pollNow(null, next.sendAuthorization !== before.sendAuthorization);
      if (next.mode === 'poll') await webhookReceiver.close();
      await checkSecret().catch(() => undefined);
    },
    checkNow: () => {
      const unsent = findUnsent({ ports, pause, base, ids: watcher.ids });
      watcher.pollNow(null, false);
      return unsent;
    },
    ...{ listCollections: browser.list, fetchCollection: browser.fetchCollection },
    ...{ readCollection: browser.readCollection, recordReadForUse: sourceStatus.recordReadForUse },
    checkService: (key) => checkInUse(key, ports, serviceAddress, candidates.check),
    ...{ candidates, signatureDetector, isLongUnused: watcher.isLongUnused, refresh: watcher.refresh },
    useNewSecrets: () => {
      watcher.pollNow(null, false);
      listPoller.reschedule();
      checkSecret().catch(() => undefined);
    },
    ...{ webhookAddress: webhookReceiver.address, probeWebhook: webhookReceiver.probe },
    ...{ pollsToday: sourceStatus.pollsToday, serviceAddress },
  };
}
