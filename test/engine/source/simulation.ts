/** A service, caches, late replies and a sender, all simulated on one clock, around the real loop, judge and store. */
import { createHmac } from 'node:crypto';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import type { Ports } from '../../../src/engine/ports.ts';
import type { WebhookResponse } from '../../../src/engine/source/answers.ts';
import type { Client, ResponseFacts, ServiceResponse } from '../../../src/engine/source/client.ts';
import { createEtagCache } from '../../../src/engine/source/conditional.ts';
import { createSourceStatus } from '../../../src/engine/source/contact.ts';
import { failure } from '../../../src/engine/source/failure.ts';
import { createDeliveryVerifier, type VerifyDelivery } from '../../../src/engine/source/judge.ts';
import { createPollLoop, type PollLoop } from '../../../src/engine/source/loop.ts';
import { createListOrigins } from '../../../src/engine/source/origins.ts';
import { deliveryKey, type ReceivedDeliveries } from '../../../src/engine/source/seen.ts';
import { parseSigning } from '../../../src/engine/source/signature.ts';
import { createRequestSlots } from '../../../src/engine/source/slots.ts';
import { createTieResolver } from '../../../src/engine/source/tieBreak.ts';
import { createWebhookStatus } from '../../../src/engine/source/webhookRecord.ts';
import { createStore, type Store } from '../../../src/engine/store.ts';
import { type CollectionJson, collection, payload, sourceSettings } from './bench.ts';
import { createFakeClock, type FakeClock } from './fakeClock.ts';

/** How the next answer comes: as it is, from a cache of that age, damaged, or only after so long. */
export type ServiceBehaviour =
  | { readonly kind: 'good' }
  | { readonly kind: 'cached'; readonly ageMs: number }
  | { readonly kind: 'failing'; readonly code: 'SOURCE_OFFLINE' | 'SOURCE_FAILING' | 'SOURCE_KEY_REFUSED' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'liar304' }
  | { readonly kind: 'slow'; readonly forMs: number };

type Version = { readonly sinceMs: number; readonly body: CollectionJson };

