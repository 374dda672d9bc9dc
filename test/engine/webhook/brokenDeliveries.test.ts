/** Tests that a delivery which arrives too slowly or broken is sent again, and is news if its sender signed correctly before. */
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import {
  collection,
  createHarness,
  type Harness,
  payload,
  payloadNow,
  respondWithCollection,
  webhookSecret,
} from '../sourceHarness.ts';

// Generous, because the limits for slow requests are seconds.
vi.setConfig({ testTimeout: 60_000 });

async function start({ hasKey, isKnown }: { hasKey: boolean; isKnown: boolean }): Promise<Harness> {
  const running = await createHarness(
    respondWithCollection(() => collection('col_1', 10, ['p1', 'bad'])),
    { mode: 'push' },
  );
  if (!hasKey) running.secrets.apiKey = null;
  await running.source.start();
  await running.settle();
  if (isKnown) await running.deliver(payload(collection('col_1', 11, ['p1', 'bad'])));
  return running;
}

const body = JSON.stringify(payload(collection('col_1', 12, ['p1'])));
const signature = `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`;

/** The head of a signed takedown, with more lines. */
function headOf(harness: Harness, lines: readonly string[]): string {
  const { host, pathname } = new URL(harness.source.webhookAddress() ?? '');
  return [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, `X-Webhook-Signature: ${signature}`, ...lines, '', ''].join(
    '\r\n',
  );
}

/** Sends these bytes, and resolves with the response once the connection is closed. */
function send(harness: Harness, bytes: string): Promise<string> {
  const { port } = new URL(harness.source.webhookAddress() ?? '');
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      response += chunk;
      if (response.startsWith('HTTP/1.1 200')) socket.destroy();
    });
    socket.on('close', () => resolve(response));
    socket.on('error', () => undefined);
  });
}

const length = `Content-Length: ${Buffer.byteLength(body)}`;
const broken: readonly (readonly [name: string, bytes: (harness: Harness) => string])[] = [
  ['a broken chunk', (harness) => `${headOf(harness, ['Transfer-Encoding: chunked'])}5\r\n{"eve\r\nZZZ\r\n`],
  ['20 kB of headers', (harness) => headOf(harness, [length, `X-Pad: ${'x'.repeat(20_000)}`]) + body],
  ['half a head', (harness) => headOf(harness, [length]).slice(0, 60)],
  ['half a body', (harness) => headOf(harness, [length]) + body.slice(0, 50)],
];

describe('a delivery with', () => {
  it.each(broken)('%s gets 503, and makes the feed stale without a key', async (_, bytesOf) => {
    const harness = await start({ hasKey: false, isKnown: true });
    expect(harness.store.state().source.freshness).toBe('fresh');
    expect(await send(harness, bytesOf(harness))).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d/i);
    await harness.settle();
    expect(harness.store.state().source.freshness).toBe('stale');
    expect(harness.problemCodes()).toEqual(expect.arrayContaining(['WEBHOOK_BROKEN', 'SOURCE_UNCONFIRMED']));
    await harness.deliver(payloadNow(harness, collection('col_1', 12, ['p1'])));
    await harness.settle();
    expect([harness.onAir(), harness.store.state().source.freshness, harness.problemCodes()]).toEqual([
      ['p1'],
      'fresh',
      [],
    ]);
  });

  it('a broken chunk is followed by a check with a key', async () => {
    const harness = await start({ hasKey: true, isKnown: true });
    harness.service.respond = respondWithCollection(() => collection('col_1', 12, ['p1']));
    const [, bytesOf] = broken[0] ?? [];
    await send(harness, bytesOf?.(harness) ?? '');
    await harness.advance(6000);
    expect(harness.onAir()).toEqual(['p1']);
  });

  it.each(broken.slice(0, 2))(
    '%s from a stranger changes nothing, and gets no answer after which the service would give up',
    async (_, bytesOf) => {
      const harness = await start({ hasKey: false, isKnown: false });
      const before = harness.store.state().source;
      expect(await send(harness, bytesOf(harness))).toBe('');
      await harness.settle();
      expect(harness.problemCodes()).toEqual([]);
      expect(harness.store.state().source.freshness).toBe(before.freshness);
    },
  );

  it('an unknown Expect header is applied', async () => {
    const harness = await start({ hasKey: false, isKnown: true });
    expect(await send(harness, headOf(harness, [length, 'Expect: 200-ok']) + body)).toMatch(/^HTTP\/1\.1 200/);
    expect(harness.onAir()).toEqual(['p1']);
  });
});
