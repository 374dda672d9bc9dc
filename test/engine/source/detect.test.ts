import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDetect } from '../../../src/engine/source/detect.ts';
import type { SignedParts } from '../../../src/engine/source/places.ts';
import { candidateTemplates, schemesThatFit } from '../../../src/engine/source/schemes.ts';
import { type Scheme, schemeOf, sign, signingOf } from '../../../src/engine/source/signature.ts';
import { type Bench, collection, createBench, payload, serving } from './bench.ts';
import { createFakeClock } from './fakeClock.ts';

// A machine that is busy with something else is no fault of what is tested here.
vi.setConfig({ testTimeout: 60_000 });

const secret = 'whsec_TWZLUTlyOEdLWXFyVHdqVVBEOElMUFpJbzJMYUxhU3c=';
const hexSecret = '0badc0de0badc0de0badc0de0badc0de';

function delivery(number: number): SignedParts {
  const data = collection('col_1', number, [`p${number}`, 'é/ü']);
  const body = JSON.stringify(payload(data), null, 1);
  return {
    body: Buffer.from(body),
    timestamp: new Date(1_795_197_600_000 + number * 1000).toISOString(),
    event: 'COLLECTION_UPDATED',
    id: `msg_${number}`,
    url: 'http://gallery.example:7412/webhooks/collections',
  };
}

/** Twenty senders, each with its own way. */
const senders: readonly (readonly [string, string])[] = [
  ['body', secret],
  ['body', hexSecret],
  ['timestamp.body', secret],
  ['{timestamp:s}.{body}', secret],
  ['{timestamp:ms}.{body}', hexSecret],
  ['{id}.{timestamp}.{body}|key=base64AfterPrefix|digest=base64|prefix=v1,', secret],
  ['v0:{timestamp}:{body}|prefix=v0=', secret],
  ['{body}|key=hex', hexSecret],
  ['{body}|key=afterPrefix', secret],
  ['{body}|key=sha256', secret],
  ['{body}|digest=base64|prefix=', secret],
  ['{timestamp}\n{body}', secret],
  ['{event}.{timestamp}.{body}', secret],
  ['{collection}.{body}', secret],
  ['{stamp}.{body}', secret],
  ['{body:compact}', secret],
  ['{body:data}', secret],
  ['{timestamp}.{body:sha256}', secret],
  ['{url}{body}', secret],
  ['{body:latin1}', secret],
];

/** A short run by default, a long one where STREAMS says so. */
const streams = Number(process.env['STREAMS'] ?? 50);

describe('detecting how the service signs', () => {
  it.each(senders)('names %s after two deliveries, not after one', (signing, key) => {
    let used: Scheme | null = null;
    const detect = createDetect(createFakeClock(), (scheme) => {
      used = scheme;
    });
    detect.begin(key);
    const send = (number: number): void => {
      const parts = delivery(number);
      detect.capture()?.({ ...parts, signature: sign(schemeOf(signing), key, parts) });
    };
    send(1);
    expect(detect.state()?.found).toBeNull();
    send(1);
    expect(detect.state()?.found).toBeNull();
    send(2);
    expect(detect.state()?.found?.signing).toBe(signing);
    expect(detect.trySigning(signing)).toEqual([true, true]);
    expect(detect.lock()).toBe(signing);
    expect(used === null ? null : signingOf(used)).toBe(signing);
    expect(detect.state()).toBeNull();
  });

  it('tries at least forty inputs and says in words whether the time is protected', () => {
    expect(candidateTemplates.length).toBeGreaterThanOrEqual(40);
    const detect = createDetect(createFakeClock(), () => undefined);
    detect.begin(secret);
    for (const number of [1, 2]) {
      const parts = delivery(number);
      detect.capture()?.({ ...parts, signature: sign(schemeOf('body'), secret, parts) });
    }
    expect(detect.state()?.found?.words).toBe(
      'Signs the body alone. The sender’s time is not protected; copies are told by their content.',
    );
    expect(JSON.stringify(detect.state())).not.toContain(secret);
  });

  it(`locks nothing for ${streams} streams signed by chance, nor with another secret`, { timeout: 600_000 }, () => {
    const parts = Array.from({ length: 20 }, (_, number) => delivery(number));
    for (let stream = 0; stream < streams; stream += 1) {
      const detect = createDetect(createFakeClock(), () => undefined);
      detect.begin(secret);
      for (const one of parts.slice(0, 4))
        detect.capture()?.({ ...one, signature: `sha256=${randomBytes(32).toString('hex')}` });
      expect(detect.lock()).toBeNull();
    }
    for (const one of parts)
      expect(schemesThatFit('another', { ...one, signature: sign(schemeOf('body'), secret, one) })).toEqual([]);
  });

  it('forgets what it took in after a day, and ends by itself', () => {
    const clock = createFakeClock();
    const detect = createDetect(clock, () => undefined);
    detect.begin(secret);
    clock.advance(24 * 60 * 60 * 1000);
    expect(detect.state()).toBeNull();
    expect(detect.capture()).toBeNull();
  });
});

