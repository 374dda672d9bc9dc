/** Tests as of when a delivery confirms a list: its event, because what followed it may have been lost. */
import { expect, it, vi } from 'vitest';
import { confirmationOf } from '../../../src/core/source.ts';
import { isListUpToDate } from '../../../src/engine/isListUpToDate.ts';
import { collection, createHarness, type Harness, payload, respondWithCollection } from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const body = collection('col_1', 1, ['p1', 'p2']);

async function startSource(mode: string): Promise<Harness> {
  const harness = await createHarness(
    respondWithCollection(() => body),
    { mode },
  );
  await harness.source.start();
  await harness.settle();
  return harness;
}

/** A delivery of the version that we have. Every one has another body, so that it is not recognised as a duplicate. */
const repeat = async (harness: Harness, agoMs: number, overrides: Record<string, unknown> = {}): Promise<void> => {
  const timestamp = new Date(harness.clock.now() - agoMs).toISOString();
  expect((await harness.deliver(payload(body, { timestamp, ...overrides }))).status).toBe(200);
  await harness.settle();
};

/** The freshness, and how long ago the service confirmed the list, in seconds. */
function confirmed({ store, clock }: Harness) {
  const { freshness, confirmedAt } = confirmationOf(store.state().source, 'col_1');
  return [freshness, confirmedAt === null ? null : Math.round((clock.now() - Date.parse(confirmedAt)) / 1000)];
}

const failPolls = (harness: Harness): void => {
  harness.service.respond = (_, response) => void response.writeHead(503).end();
};

it.each(['hybrid', 'push'])('a late repeat does not make a feed fresh in %s mode while polls fail', async (mode) => {
  const harness = await startSource(mode);
  failPolls(harness);
  await harness.advance(700_000);
  const [, sinceS] = confirmed(harness);
  for (const agoMs of [3_600_000, 3_500_000]) {
    await repeat(harness, agoMs);
    expect(confirmed(harness)).toEqual(['stale', sinceS]);
  }
  await repeat(harness, 200, { timestamp: null });
  expect(confirmed(harness)).toEqual(['stale', sinceS]);
  // This event is later than the last poll, but earlier than a takedown that may have been lost since.
  await repeat(harness, 690_000);
  expect(confirmed(harness)).toEqual(['stale', 690]);
});

it('a late delivery of a newer version confirms it as of its event only', async () => {
  const harness = await startSource('push');
  failPolls(harness);
  await harness.advance(700_000);
  const timestamp = new Date(harness.clock.now() - 600_000).toISOString();
  await harness.deliver(payload(collection('col_1', 2, ['p2']), { timestamp }));
  await harness.settle();
  expect(harness.onAir()).toEqual(['p2']);
  expect(confirmed(harness)).toEqual(['stale', 600]);
});

it.each(['hybrid', 'push'])(
  'a timely delivery keeps a feed fresh in %s mode, also if it brings no news',
  async (mode) => {
    const harness = await startSource(mode);
    failPolls(harness);
    await harness.advance(700_000);
    await repeat(harness, 800);
    expect(confirmed(harness)).toEqual(['fresh', 1]);
    await repeat(harness, -500);
    expect(confirmed(harness)).toEqual(['fresh', 0]);
  },
);

it('a timely delivery keeps a feed fresh although the service’s clock is ten minutes behind ours', async () => {
  const harness = await createHarness(
    (request, response) => {
      response.setHeader('Date', new Date(harness.clock.now() - 600_000).toUTCString());
      respondWithCollection(() => body)(request, response);
    },
    { mode: 'hybrid' },
  );
  await harness.source.start();
  await harness.advance(20_000);
  harness.service.respond = (request) => void request.socket.destroy();
  await harness.advance(60_000);
  const timestamp = new Date(harness.clock.now() - 600_000).toISOString();
  await harness.deliver(payload(body, { timestamp }), { headers: { 'x-webhook-delivery-timestamp': timestamp } });
  await harness.settle();
  const [freshness, agoS] = confirmed(harness);
  expect(freshness).toBe('fresh');
  expect(agoS).toBeLessThanOrEqual(2);
});

it('deliveries without a key keep a feed fresh for a day after an event, although its delivery arrives an hour late', async () => {
  const harness = await startSource('push');
  harness.secrets.apiKey = null;
  await harness.advance(700_000);
  await repeat(harness, 3_600_000);
  expect(confirmed(harness)[0]).toBe('fresh');
  await repeat(harness, 500);
  expect(confirmed(harness)).toEqual(['fresh', 1]);
});

it('only a delivery of an event after the list came into use confirms a list that could not be read', async () => {
  const harness = await startSource('hybrid');
  failPolls(harness);
  const use = async (collectionId: string, isUnread?: true): Promise<void> => {
    const at = new Date(harness.clock.now()).toISOString();
    const event = { type: 'feedPointed', feed: 'main', collectionId, hold: true, isUnread, by: 'Marit', at } as const;
    await harness.store.apply(event);
    await harness.settle();
  };
  const isUnread = (): boolean => harness.store.state().problems.some(({ code }) => code === 'SOURCE_LIST_UNREAD');
  await use('col_2');
  await harness.advance(30_000);
  await use('col_1', true);
  await harness.advance(5000);
  expect(isUnread()).toBe(true);
  await repeat(harness, 20_000);
  expect([isUnread(), isListUpToDate(harness.store.state(), 'col_1')]).toEqual([true, false]);
  await repeat(harness, 1000);
  expect([isUnread(), isListUpToDate(harness.store.state(), 'col_1')]).toEqual([false, true]);
});
