import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import type { Collection } from '../../../src/core/collection.ts';
import { readCollection } from '../../../src/core/readCollection.ts';
import type { ShowState } from '../../../src/core/show.ts';
import { createSource } from '../../../src/engine/source.ts';
import { createStore } from '../../../src/engine/store.ts';
import {
  type CollectionJson,
  collection,
  createHarness,
  type Harness,
  payload,
  respondWithCollection,
  webhookSecret,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const oldest = collection('col_1', 5, ['a']);
const older = collection('col_1', 10, ['a', 'bad']);
const sameDate = collection('col_1', 20, ['a', 'bad']);
const takedown = payload(collection('col_1', 20, ['a']));

/** The shows with the first version, and with the two before the takedown. */
type Started = { readonly harness: Harness; readonly first: ShowState; readonly before: ShowState };

/** Starts a source without a key, and has two versions and then the takedown accepted. */
async function startWithTakedown({ setBeforeTakedownByMs } = { setBeforeTakedownByMs: 0 }): Promise<Started> {
  const harness = await createHarness(
    respondWithCollection(() => older),
    { mode: 'push' },
  );
  harness.secrets.apiKey = null;
  await harness.source.start();
  expect((await harness.deliver(payload(oldest))).status).toBe(200);
  const first = harness.store.state();
  expect((await harness.deliver(payload(older))).status).toBe(200);
  const before = harness.store.state();
  await harness.advance(1000);
  harness.clock.jump(setBeforeTakedownByMs);
  expect((await harness.deliver(takedown)).status).toBe(200);
  await harness.advance(1000);
  expect(harness.onAir()).toEqual(['a']);
  return { harness, first, before };
}

/** Ends Greenroom and starts it with another show, as after damage or with an older copy of the show. */
async function restart({ source, ports, dataDir, settings, service }: Harness, show: ShowState) {
  await source.stop();
  const store = createStore(show, async () => undefined, ports);
  const restarted = createSource({ ...settings, baseUrl: service.baseUrl }, { store, ports, dataDir, isDemo: false });
  await restarted.start();
  onTestFinished(() => restarted.stop());
  const deliver = async (body: unknown): Promise<number> => {
    const raw = JSON.stringify(body);
    const signature = createHmac('sha256', webhookSecret).update(raw).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-webhook-signature': `sha256=${signature}` };
    return (await fetch(restarted.webhookAddress() ?? '', { method: 'POST', headers, body: raw })).status;
  };
  return { deliver, onAir: () => store.state().feeds[0]?.onAir.items.map(({ id }) => id) };
}

/** The show after it accepted a version from the service. */
function accept(show: ShowState, body: CollectionJson, at: string): ShowState {
  const read = readCollection(body, body.id, null).collection as Collection;
  return advance(show, { type: 'collectionArrived', collection: read, from: 'poll', accept: 'any', at }).state;
}

describe('a delivery that was received before', () => {
  it.each([
    ['older', older],
    ['of the same date', sameDate],
  ])('is applied again after a restart if the show is %s, because it was damaged', async (_, body) => {
    const { harness, first } = await startWithTakedown();
    const at = new Date(harness.clock.now() - 10_000).toISOString();
    const restarted = await restart(harness, accept(first, body, at));
    expect(restarted.onAir()).toEqual(['a', 'bad']);
    expect(await restarted.deliver(takedown)).toBe(200);
    expect(restarted.onAir()).toEqual(['a']);
  });

  it.each([
    ['back, after a version had arrived by a fast clock', -3],
    ['forward', 3],
  ])('is applied again after damage also if the clock was set %s', async (_, hours) => {
    const { harness, before } = await startWithTakedown({ setBeforeTakedownByMs: hours * 3_600_000 });
    const restarted = await restart(harness, before);
    expect(await restarted.deliver(takedown)).toBe(200);
    expect(restarted.onAir()).toEqual(['a']);
  });

  it('changes nothing after the service went back to an older version, also if the clock was set back since', async () => {
    const { harness } = await startWithTakedown();
    harness.clock.jump(-3 * 3_600_000);
    const rewound = accept(harness.store.state(), older, new Date(harness.clock.now()).toISOString());
    const restarted = await restart(harness, rewound);
    expect(await restarted.deliver(takedown)).toBe(200);
    expect(restarted.onAir()).toEqual(['a', 'bad']);
  });
});