export type Simulation = {
  readonly clock: FakeClock;
  /** The second that the held version is dated with; null: nothing is held. */
  readonly heldSecond: () => number | null;
  readonly heldIds: () => readonly string[];
  /** Which edit is held, counted from 1; 0: none. */
  readonly heldEdit: () => number;
  readonly behaviour: () => ServiceBehaviour['kind'];
  readonly serviceIds: () => readonly string[];
  readonly problemCodes: () => readonly string[];
  readonly requests: () => number;
  readonly setBehaviour: (next: ServiceBehaviour) => void;
  /** A new version; `sameSecond` dates it like the one before. */
  readonly edit: (sameSecond: boolean) => void;
  /** The service goes back so many versions. */
  readonly restore: (versions: number) => void;
  /** An answer is still on its way. */
  readonly isPolling: () => boolean;
  /** Whether the version so many back was delivered and answered 200 before. */
  readonly isCopy: (versionsBack: number) => boolean;
  /** What the service had so many versions back, and the second of its date. */
  readonly idsBack: (versionsBack: number) => readonly string[];
  readonly secondBack: (versionsBack: number) => number;
  /** Delivers the version so many back; 200 and 422 are final, 503 would come again. */
  readonly deliver: (versionsBack: number, secret: string) => Promise<number>;
  readonly checkNow: () => Promise<void>;
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const base = { origin: 'http://127.0.0.1:1', path: '' };
const id = 'col_1';
export const secret = 'simulated secret';

export async function createSimulation(): Promise<Simulation> {
  const clock = createFakeClock();
  let second = 1;
  let edits = 1;
  let history: readonly Version[] = [{ sinceMs: Number.NEGATIVE_INFINITY, body: collection(id, 1, ['v1']) }];
  let weather: ServiceBehaviour = { kind: 'good' };
  let requests = 0;
  let looking = 0;
  const seenKeys = new Set<string>();
  const seen: ReceivedDeliveries = {
    has: (key) => seenKeys.has(key),
    add: (key) => void seenKeys.add(key),
    close: async () => undefined,
  };
  const ports: Ports = {
    clock,
    log: () => undefined,
    secrets: { apiKey: async () => 'key', webhookSecrets: async () => [secret], deskToken: async () => '' },
  };

  const now = (): CollectionJson => (history.at(-1) ?? { body: collection(id, 0, []) }).body;
  const asOf = (ms: number): CollectionJson => (history.findLast((one) => one.sinceMs <= ms) ?? { body: now() }).body;
  const facts = (): ResponseFacts => ({ status: 200, latencyMs: 1, skewMs: 0, cacheAgeSeconds: null });
  /** The service's sample ETag: the date, so that two edits in one second lie. */
  const etagOf = (body: CollectionJson): string => `"${String(body['lastModifiedDate'])}"`;

  const answer = (body: CollectionJson, ifNoneMatch: string | null): ServiceResponse => {
    const etag = etagOf(body);
    if (ifNoneMatch === etag) return { kind: 'notModified', etag, facts: facts() };
    return { kind: 'answered', body: JSON.parse(JSON.stringify(body)), etag, facts: facts() };
  };
  const client: Client = {
    get: async ({ ifNoneMatch }) => {
      requests += 1;
      const how = weather;
      switch (how.kind) {
        case 'good':
          return answer(now(), ifNoneMatch);
        case 'cached':
          return answer(asOf(clock.monotonicMs() - how.ageMs), ifNoneMatch);
        case 'failing':
          return {
            kind: 'failed',
            failure: failure(how.code, {}, how.code === 'SOURCE_KEY_REFUSED' ? 'slow' : 'backoff'),
            facts: null,
          };
        case 'malformed':
          return { kind: 'answered', body: { id, liveContents: 'nothing' }, etag: null, facts: facts() };
        case 'liar304':
          return { kind: 'notModified', etag: '"other"', facts: facts() };
        case 'slow': {
          const taken = answer(now(), ifNoneMatch);
          looking += 1;
          await new Promise<void>((resolve) => clock.after(Math.min(how.forMs, 9999), resolve));
          looking -= 1;
          return taken;
        }
        default: {
          const unreachable: never = how;
          return unreachable;
        }
      }
    },
    reconnect: () => undefined,
    abortAll: () => undefined,
    close: async () => undefined,
  };

  type Running = {
    readonly store: Store;
    readonly loop: PollLoop;
    readonly judge: VerifyDelivery;
    readonly stop: () => Promise<void>;
  };
  const { push } = sourceSettings({});
  const run = (initial: ShowState): Running => {
    const store = createStore(initial, async () => undefined, ports);
    const sourceStatus = createSourceStatus(store, ports, false);
    sourceStatus.setWatched([id]);
    const loop = createPollLoop(
      {
        store,
        ports,
        client,
        sourceStatus,
        etags: createEtagCache(),
        origins: createListOrigins(),
        base: () => base,
        isKeyRequired: () => true,
        onResponse: () => undefined,
        slots: createRequestSlots(4, clock),
        intervals: () => ({ everyMs: 5000, fullEveryMs: 60_000 }),
        random: () => 0.5,
        onPolled: () => undefined,
      },
      id,
    );
    const judge = createDeliveryVerifier(() => push, createWebhookStatus(sourceStatus, clock), {
      store,
      ports,
      sourceStatus,
      received: seen,
      findHeld: (asked) => (asked === id ? (store.state().collections[id]?.collection ?? null) : undefined),
      resolveTie: createTieResolver(clock, loop.pollAndWait),
      requestPoll: () => loop.pollNow(true),
      noteArrival: () => undefined,
      scheme: () => parseSigning('body'),
      captureHandler: () => null,
      keepUnreadable: () => undefined,
    });
    loop.pollNow(false);
    return {
      store,
      loop,
      judge,
      stop: async () => {
        const stopped = loop.stop();
        sourceStatus.stop();
        clock.advance(10_000);
        await stopped;
      },
    };
  };

  const configured = createStore(emptyShow, async () => undefined, ports);
  await configured.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: id }], at: '' });
  let running = run(configured.state());

  const versionBack = (versionsBack: number): CollectionJson =>
    (history.at(-1 - versionsBack) ?? history[0])?.body ?? now();
  const deliveryOf = (versionsBack: number): Buffer => Buffer.from(JSON.stringify(payload(versionBack(versionsBack))));
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const held = () => running.store.state().collections[id]?.collection ?? null;
  await settle();

  return {
    clock,
    heldSecond: () => {
      const collectionHeld = held();
      return collectionHeld === null ? null : secondOf(collectionHeld.lastModifiedDate);
    },
    heldEdit: () => Number(held()?.live[0]?.id.slice(1) ?? 0),
    behaviour: () => weather.kind,
    heldIds: () => held()?.live.map((item) => item.id) ?? [],
    serviceIds: () => idsOf(now()),
    problemCodes: () => running.store.state().problems.map((problem) => problem.code),
    requests: () => requests,
    setBehaviour: (next) => {
      weather = next;
    },
    edit: (sameSecond) => {
      edits += 1;
      if (!sameSecond) second += 1;
      history = [...history, { sinceMs: clock.monotonicMs(), body: collection(id, second, [`v${edits}`]) }];
    },
    restore: (versions) => {
      const older = history.at(-1 - versions) ?? history[0];
      if (older !== undefined) history = [...history, { sinceMs: clock.monotonicMs(), body: older.body }];
    },
    isPolling: () => looking > 0,
    isCopy: (versionsBack) => seen.has(deliveryKey(deliveryOf(versionsBack))),
    idsBack: (versionsBack) => idsOf(versionBack(versionsBack)),
    secondBack: (versionsBack) => secondOf(String(versionBack(versionsBack)['lastModifiedDate'])),
    deliver: async (versionsBack, signedWith) => {
      const body = deliveryOf(versionsBack);
      const signature = `sha256=${createHmac('sha256', signedWith).update(body).digest('hex')}`;
      const signed = { body, timestamp: null, event: 'COLLECTION_UPDATED', id: null, url: null, signature };
      let answered: WebhookResponse | null = null;
      const judging = running.judge(signed, body, [secret], '127.0.0.1').then((answer) => {
        answered = answer;
        return answer;
      });
      // A tie waits for the service, or until it has waited long enough.
      await settle();
      for (let steps = 0; steps < 200 && answered === null; steps += 1) {
        clock.advance(10);
        await settle();
      }
      const { status } = await judging;
      if (status === 200 && signedWith === secret && !seen.has(deliveryKey(body)))
        throw new Error('a 200 was not remembered');
      await settle();
      return status;
    },
    checkNow: async () => {
      running.loop.pollNow(false);
      await settle();
    },
    advance: async (milliseconds) => {
      const endMs = clock.monotonicMs() + milliseconds;
      for (let steps = 0; steps < 10_000; steps += 1) {
        const nextMs = clock.nextInMs();
        if (nextMs === null || clock.monotonicMs() + nextMs > endMs) break;
        clock.advance(nextMs);
        await settle();
      }
      clock.advance(endMs - clock.monotonicMs());
      await settle();
    },
    restart: async () => {
      const kept = running.store.state();
      await running.stop();
      running = run({ ...kept, problems: [] });
      await settle();
    },
    close: () => running.stop(),
  };
}

function idsOf(body: CollectionJson): readonly string[] {
  return body.liveContents.map((item) => item.id);
}

/** Seconds after five, as the versions are dated. */
function secondOf(date: string): number {
  return Math.round((Date.parse(date) - Date.parse('2026-11-20T17:00:00Z')) / 1000);
}
