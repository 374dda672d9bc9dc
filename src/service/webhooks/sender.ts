/** Delivers what endpoints are owed: each endpoint in the order of the changes, one at a time, none held up by another. */
import { presentForWebhook } from '../present.ts';
import type { Delivery, TryRecord } from '../store/record.ts';
import type { StoredCollection } from '../store/stored.ts';
import type { Endpoint, Store, StorePorts } from '../store.ts';
import { delayAfter, judge, type RetrySettings, type TryResult } from './outcome.ts';
import type { Post } from './post.ts';
import { deliveryHeaders, eventName } from './sign.ts';

export type SenderPorts = {
  readonly clock: {
    readonly now: () => number;
    readonly after: (milliseconds: number, callback: () => void) => () => void;
  };
  readonly log: StorePorts['log'];
  readonly post: Post;
  readonly random: () => number;
  /** Origin for the addresses of our own media. */
  readonly base: () => string;
};

export type Trial = {
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number;
  readonly outcome: string;
};

export type Sender = {
  readonly start: () => void;
  /** Tries the endpoint's next delivery now, whatever its time. */
  readonly tryNow: (webhookId: string) => void;
  /** One delivery outside the queue, tried once and kept in no log. */
  readonly trial: (endpoint: Endpoint, collection: StoredCollection) => Promise<Trial>;
  readonly stop: () => Promise<void>;
};

/** Longest that one timer may wait; a later try is looked at again then. */
const longestTimerMs = 3_600_000;

export function createSender(store: Store, settings: RetrySettings, ports: SenderPorts): Sender {
  const { clock, log, post } = ports;
  const stopped = new AbortController();
  const busy = new Map<string, Promise<void>>();
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
    const headers = deliveryHeaders(endpoint, at, body);
    const result = await post(endpoint.url, headers, body, settings.answerWithinMs, stopped.signal);
    return { at, result, ms: Math.max(0, clock.now() - startedMs) };
  };

  const tryHead = async (endpoint: Endpoint, delivery: Delivery): Promise<void> => {
    const collection = await store.contentsOf(delivery);
    if (collection === null) {
      log('error', 'SERVICE_DELIVERY_LOST', { deliveryId: delivery.id });
      return store.recordTry({ ...blankTry(delivery.id), state: 'failed' });
    }
    const { at, result, ms } = await attempt(endpoint, collection, delivery.eventAt);
    if (stopped.signal.aborted) return;
    await store.recordTry(recordOf(delivery, result, at, ms, settings, clock.now(), ports.random()));
  };

  const work = async (webhookId: string, isHurried: boolean): Promise<void> => {
    let skipsWait = isHurried;
    while (!stopped.signal.aborted) {
      const endpoint = store.endpoints().find((known) => known.id === webhookId);
      const head = store.deliveries.headOf(webhookId);
      if (endpoint === undefined || head === null) return;
      const waitMs = head.nextTryAt === null || skipsWait ? 0 : Date.parse(head.nextTryAt) - clock.now();
      if (waitMs > 0) return wakeAfter(webhookId, waitMs);
      skipsWait = false;
      try {
        await tryHead(endpoint, head);
      } catch (error) {
        // The outcome could not be written: the delivery is still owed, and is tried again when the disk may have room.
        log('error', 'SERVICE_DELIVERY_UNWRITTEN', { reason: error instanceof Error ? error.name : 'unknown' });
        return wakeAfter(webhookId, settings.firstAfterMs * 5);
      }
    }
  };
  const wakeAfter = (webhookId: string, milliseconds: number): void => {
    timers.get(webhookId)?.();
    timers.set(
      webhookId,
      clock.after(Math.min(milliseconds, longestTimerMs), () => wake(webhookId, false)),
    );
  };
  const wake = (webhookId: string, isHurried: boolean): void => {
    if (stopped.signal.aborted || busy.has(webhookId)) return;
    timers.get(webhookId)?.();
    timers.delete(webhookId);
    const done = work(webhookId, isHurried).finally(() => {
      busy.delete(webhookId);
      // Something may have been owed between the last look and now.
      if (!timers.has(webhookId) && store.deliveries.headOf(webhookId) !== null && isKnown(webhookId)) {
        wake(webhookId, false);
      }
    });
    busy.set(webhookId, done);
  };
  const isKnown = (webhookId: string): boolean => store.endpoints().some((endpoint) => endpoint.id === webhookId);

  let forget = (): void => undefined;
  return {
    start: () => {
      forget = store.onEvent((event) => {
        if (event.type === 'collection') for (const { id } of store.endpointsOf(event.organisation)) wake(id, false);
      });
      for (const { id } of store.endpoints()) wake(id, false);
    },
    tryNow: (webhookId) => wake(webhookId, true),
    trial: async (endpoint, collection) => {
      const { result, ms } = await attempt(endpoint, collection, collection.lastModifiedDate);
      const status = 'status' in result ? result.status : null;
      return { status, fault: 'fault' in result ? result.fault : null, ms, outcome: judge(result) };
    },
    stop: async () => {
      forget();
      stopped.abort();
      for (const cancel of timers.values()) cancel();
      await Promise.allSettled(busy.values());
    },
  };
}

function blankTry(id: string): Omit<TryRecord, 'state'> {
  return { id, lastTriedAt: null, lastStatus: null, lastFault: null, lastMs: null, nextTryAt: null };
}

function recordOf(
  delivery: Delivery,
  result: TryResult,
  at: string,
  ms: number,
  settings: RetrySettings,
  nowMs: number,
  random: number,
): TryRecord {
  const tried = {
    ...blankTry(delivery.id),
    lastTriedAt: at,
    lastStatus: 'status' in result ? result.status : null,
    lastFault: 'fault' in result ? result.fault : null,
    lastMs: ms,
  };
  const verdict = judge(result);
  if (verdict !== 'retry') return { ...tried, state: verdict };
  const nextMs = nowMs + delayAfter(delivery.tries + 1, settings, random);
  const isGivenUp = nextMs > Date.parse(delivery.eventAt) + settings.giveUpAfterMs;
  if (isGivenUp) return { ...tried, state: 'gaveUp' };
  return { ...tried, state: 'retrying', nextTryAt: new Date(nextMs).toISOString() };
}
