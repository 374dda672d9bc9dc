/** Simulates a service, caches, late responses and a sender on one fake clock, around the real engine parts. */
import { createHmac } from 'node:crypto';
import { emptyShow, type ShowState } from '../../src/core/show.ts';
import { runAllSteps } from '../../src/core/steps.ts';
import { failure } from '../../src/engine/http/failure.ts';
import type { ReadJson } from '../../src/engine/http/longJson.ts';
import type { Client, ResponseFacts, ServiceResponse } from '../../src/engine/poll/client.ts';
import { createEtagCache } from '../../src/engine/poll/etagCache.ts';
import { createListOrigins } from '../../src/engine/poll/listOrigins.ts';
import { createPause } from '../../src/engine/poll/pause.ts';
import { createPollLoop, type PollLoop } from '../../src/engine/poll/pollLoop.ts';
import { createRequestSlots } from '../../src/engine/poll/requestSlots.ts';
import { createTieResolver } from '../../src/engine/poll/tieResolver.ts';
import type { Ports } from '../../src/engine/ports.ts';
import { parseSigning } from '../../src/engine/signing/signature.ts';
import { createSourceStatus } from '../../src/engine/sourceStatus.ts';
import { createStore, type Store } from '../../src/engine/store.ts';
import { createDeliveryKey, type ReceivedDeliveries } from '../../src/engine/webhook/receivedDeliveries.ts';
import { createDeliveryVerifier, type VerifyDelivery } from '../../src/engine/webhook/verifyDelivery.ts';
import type { WebhookResponse } from '../../src/engine/webhook/webhookResponse.ts';
import { createWebhookStatus } from '../../src/engine/webhook/webhookStatus.ts';
import { createFakeClock, type FakeClock } from '../fakeClock.ts';
import { type CollectionJson, collection, payload, sourceSettings } from './sourceHarness.ts';

/** The service responds normally, from a cache of that age, with a fault, or only after a delay. */
export type ServiceBehaviour =
  | { readonly kind: 'good' }
  | { readonly kind: 'cached'; readonly ageMs: number }
  | { readonly kind: 'failing'; readonly code: 'SOURCE_OFFLINE' | 'SOURCE_FAILING' | 'SOURCE_KEY_REFUSED' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'wrong304' }
  | { readonly kind: 'slow'; readonly forMs: number };

type Version = { readonly sinceMs: number; readonly body: CollectionJson };

