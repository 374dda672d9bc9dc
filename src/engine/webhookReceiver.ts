/** Opens, moves and closes the webhook listener, and connects its deliveries to the polling of the same collections. */
import { snapshotOf } from '../core/show.ts';
import { PortTaken } from '../http/listen.ts';
import type { CollectionWatcher } from './poll/collectionWatcher.ts';
import { createTieResolver } from './poll/tieResolver.ts';
import type { Ports } from './ports.ts';
import type { SourceSettings } from './settings/settings.ts';
import type { Scheme } from './signing/signature.ts';
import type { SignatureDetector } from './signing/signatureDetector.ts';
import type { SourceStatus } from './sourceStatus.ts';
import type { Store } from './store.ts';
import { createBoundedChecks } from './webhook/boundedChecks.ts';
import { createDeliveryMonitor, type DeliveryMonitor } from './webhook/deliveryMonitor.ts';
import { openReceivedDeliveries, type ReceivedDeliveries } from './webhook/receivedDeliveries.ts';
import { createWebhookListener, type WebhookListener } from './webhook/webhookListener.ts';

type PushSettings = SourceSettings['push'];

export type WebhookReceiver = {
  /** Opens the listener; does nothing if it is open. Rejects with PortTaken or the system's error. */
  readonly open: () => Promise<void>;
  /** Opens the listener, or reopens it at a new address; a failure restores the old one. The service resends, so a gap loses nothing. */
  readonly update: (next: PushSettings) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Closes the listener and the list of received deliveries. */
  readonly stop: () => Promise<void>;
  /** Finds the listener's address again after the network changed. */
  readonly updateAddress: () => void;
  /** Where the service must send deliveries; `null` while not listening. */
  readonly address: () => string | null;
  /** Requests the listener’s address, and resolves with the status, which is 405. Rejects if nothing answers there. */
  readonly probe: (signal: AbortSignal) => Promise<number>;
  /** Whether changes were found by polling and not delivered. */
  readonly isSilent: () => boolean;
  readonly recordPolledChange: (id: string) => void;
  /** Whether a delivery was accepted since the listener last opened or its address changed. */
  readonly hasAccepted: () => boolean;
};

export function createWebhookReceiver(
  initial: PushSettings,
  deps: {
    readonly store: Store;
    readonly ports: Ports;
    readonly dataDir: string;
    readonly sourceStatus: SourceStatus;
    readonly watcher: CollectionWatcher;
    readonly scheme: () => Scheme;
    readonly isPollDecisive: () => boolean;
    readonly serviceAddress: () => string;
    readonly captureHandler: SignatureDetector['captureHandler'];
    readonly keepUnreadable: (body: Buffer) => void;
    readonly isKeyMissing: () => boolean;
    /** Whether the service has limited requests, so that no check can be sent. */
    readonly isPaused: () => boolean;
    readonly onSilenceChanged: () => void;
    readonly onAcceptedChanged: () => void;
  },
): WebhookReceiver {
  const { store, ports, sourceStatus, watcher } = deps;
  let push = initial;
  let received: ReceivedDeliveries | null = null;
  let listener: WebhookListener | null = null;
  let monitor: DeliveryMonitor | null = null;
  let hasAccepted = false;
  const checks = createBoundedChecks(ports.clock, () => watcher.pollNow(null, true));

  const setAccepted = (next: boolean): void => {
    if (hasAccepted === next) return;
    hasAccepted = next;
    deps.onAcceptedChanged();
  };

  const open = async (): Promise<void> => {
    if (listener !== null) return;
    const recordUnused = (id: string | null): void => {
      monitor?.recordUnusable(id);
      const check = deps.isPaused() ? 'delayed' : 'underWay';
      sourceStatus.recordUnusedDelivery(id, deps.isKeyMissing() ? 'impossible' : check);
      if (id === null) checks.request();
      else watcher.pollNow(id, true);
    };
    received ??= await openReceivedDeliveries(deps.dataDir, { store, ports });
    const opening = createWebhookListener(() => push, {
      ...{ store, ports, sourceStatus, received },
      findCurrent: (id) => (watcher.has(id) ? (snapshotOf(store.state(), id)?.collection ?? null) : undefined),
      resolveTie: createTieResolver(ports.clock, watcher.pollAndWait),
      recordUnused,
      recordUntrusted: (ids) => {
        // The answer to a check shows whether the delivery brought a change.
        if (!deps.isKeyMissing()) recordUnused(null);
        else for (const id of ids ?? watcher.ids()) sourceStatus.recordUnusedDelivery(id, 'impossible');
      },
      recordArrival: (id) => monitor?.recordArrival(id),
      recordAccepted: () => {
        setAccepted(true);
      },
      scheme: deps.scheme,
      serviceAddress: deps.serviceAddress,
      isPollDecisive: deps.isPollDecisive,
      captureHandler: deps.captureHandler,
      keepUnreadable: deps.keepUnreadable,
    });
    try {
      await opening.start();
    } catch (error) {
      if (error instanceof PortTaken) sourceStatus.raise('WEBHOOK_PORT_TAKEN', 'webhook', { port: error.port });
      throw error;
    }
    listener = opening;
    sourceStatus.clear('WEBHOOK_PORT_TAKEN', 'webhook');
    sourceStatus.clear('WEBHOOK_HOST_ABSENT', 'webhook');
    monitor = createDeliveryMonitor(sourceStatus, ports.clock, deps.onSilenceChanged);
    watcher.treatNextPollsAsFirst();
  };

  const close = async (): Promise<void> => {
    const closing = listener;
    listener = null;
    monitor?.stop();
    monitor = null;
    checks.stop();
    // The service may deliver meanwhile, and it may not know the next address.
    setAccepted(false);
    await closing?.stop();
  };

  return {
    open,
    close,
    update: async (next) => {
      const before = push;
      const wasOpen = listener !== null;
      if ((['host', 'port', 'path'] as const).some((name) => before[name] !== next[name])) await close();
      push = next;
      try {
        await open();
      } catch (error) {
        push = before;
        sourceStatus.clear('WEBHOOK_PORT_TAKEN', 'webhook');
        if (wasOpen) await open();
        throw error;
      }
    },
    stop: async () => {
      await close();
      await received?.close();
    },
    updateAddress: () => {
      const before = listener?.address();
      listener?.updateAddress();
      if (listener?.address() !== before) setAccepted(false);
    },
    address: () => listener?.address() ?? null,
    probe: async (signal) => {
      if (listener === null) throw new Error('The webhook listener is closed.');
      return listener.probe(signal);
    },
    isSilent: () => monitor?.isSilent() === true,
    recordPolledChange: (id) => monitor?.recordPolledChange(id),
    hasAccepted: () => hasAccepted,
  };
}
