import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitUntil } from '../../waitUntil.ts';
import {
  collection,
  createHarness,
  type Harness,
  payload,
  respondWithCollection,
  webhookSecret,
} from '../sourceHarness.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Starts a source in push mode that has version 10 of col_1, with p1 and p2 live. */
async function startListening(): Promise<Harness> {
  const harness = await createHarness(
    respondWithCollection(() => collection('col_1', 10, ['p1', 'p2'])),
    { mode: 'push' },
  );
  await harness.source.start();
  await harness.settle();
  return harness;
}

const update = (second: number) => payload(collection('col_1', second, ['p3']));
const unsigned = { headers: { 'x-webhook-signature': '' } };
const wrong = { secret: 'of-somebody-else' };

const flood = async (harness: Harness, count: number, overrides: object): Promise<readonly number[]> =>
  (await Promise.all(Array.from({ length: count }, () => harness.deliver(update(5), overrides)))).map(
    ({ status }) => status,
  );

/** Sends one request from another address of this machine, and resolves with its status. */
function sendFrom(
  harness: Harness,
  localAddress: string,
  body: string,
  secret: string,
  isWhole = true,
): Promise<number> {
  const { port, pathname } = new URL(harness.source.webhookAddress() ?? '');
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const head = [
    `POST ${pathname} HTTP/1.1`,
    'Host: 127.0.0.1',
    'X-Webhook-Event: COLLECTION_UPDATED',
    `X-Webhook-Delivery-Timestamp: ${new Date(harness.clock.now()).toISOString()}`,
    `X-Webhook-Signature: sha256=${signature}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    socket.once('error', reject);
    socket.once('data', (bytes) => resolve(Number(String(bytes).split(' ')[1])));
    socket.write(`${head.join('\r\n')}\r\n\r\n${isWhole ? body : body.slice(0, 1)}`);
  });
}

describe('a flood of deliveries that are not signed correctly', () => {
  it.each([
    ['without a signature', unsigned],
    ['with a wrong signature', wrong],
  ])('%s does not keep a signed one from the same address out', async (_, overrides) => {
    const harness = await startListening();
    const statuses = await flood(harness, 200, overrides);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(150);
    expect((await harness.deliver(update(20))).status).toBe(200);
    expect(harness.onAir()).toEqual(['p3']);
    expect(harness.problemCodes()).toContain('WEBHOOK_FLOODED');
  });

  it('from one address is not counted for another', async () => {
    const harness = await startListening();
    await flood(harness, 60, wrong);
    const body = JSON.stringify(update(5));
    expect(await sendFrom(harness, '127.0.0.2', body, 'of-somebody-else')).toBe(401);
    expect(await sendFrom(harness, '127.0.0.1', body, 'of-somebody-else')).toBe(429);
  });

  it('that are long is refused unread once checking them takes too much of the processor', async () => {
    const harness = await startListening();
    const long = { ...wrong, raw: `{"long":"${'x'.repeat(5_000_000)}"}` };
    const statuses: number[] = [];
    for (let sent = 0; sent < 40; sent += 1)
      statuses.push((await harness.deliver(null, long).catch(() => ({ status: 429 }))).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await harness.deliver(update(20))).status).toBe(200);
  });

  it('does not fill every place with requests that never end, once the service is known', async () => {
    const harness = await startListening();
    expect((await harness.deliver(update(20))).status).toBe(200);
    const body = JSON.stringify(update(5));
    const slow = Array.from({ length: 120 }, (_, index) =>
      sendFrom(harness, `127.0.0.${10 + (index % 5)}`, body, 'of-somebody-else', false),
    );
    await waitUntil('some are refused', async () => (await Promise.race(slow)) === 429);
    for (const promise of slow) promise.catch(() => undefined);
    expect(await sendFrom(harness, '127.0.0.1', JSON.stringify(update(30)), webhookSecret)).toBe(200);
  });

  it('gives the place of a slow body to a signed one from the same address, as behind a reverse proxy', async () => {
    const harness = await startListening();
    expect((await harness.deliver(update(20))).status).toBe(200);
    const body = JSON.stringify(update(5));
    const slow = Array.from({ length: 110 }, () =>
      sendFrom(harness, '127.0.0.1', body, 'of-somebody-else', false).catch(() => 0),
    );
    await waitUntil('some are refused', async () => (await Promise.race(slow)) === 429);
    const deliver = () => sendFrom(harness, '127.0.0.1', JSON.stringify(update(30)), webhookSecret);
    await waitUntil('it is accepted', async () => (await deliver()) === 200);
    expect((await Promise.all(slow.slice(0, 1)))[0]).toBe(503);
  });
});