export type Simulation = {
  readonly clock: FakeClock;
  /** The second in the stored version's date; `null` if nothing is stored. */
  readonly storedSecond: () => number | null;
  readonly storedIds: () => readonly string[];
  /** Number of the stored edit, counted from 1; 0 if nothing is stored. */
  readonly storedEdit: () => number;
  readonly behaviour: () => ServiceBehaviour['kind'];
  readonly serviceIds: () => readonly string[];
  readonly problemCodes: () => readonly string[];
  readonly requests: () => number;
  readonly setBehaviour: (next: ServiceBehaviour) => void;
  /** Publishes a new version; `isSameSecond` gives it the same date as the one before. */
  readonly edit: (isSameSecond: boolean) => void;
  /** Takes the service back this many versions. */
  readonly restore: (versions: number) => void;
  /** Whether a response is still on its way. */
  readonly isPolling: () => boolean;
  /** Whether the version this many back was already accepted as a delivery. */
  readonly wasDelivered: (versionsBack: number) => boolean;
  /** The ids and date of the service's version this many back. */
  readonly idsOfVersion: (versionsBack: number) => readonly string[];
  readonly secondOfVersion: (versionsBack: number) => number;
  /** Delivers the version this many back and returns the status. */
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
  let behaviour: ServiceBehaviour = { kind: 'good' };
  let requests = 0;
  let pollsInFlight = 0;
  const receivedAs = new Map<string, number | null>();
  const received: ReceivedDeliveries = {
    has: (key) => receivedAs.has(key),
    appliedAs: (key) => receivedAs.get(key) ?? null,
    add: (key, _, appliedAs) => void receivedAs.set(key, appliedAs),
    close: async () => undefined,
  };
  const ports: Ports = {
    clock,
    log: () => undefined,
    secrets: { apiKey: async () => 'key', webhookSecrets: async () => [secret], deskToken: async () => '' },
  };

  const currentBody = (): CollectionJson => (history.at(-1) ?? { body: collection(id, 0, []) }).body;
  const bodyAt = (ms: number): CollectionJson =>
    (history.findLast(({ sinceMs }) => sinceMs <= ms) ?? { body: currentBody() }).body;
  const facts = (): ResponseFacts => ({
    status: 200,
    sentMs: clock.monotonicMs(),
    latencyMs: 1,
    skewMs: 0,
    dateMs: null,
    cacheAgeSeconds: null,
  });
  /** As in the service's sample, the ETag is the date, so two edits in one second have the same ETag. */
  const etagOf = (body: CollectionJson): string => `"${String(body['lastModifiedDate'])}"`;

  const createResponse = (body: CollectionJson, ifNoneMatch: string | null): ServiceResponse => {
    const etag = etagOf(body);
    if (ifNoneMatch === etag) return { kind: 'notModified', etag, facts: facts() };
    return { kind: 'answered', body: JSON.parse(JSON.stringify(body)), etag, facts: facts() };
  };
  const readResponse = <Body>(response: ServiceResponse, read: ReadJson<Body>): ServiceResponse<Body> =>
    response.kind === 'answered'
      ? { ...response, body: runAllSteps(read({ value: response.body, partedLists: new Map() })) }
      : response;
  const respond = async (ifNoneMatch: string | null): Promise<ServiceResponse> => {
    requests += 1;
    const current = behaviour;
    switch (current.kind) {
      case 'good':
        return createResponse(currentBody(), ifNoneMatch);
      case 'cached':
        return createResponse(bodyAt(clock.monotonicMs() - current.ageMs), ifNoneMatch);
      case 'failing':
        return {
          kind: 'failed',
          failure: failure(current.code, {}, current.code === 'SOURCE_KEY_REFUSED' ? 'slow' : 'backoff'),
          facts: null,
        };
      case 'malformed':
        return { kind: 'answered', body: { id, liveContents: 'nothing' }, etag: null, facts: facts() };
      case 'wrong304':
        return { kind: 'notModified', etag: '"other"', facts: facts() };
      case 'slow': {
        const response = createResponse(currentBody(), ifNoneMatch);
        pollsInFlight += 1;
        await new Promise<void>((resolve) => clock.after(Math.min(current.forMs, 9999), resolve));
        pollsInFlight -= 1;
        return response;
      }
      default: {
        const unreachable: never = current;
        return unreachable;
      }
    }
  };
  const client: Client = {
    get: async ({ ifNoneMatch }, read) => readResponse(await respond(ifNoneMatch), read),
    reconnect: () => undefined,
    abortAll: () => undefined,
    close: async () => undefined,
  };

  type Engine = {
    readonly store: Store;
    readonly loop: PollLoop;
    readonly verify: VerifyDelivery['verify'];
    readonly stop: () => Promise<void>;
  };
  const { push } = sourceSettings({});
  const startEngine = (initial: ShowState): Engine => {
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
        ...{ base: () => base, serviceAddress: () => '' },
        isKeyRequired: () => true,
        onResponse: () => undefined,
        ...{ slots: createRequestSlots(4), pause: createPause(clock) },
        intervals: () => ({ everyMs: 5000, fullEveryMs: 60_000 }),
        random: () => 0.5,
        onPolled: () => undefined,
      },
      id,
    );
    const { verify } = createDeliveryVerifier(() => push, createWebhookStatus(sourceStatus, clock), {
      store,
      ports,
      sourceStatus,
      received,
      findCurrent: (requestedId) =>
        requestedId === id ? (store.state().collections[id]?.collection ?? null) : undefined,
      resolveTie: createTieResolver(clock, loop.pollAndWait),
      recordUnused: () => loop.pollNow(true),
      recordUntrusted: () => undefined,
      recordArrival: () => undefined,
      recordAccepted: () => undefined,
      ...{ isPollDecisive: () => false, serviceAddress: () => '' },
      scheme: () => parseSigning('body'),
      captureHandler: () => null,
      keepUnreadable: () => undefined,
    });
    loop.pollNow(false);
    return {
      store,
      loop,
      verify,
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
  let engine = startEngine(configured.state());

  const findVersion = (versionsBack: number): CollectionJson =>
    (history.at(-1 - versionsBack) ?? history[0])?.body ?? currentBody();
  const deliveryOf = (versionsBack: number): Buffer => Buffer.from(JSON.stringify(payload(findVersion(versionsBack))));
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const findStored = () => engine.store.state().collections[id]?.collection ?? null;
  await settle();

  return {
    clock,
    storedSecond: () => {
      const stored = findStored();
      return stored === null ? null : secondOf(stored.lastModifiedDate);
    },
    storedEdit: () => Number(findStored()?.live[0]?.id.slice(1) ?? 0),
    behaviour: () => behaviour.kind,
    storedIds: () => findStored()?.live.map((item) => item.id) ?? [],
    serviceIds: () => idsOf(currentBody()),
    problemCodes: () => engine.store.state().problems.map((problem) => problem.code),
    requests: () => requests,
    setBehaviour: (next) => {
      behaviour = next;
    },
    edit: (isSameSecond) => {
      edits += 1;
      if (!isSameSecond) second += 1;
      history = [...history, { sinceMs: clock.monotonicMs(), body: collection(id, second, [`v${edits}`]) }];
    },
    restore: (versions) => {
      const older = history.at(-1 - versions) ?? history[0];
      if (older !== undefined) history = [...history, { sinceMs: clock.monotonicMs(), body: older.body }];
    },
    isPolling: () => pollsInFlight > 0,
    wasDelivered: (versionsBack) => received.has(createDeliveryKey(deliveryOf(versionsBack))),
    idsOfVersion: (versionsBack) => idsOf(findVersion(versionsBack)),
    secondOfVersion: (versionsBack) => secondOf(String(findVersion(versionsBack)['lastModifiedDate'])),
    deliver: async (versionsBack, signedWith) => {
      const body = deliveryOf(versionsBack);
      const signature = `sha256=${createHmac('sha256', signedWith).update(body).digest('hex')}`;
      const signed = { body, timestamp: null, event: 'COLLECTION_UPDATED', id: null, signature };
      let answered: WebhookResponse | null = null;
      const verifying = engine
        .verify({ signed, body, secrets: [secret], isSigned: signedWith === secret, peer: '127.0.0.1' })
        .then((answer) => {
          answered = answer;
          return answer;
        });
      // A tie waits for the service until its time limit.
      await settle();
      for (let steps = 0; steps < 200 && answered === null; steps += 1) {
        clock.advance(10);
        await settle();
      }
      const { status } = await verifying;
      if (status === 200 && signedWith === secret && !received.has(createDeliveryKey(body)))
        throw new Error('an accepted delivery was not recorded');
      await settle();
      return status;
    },
    checkNow: async () => {
      engine.loop.pollNow(false);
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
      const kept = engine.store.state();
      await engine.stop();
      engine = startEngine({ ...kept, problems: [] });
      await settle();
    },
    close: () => engine.stop(),
  };
}

function idsOf(body: CollectionJson): readonly string[] {
  return body.liveContents.map((item) => item.id);
}

/** Seconds after 17:00, as in the versions' dates. */
function secondOf(date: string): number {
  return Math.round((Date.parse(date) - Date.parse('2026-11-20T17:00:00Z')) / 1000);
}