describe('detecting while listening', () => {
  let bench: Bench | null = null;
  afterEach(async () => {
    await bench?.end();
    bench = null;
  });

  it('answers 503 meanwhile, changes nothing, and takes deliveries of the found way after the lock', async () => {
    bench = await createBench(
      serving(() => collection('col_1', 1, ['p1'])),
      { mode: 'push' },
    );
    await bench.source.start();
    await bench.quiet();
    const on = bench;
    bench.secrets.webhook = [secret];
    on.source.detect.begin(secret);
    const send = (second: number) => {
      const body = JSON.stringify(payload(collection('col_1', second, [`p${second}`])));
      const timestamp = new Date(on.clock.now()).toISOString();
      const parts: SignedParts = {
        body: Buffer.from(body),
        timestamp,
        event: 'COLLECTION_UPDATED',
        id: null,
        url: null,
      };
      const signature = sign(schemeOf('timestamp.body'), secret, parts) ?? '';
      return on.deliver(null, {
        raw: body,
        headers: { 'x-webhook-signature': signature, 'x-webhook-delivery-timestamp': timestamp },
      });
    };
    expect((await send(2)).status).toBe(503);
    expect((await send(3)).status).toBe(503);
    expect(on.onAir()).toEqual(['p1']);
    expect(on.source.detect.lock()).toBe('timestamp.body');
    expect((await send(3)).status).toBe(200);
    expect(on.onAir()).toEqual(['p3']);
  });

  it('refuses a signed time that is too far off, measured by the service’s clock and not ours', async () => {
    bench = await createBench(
      serving(() => collection('col_1', 1, ['p1'])),
      { mode: 'push', push: { signing: 'timestamp.body' } },
    );
    await bench.source.start();
    await bench.quiet();
    const on = bench;
    const send = (second: number, offsetMs: number) => {
      const body = JSON.stringify(payload(collection('col_1', second, [`p${second}`])));
      const timestamp = new Date(
        Date.parse('2026-11-20T18:00:00Z') + on.clock.monotonicMs() - 1000 + offsetMs,
      ).toISOString();
      const parts: SignedParts = { body: Buffer.from(body), timestamp, event: null, id: null, url: null };
      const signature = sign(schemeOf('timestamp.body'), 'secret-canary-91bd', parts) ?? '';
      return on.deliver(null, {
        raw: body,
        headers: { 'x-webhook-signature': signature, 'x-webhook-delivery-timestamp': timestamp },
      });
    };
    expect((await send(2, -301_000)).status).toBe(401);
    expect((await send(3, 301_000)).status).toBe(401);
    expect((await send(4, -299_000)).status).toBe(200);
    // Our clock jumps: the service's own time is known from its answers, so genuine deliveries go on.
    on.clock.jump(3_600_000);
    expect((await send(5, 0)).status).toBe(200);
    on.clock.jump(-7_200_000);
    expect((await send(6, 0)).status).toBe(200);
    expect(on.onAir()).toEqual(['p6']);
  });
});
