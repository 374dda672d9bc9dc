import { describe, expect, it, vi } from 'vitest';
import {
  collection,
  createHarness,
  type Harness,
  type Respond,
  respondAsGateway,
  respondWithCollection,
  respondWithStatus,
} from '../sourceHarness.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let respond: Respond;
const good: Respond = respondWithCollection(() => collection('col_1', 1, ['p1']));

async function startPolling(first: Respond = good, settings = { mode: 'poll' }): Promise<Harness> {
  respond = first;
  const running = await createHarness((request, response) => respond(request, response), settings);
  await running.source.start();
  await running.settle();
  return running;
}

/** Advances until `count` more requests have been answered. */
async function advanceRequests(harness: Harness, count: number): Promise<void> {
  const target = harness.service.requests.length + count;
  while (harness.service.requests.length < target) await harness.advance(250);
}

/** The service responds again, with a change. */
async function expectNextChange(harness: Harness, withinMs: number): Promise<void> {
  respond = respondWithCollection(() => collection('col_1', 2, ['p2']));
  await harness.advance(withinMs);
  expect(harness.onAir()).toEqual(['p2']);
  expect(harness.problemCodes()).toEqual([]);
}

const withCode =
  (status: number, code: unknown): Respond =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code, message: 'no' } }));

describe('a refusal', () => {
  it.each([
    ['a gateway’s 401', respondAsGateway(401)],
    ['a gateway’s 403', respondAsGateway(403)],
    ['a gateway’s 404', respondAsGateway(404)],
    ['a 404 without a body', ((_, response) => void response.writeHead(404).end()) as Respond],
    ['a 404 with an unknown code', withCode(404, 'NOT_FOUND')],
    ['a 404 with the code of a key', withCode(404, 'INVALID_API_KEY')],
    ['a 401 with the code of a collection', withCode(401, 'COLLECTION_NOT_FOUND')],
    ['a 401 whose code is a list', withCode(401, ['INVALID_API_KEY'])],
    [
      'a 404 that is cut off',
      ((_, response) => {
        response.writeHead(404, { 'content-length': '1000' });
        response.write('{"error":{"code":"COLLECTION_NOT_FOUND"', () => response.destroy());
      }) as Respond,
    ],
  ])(
    'that is %s counts as a failing service, is retried within seconds and gives no advice about the feed',
    async (_, fault) => {
      const harness = await startPolling();
      respond = fault;
      await advanceRequests(harness, 1);
      expect(harness.problemCodes()).toEqual(['SOURCE_FAILING']);
      const [problem] = harness.store.state().problems;
      expect(`${problem?.message} ${problem?.nextStep}`).not.toMatch(/clear|another collection|key again/i);
      await advanceRequests(harness, 6);
      expect(harness.problemCodes()).toEqual(['SOURCE_FAILING']);
      expect(harness.onAir()).toEqual(['p1']);
      await expectNextChange(harness, 16_000);
    },
  );

  it('that occurs once, as from a stray gateway, delays the next change by at most two seconds', async () => {
    const harness = await startPolling();
    respond = respondAsGateway(404);
    await advanceRequests(harness, 1);
    await expectNextChange(harness, 2000);
  });

  it.each([
    [401, 'INVALID_API_KEY', 'SOURCE_KEY_REFUSED'],
    [401, 'MISSING_API_KEY', 'SOURCE_KEY_REFUSED'],
    [404, 'COLLECTION_NOT_FOUND', 'SOURCE_COLLECTION_GONE'],
  ])(
    'with status %i and the documented code %s is believed only when it is repeated',
    async (status, code, problem) => {
      const harness = await startPolling();
      respond = withCode(status, code);
      await advanceRequests(harness, 1);
      expect(harness.problemCodes()).toEqual(['SOURCE_FAILING']);
      respond = good;
      await advanceRequests(harness, 1);
      expect(harness.problemCodes()).toEqual([]);
      respond = withCode(status, code);
      await advanceRequests(harness, 1);
      expect(harness.problemCodes()).toEqual(['SOURCE_FAILING']);
      await advanceRequests(harness, 1);
      expect(harness.problemCodes()).toEqual([problem]);
    },
  );

  it.each([
    ['poll', 401],
    ['poll', 404],
    ['push', 401],
    ['push', 404],
  ])(
    'in %s mode with status %i that was repeated once, as while a service restarts, delays the next change by at most two seconds',
    async (mode, status) => {
      const harness = await startPolling(good, { mode });
      respond = respondWithStatus(status);
      await advanceRequests(harness, 2);
      expect(harness.problemCodes()).not.toContain('SOURCE_FAILING');
      await expectNextChange(harness, 2000);
    },
  );

  it('of the key that lasts is requested again at most twice a minute', async () => {
    const harness = await startPolling();
    respond = respondWithStatus(401);
    await harness.advance(120_000);
    const before = harness.service.requests.length;
    await harness.advance(600_000);
    expect(harness.service.requests.length - before).toBeLessThanOrEqual(20);
  });

  it('by the service and one by a gateway in turn are not a repetition', async () => {
    const harness = await startPolling();
    let turn = 0;
    respond = (request, response) => {
      turn += 1;
      (turn % 2 === 1 ? respondWithStatus(404) : respondAsGateway(404))(request, response);
    };
    await advanceRequests(harness, 8);
    expect(harness.problemCodes()).toEqual(['SOURCE_FAILING']);
  });
});
