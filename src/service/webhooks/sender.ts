/** Sends waiting deliveries one at a time per endpoint, in order; endpoints do not wait for each other. */
import type { TestDeliveryResult } from '../../core/authoringDocument.ts';
import { presentForWebhook } from '../present.ts';
import type { ServiceClock } from '../serviceClock.ts';
import type { Delivery, TryRecord } from '../store/records.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Endpoint, Store, StorePorts } from '../store.ts';
import { outcomeOf, type RetrySettings, retryDelayMs, type TryResult } from './outcome.ts';
import { createDeliveryHeaders, eventName } from './signature.ts';
import type { PostWebhook } from './webhookClient.ts';

export type SenderPorts = {
  readonly clock: ServiceClock;
  readonly log: StorePorts['log'];
  readonly post: PostWebhook;
  readonly random: () => number;
  /** Origin for the addresses of our own media. */
  readonly base: () => string;
};

export type Sender = {
  readonly start: () => void;
  /** Sends the endpoint’s next delivery now, without waiting for its retry time. */
  readonly tryNow: (webhookId: string) => void;
  /** Sends one delivery once, outside the queue and the log. */
  readonly sendTest: (endpoint: Endpoint, collection: StoredCollection) => Promise<TestDeliveryResult>;
  readonly stop: () => Promise<void>;
};

/** Longer waits are split: the sender checks the queue again after this time. */
const maxTimerMs = 3_600_000;

export function createSender(store: Store, settings: RetrySettings, ports: SenderPorts): Sender {
  const { clock, log, post } = ports;
  const stopped = new AbortController();
  const draining = new Map<string, Promise<void>>();
  const timers = new Map<string, () => void>();

  const attempt = async (endpoint: Endpoint, collection: StoredCollection, eventAt: string) => {
    const payload = {
      event: eventName,
      collectionId: collection.id,
      timestamp: eventAt,
      data: presentForWebhook(collection, ports.base()),
    };
    const body = Buffer.from(JSON.stringify(payload));
    const startedMs = clock.now();
    const at = new Date(startedMs).toISOString();
    const headers = createDeliveryHeaders(endpoint, at, body);
    const result = await post(endpoint.url, headers, body, settings.timeoutMs, stopped.signal);
    return { at, result, ms: Math.max(0, clock.now() - startedMs) };
  };

  const sendNext = async (endpoint: Endpoint, delivery: Delivery): Promise<void> => {
    const collection = await store.loadPayload(delivery);
    if (collection === null) {
      // A newer version replaced it.
      if (store.deliveries.find(delivery.id) === null) return;
      log('error', 'SERVICE_DELIVERY_LOST', { deliveryId: delivery.id });
      return store.recordTry({ ...emptyTry(delivery.id), state: 'failed' });
    }
    const { at, result, ms } = await attempt(endpoint, collection, delivery.eventAt);
    if (stopped.signal.aborted) return;
    const record = toTryRecord(delivery, result, at, ms, settings, clock.now(), ports.random());
    await store.recordTry(record);
    const { superseded, collectionName } = delivery;
    if (record.state === 'delivered' && superseded > 0)
      log('info', 'SERVICE_VERSIONS_MERGED', { webhook: endpoint.name, collection: collectionName, superseded });
  };

  const drainQueue = async (webhookId: string, isImmediate: boolean): Promise<void> => {
    let isDelaySkipped = isImmediate;
    while (!stopped.signal.aborted) {
      const endpoint = store.endpoints().find((known) => known.id === webhookId);
      const head = store.deliveries.nextFor(webhookId);
      if (endpoint === undefined || head === null) return;
      const waitMs = head.nextTryAt === null || isDelaySkipped ? 0 : Date.parse(head.nextTryAt) - clock.now();
      if (waitMs > 0) return wakeAfter(webhookId, waitMs);
      isDelaySkipped = false;
      try {
        await sendNext(endpoint, head);
      } catch (error) {
        // The outcome is not saved, so the delivery stays queued until the disk has space.
        log('error', 'SERVICE_DELIVERY_UNWRITTEN', { reason: error instanceof Error ? error.name : 'unknown' });
        return wakeAfter(webhookId, settings.firstDelayMs * 5);
      }
    }
  };
  const wakeAfter = (webhookId: string, milliseconds: number): void => {
    timers.get(webhookId)?.();
    timers.set(
      webhookId,
      clock.after(Math.min(milliseconds, maxTimerMs), () => wake(webhookId, false)),
    );
  };
  const wake = (webhookId: string, isImmediate: boolean): void => {
    if (stopped.signal.aborted || draining.has(webhookId)) return;
    timers.get(webhookId)?.();
    timers.delete(webhookId);
    const done = drainQueue(webhookId, isImmediate).finally(() => {
      draining.delete(webhookId);
      // A delivery may have been queued after the last check.
      if (!timers.has(webhookId) && store.deliveries.nextFor(webhookId) !== null && isKnown(webhookId)) {
        wake(webhookId, false);
      }
    });
    draining.set(webhookId, done);
  };
  const isKnown = (webhookId: string): boolean => store.endpoints().some((endpoint) => endpoint.id === webhookId);

  let unsubscribe = (): void => undefined;
  return {
    start: () => {
      unsubscribe = store.onEvent((event) => {
        if (event.type === 'collection') for (const { id } of store.endpointsOf(event.organisation)) wake(id, false);
      });
      for (const { id } of store.endpoints()) wake(id, false);
    },
    tryNow: (webhookId) => wake(webhookId, true),
    sendTest: async (endpoint, collection) => {
      const { result, ms } = await attempt(endpoint, collection, collection.lastModifiedDate);
      const status = 'status' in result ? result.status : null;
      return { status, fault: 'fault' in result ? result.fault : null, ms, outcome: outcomeOf(result) };
    },
    stop: async () => {
      unsubscribe();
      stopped.abort();
      for (const cancel of timers.values()) cancel();
      await Promise.allSettled(draining.values());
    },
  };
}

function emptyTry(id: string): Omit<TryRecord, 'state'> {
  return { id, lastTriedAt: null, lastStatus: null, lastFault: null, lastMs: null, nextTryAt: null };
}

function toTryRecord(
  delivery: Delivery,
  result: TryResult,
  at: string,
  ms: number,
  settings: RetrySettings,
  nowMs: number,
  random: number,
): TryRecord {
  const tried = {
    ...emptyTry(delivery.id),
    lastTriedAt: at,
    lastStatus: 'status' in result ? result.status : null,
    lastFault: 'fault' in result ? result.fault : null,
    lastMs: ms,
  };
  const outcome = outcomeOf(result);
  if (outcome !== 'retry') return { ...tried, state: outcome };
  const nextMs = nowMs + retryDelayMs(delivery.tries + 1, settings, random);
  const isGivenUp = nextMs > Date.parse(delivery.eventAt) + settings.giveUpAfterMs;
  if (isGivenUp) return { ...tried, state: 'gaveUp' };
  return { ...tried, state: 'retrying', nextTryAt: new Date(nextMs).toISOString() };
}
