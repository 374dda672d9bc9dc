import { setImmediate as immediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readCollection } from '../../../src/core/readCollection.ts';
import { emptyShow, type ShowEvent } from '../../../src/core/show.ts';
import { readLongJson } from '../../../src/engine/http/longJson.ts';
import type { BaseAddress } from '../../../src/engine/poll/address.ts';
import type { Client } from '../../../src/engine/poll/client.ts';
import { createEtagCache } from '../../../src/engine/poll/etagCache.ts';
import { createListOrigins } from '../../../src/engine/poll/listOrigins.ts';
import { pollOnce } from '../../../src/engine/poll/pollOnce.ts';
import { initialPollState, type PollReport } from '../../../src/engine/poll/pollState.ts';
import { createSourceStatus } from '../../../src/engine/sourceStatus.ts';
import { createStore } from '../../../src/engine/store.ts';
import { quietPorts } from '../feed/showHarness.ts';
import { type CollectionJson, collection } from '../sourceHarness.ts';

const at = '2026-11-20T18:00:00Z';
const ids = (prefix: string): readonly string[] => Array.from({ length: 6 }, (_, index) => `${prefix}${index}`);

function arrival(body: CollectionJson): ShowEvent {
  const { collection: arrived } = readCollection(body, 'col_1', null);
  if (arrived === null) throw new Error('not a collection');
  return { type: 'collectionArrived', collection: arrived, from: 'webhook', accept: 'newer', at };
}

/** Polls once, and does something between two steps of reading the long response. `null` once there is no such step. */
async function pollWhile(
  step: number,
  response: CollectionJson,
  interrupt: (apply: (event: ShowEvent) => Promise<unknown>, moveService: () => void) => Promise<void>,
) {
  const ports = { ...quietPorts, secrets: { ...quietPorts.secrets, apiKey: async () => 'key' } };
  const store = createStore(emptyShow, async () => undefined, ports);
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at });
  await store.apply(arrival(collection('col_1', 1, ids('a'))));
  let base: BaseAddress = { origin: 'http://127.0.0.1:1', path: '' };
  let wasInterrupted = false;
  const client: Client = {
    get: async (_, read) => {
      const steps = readLongJson(Buffer.from(JSON.stringify(response)), read, null, new Map(), 100);
      for (let number = 0; ; number += 1) {
        if (number === step) {
          wasInterrupted = true;
          await interrupt(store.apply, () => {
            base = { origin: 'http://127.0.0.1:2', path: '' };
          });
        }
        await immediate();
        const { done, value } = steps.next();
        const facts = { status: 200, sentMs: 0, latencyMs: 1, skewMs: 0, dateMs: null, cacheAgeSeconds: null };
        if (done === true) return { kind: 'answered', body: value, etag: '"2"', facts };
      }
    },
    reconnect: () => undefined,
    abortAll: () => undefined,
    close: async () => undefined,
  };
  const sourceStatus = createSourceStatus(store, ports, false);
  const report: PollReport = await pollOnce(
    {
      ...{ store, ports, client, sourceStatus },
      etags: createEtagCache(),
      origins: createListOrigins(),
      base: () => base,
      serviceAddress: () => '',
      onResponse: () => undefined,
      isKeyRequired: () => true,
    },
    'col_1',
    true,
    initialPollState,
  );
  sourceStatus.stop();
  const [feed] = store.state().feeds;
  return wasInterrupted ? { report, onAir: feed?.onAir.items.map(({ id }) => id) ?? [] } : null;
}

/** Repeats a poll for each step at which it can be interrupted. */
async function pollAtEachStep(
  response: CollectionJson,
  interrupt: Parameters<typeof pollWhile>[2],
  check: (result: NonNullable<Awaited<ReturnType<typeof pollWhile>>>) => void,
): Promise<void> {
  let step = 0;
  for (; ; step += 1) {
    const result = await pollWhile(step, response, interrupt);
    if (result === null) break;
    check(result);
  }
  expect(step).toBeGreaterThan(6);
}

it('does not replace a newer version that was delivered while it was read', async () => {
  await pollAtEachStep(
    collection('col_1', 2, ids('b')),
    async (apply) => void (await apply(arrival(collection('col_1', 3, ids('c'))))),
    ({ report, onAir }) => {
      expect(onAir).toEqual(ids('c'));
      expect(report.next).toEqual({ kind: 'now' });
    },
  );
});

it('replaces an older version that was delivered while it was read', async () => {
  await pollAtEachStep(
    collection('col_1', 3, ids('c')),
    async (apply) => void (await apply(arrival(collection('col_1', 2, ids('b'))))),
    ({ onAir }) => expect(onAir).toEqual(ids('c')),
  );
});

it('keeps the posts of a delivery with the same date, and polls again', async () => {
  await pollAtEachStep(
    collection('col_1', 2, ids('b')),
    async (apply) => void (await apply(arrival(collection('col_1', 2, ids('c'))))),
    ({ report, onAir }) => {
      expect(onAir).toEqual(ids('c'));
      expect(report.next).toEqual({ kind: 'now' });
    },
  );
});

it('never puts a post on air that was blocked while it was read, nor any after a hold', async () => {
  const [first = '', ...others] = ids('b');
  await pollAtEachStep(
    collection('col_1', 2, ids('b')),
    async (apply) =>
      void (await apply({ type: 'itemBlocked', feed: 'main', itemId: first, reason: null, by: null, at })),
    ({ onAir }) => expect(onAir).toEqual(others),
  );
  await pollAtEachStep(
    collection('col_1', 2, ids('b')),
    async (apply) => void (await apply({ type: 'feedHeld', feed: 'main', by: null, at })),
    ({ onAir }) => expect(onAir).toEqual(ids('a')),
  );
});

it('applies nothing if the service was changed while it was read', async () => {
  await pollAtEachStep(
    collection('col_1', 2, ids('b')),
    async (_, moveService) => moveService(),
    ({ report, onAir }) => {
      expect(onAir).toEqual(ids('a'));
      expect(report.result.kind).toBe('inconclusive');
    },
  );
});
