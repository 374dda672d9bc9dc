import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createSetupHandlers, type SetupCommandDeps } from '../../../src/engine/commands/setupCommands.ts';
import type { Ports } from '../../../src/engine/ports.ts';
import { candidateTemplates, findMatchingSchemes } from '../../../src/engine/signing/schemes.ts';
import { formatSigning, parseSigning, type Scheme } from '../../../src/engine/signing/signature.ts';
import {
  createSignatureDetector,
  maxTriedBytes,
  type SignatureDetector,
} from '../../../src/engine/signing/signatureDetector.ts';
import type { DeliveryParts, SignedDelivery } from '../../../src/engine/signing/templateFields.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { collection, createHarness, payload, respondWithCollection } from '../sourceHarness.ts';
import { sign } from './sign.ts';

// Generous, because the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const secret = 'whsec_TWZLUTlyOEdLWXFyVHdqVVBEOElMUFpJbzJMYUxhU3c=';
const peer = '198.51.100.20';
const hexSecret = '0badc0de0badc0de0badc0de0badc0de';

function createDelivery(number: number): DeliveryParts {
  const data = collection('col_1', number, [`p${number}`, 'é/ü']);
  const body = JSON.stringify(payload(data), null, 1);
  return {
    body: Buffer.from(body),
    timestamp: new Date(1_795_197_600_000 + number * 1000).toISOString(),
    event: 'COLLECTION_UPDATED',
    id: `msg_${number}`,
  };
}

/** `secrets` are used to verify deliveries. */
const origin = { by: 'Ines', at: '2026-11-20T18:00:00Z' };

/** A detector with the commands of the desk. */
function openDetection(webhookSecrets: Ports['secrets']['webhookSecrets']) {
  const ports = createPorts();
  const detector = createSignatureDetector(
    { ...ports, secrets: { ...ports.secrets, webhookSecrets } },
    () => undefined,
    () => undefined,
  );
  const source = { signatureDetector: detector };
  return { detector, handlers: createSetupHandlers({ source } as unknown as SetupCommandDeps) };
}

function createPorts(clock = createFakeClock(), secrets: readonly string[] = [secret]): Ports {
  return {
    clock,
    log: () => undefined,
    secrets: { apiKey: async () => null, webhookSecrets: async () => secrets, deskToken: async () => '' },
  };
}

/** Captures the delivery and waits until every format was tried on it. */
async function capture(detector: SignatureDetector, signed: SignedDelivery): Promise<void> {
  detector.captureHandler()?.(signed, peer);
  await waitUntilTried(detector);
}

function waitUntilTried(detector: Pick<SignatureDetector, 'state'>): Promise<void> {
  const isTrying = () => detector.state()?.captured.some(({ note }) => note === 'Trying signature formats.');
  return expect.poll(isTrying, { interval: 1 }).toBe(false);
}

const standardSigning = '{id}.{timestamp}.{body}|key=base64|digest=base64|prefix=v1,';

/** Senders with the formats that are common, and one of each key and digest. */
const senders: readonly (readonly [string, string])[] = [
  ['body', secret],
  ['{body}|digest=base64|prefix=', secret],
  ['{body}|key=hex', hexSecret],
  ['timestamp.body', secret],
  ['{timestamp:s}.{body}', secret],
  ['{timestamp:ms}.{body}', hexSecret],
  [standardSigning, secret],
  [standardSigning, secret.slice('whsec_'.length)],
  ['{id}.{timestamp:s}.{body}', secret],
  ['{timestamp}{body}', secret],
  ['{timestamp}:{body}', secret],
  ['v0:{timestamp}:{body}|prefix=v0=', secret],
];

/** A short run by default; set STREAMS for a long one. */
const streams = Number(process.env['STREAMS'] ?? 50);

describe('detecting the signature format', () => {
  it.each(senders)('finds %s after two deliveries, not after one', async (signing, key) => {
    let applied: Scheme | null = null;
    const detector = createSignatureDetector(
      createPorts(createFakeClock(), [key]),
      (scheme) => {
        applied = scheme;
      },
      () => undefined,
    );
    await detector.start(key);
    const send = (number: number): Promise<void> => {
      const parts = createDelivery(number);
      return capture(detector, { ...parts, signature: sign(parseSigning(signing), key, parts) });
    };
    await send(1);
    expect(detector.state()?.found).toBeNull();
    await send(1);
    expect(detector.state()?.found).toBeNull();
    await send(2);
    expect(detector.state()?.found?.signing).toBe(signing);
    expect(await detector.trySigning(signing)).toEqual([true, true]);
    expect(await detector.lock()).toEqual({ kind: 'locked', signing });
    expect(applied === null ? null : formatSigning(applied)).toBe(signing);
    expect(detector.state()).toBeNull();
  });

  it('says what is signed, with which key, and whether the timestamp is signed', async () => {
    const detector = createSignatureDetector(
      createPorts(),
      () => undefined,
      () => undefined,
    );
    await detector.start(secret);
    for (const number of [1, 2]) {
      const parts = createDelivery(number);
      await capture(detector, { ...parts, signature: sign(parseSigning('body'), secret, parts) });
    }
    expect(detector.state()?.found?.words).toBe(
      'HMAC-SHA256 of the raw body, hex, with the secret as text. The timestamp is not signed. Replaying a delivery has no effect.',
    );
    expect(JSON.stringify(detector.state())).not.toContain(secret);
  });

  it(`locks nothing for ${streams} streams with random signatures, nor with another secret`, {
    timeout: 600_000,
  }, async () => {
    const deliveries = Array.from({ length: 20 }, (_, number) => createDelivery(number));
    for (let stream = 0; stream < streams; stream += 1) {
      const detector = createSignatureDetector(
        createPorts(),
        () => undefined,
        () => undefined,
      );
      await detector.start(secret);
      for (const delivery of deliveries.slice(0, 4))
        detector.captureHandler()?.({ ...delivery, signature: `sha256=${randomBytes(32).toString('hex')}` }, peer);
      await waitUntilTried(detector);
      expect(await detector.lock()).toEqual({ kind: 'notFound' });
    }
    for (const delivery of deliveries)
      expect(
        await findMatchingSchemes(
          ['another'],
          { ...delivery, signature: sign(parseSigning('body'), secret, delivery) },
          async () => undefined,
        ),
      ).toEqual([]);
  });

  it('yields between steps, so that a feed is served while a large delivery is tried', async () => {
    const detector = createSignatureDetector(
      createPorts(),
      () => undefined,
      () => undefined,
    );
    await detector.start(secret);
    const parts = { ...createDelivery(1), body: Buffer.from(JSON.stringify({ data: {}, more: 'x'.repeat(40_000) })) };
    detector.captureHandler()?.({ ...parts, signature: `sha256=${'0'.repeat(64)}` }, peer);
    let turns = 0;
    while (detector.state()?.captured[0]?.note !== null && turns < 10_000) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    // At least one turn for each format and each key.
    expect(turns).toBeGreaterThan(2 * candidateTemplates.length);
    expect(turns).toBeLessThan(10_000);
  });

  it('tries no format on a delivery that is too large, and says so', async () => {
    const detector = createSignatureDetector(
      createPorts(),
      () => undefined,
      () => undefined,
    );
    await detector.start(secret);
    const body = Buffer.alloc(maxTriedBytes + 1, 120);
    const parts = { ...createDelivery(1), body };
    for (const _ of [1, 2]) await capture(detector, { ...parts, signature: sign(parseSigning('body'), secret, parts) });
    expect(detector.state()?.captured).toMatchObject([
      {
        bytes: maxTriedBytes + 1,
        hasSignature: true,
        fits: [],
        note: 'Larger than 48 KiB, so no format was tried. Change something in a smaller collection.',
      },
    ]);
    expect(await detector.trySigning('body')).toEqual([false]);
    expect(await detector.lock()).toEqual({ kind: 'notFound' });
  });

  it('captures no more than it can try, and keeps matches when wrongly signed deliveries follow', async () => {
    const detector = createSignatureDetector(
      createPorts(),
      () => undefined,
      () => undefined,
    );
    await detector.start(secret);
    for (const number of [1, 2]) {
      const parts = createDelivery(number);
      await capture(detector, { ...parts, signature: sign(parseSigning('body'), secret, parts) });
    }
    for (let number = 3; number < 60; number += 1)
      detector.captureHandler()?.({ ...createDelivery(number), signature: `sha256=${'0'.repeat(64)}` }, peer);
    expect(detector.state()?.captured).toHaveLength(12);
    for (let number = 3; number < 60; number += 1)
      await capture(detector, { ...createDelivery(number), signature: `sha256=${'0'.repeat(64)}` });
    expect(detector.state()?.captured).toHaveLength(20);
    expect(await detector.lock()).toEqual({ kind: 'locked', signing: 'body' });
  });

  it('refuses to lock a format found with a secret that is not set, and locks once it is set', async () => {
    const secrets = ['the old secret'];
    let applied: Scheme | null = null;
    const detector = createSignatureDetector(
      createPorts(createFakeClock(), secrets),
      (scheme) => {
        applied = scheme;
      },
      () => undefined,
    );
    await detector.start(secret);
    for (const number of [1, 2]) {
      const parts = createDelivery(number);
      await capture(detector, { ...parts, signature: sign(parseSigning('body'), secret, parts) });
    }
    expect(await detector.lock()).toEqual({ kind: 'secretNotSet' });
    expect([applied, detector.state()?.found?.signing]).toEqual([null, 'body']);
    // Set as the next secret, as during a rotation.
    secrets.push(secret);
    expect(await detector.lock()).toEqual({ kind: 'locked', signing: 'body' });
    expect(applied).not.toBeNull();
  });

  it('discards results of an earlier search', async () => {
    const detector = createSignatureDetector(
      createPorts(),
      () => undefined,
      () => undefined,
    );
    await detector.start('another secret');
    const parts = createDelivery(1);
    const signed = { ...parts, signature: sign(parseSigning('body'), secret, parts) };
    detector.captureHandler()?.(signed, peer);
    await new Promise((resolve) => setImmediate(resolve));
    await detector.start(secret);
    await capture(detector, signed);
    expect(detector.state()?.captured).toMatchObject([{ fits: ['body'], note: null }]);
  });

  it('tries the secrets in use, also the next one, when it is started without a secret, and says where a delivery came from', async () => {
    const detector = createSignatureDetector(
      createPorts(createFakeClock(), ['the old secret', secret]),
      () => undefined,
      () => undefined,
    );
    expect(await detector.start(null)).toMatchObject({ captured: [], formats: 27 });
    const parts = createDelivery(1);
    await capture(detector, { ...parts, signature: sign(parseSigning('body'), secret, parts) });
    expect(detector.state()?.captured).toMatchObject([{ fits: ['body'], from: peer }]);
  });

  it('obeys a stop or another start that comes while the secrets are read for a start', async () => {
    let finishReading = (): void => undefined;
    const webhookSecrets = () =>
      new Promise<readonly string[]>((resolve) => {
        finishReading = () => resolve([secret]);
      });
    const { detector, handlers } = openDetection(webhookSecrets);
    const stopped = handlers.startDetection({ secret: null }, origin);
    await handlers.stopDetection({}, origin);
    finishReading();
    expect(await stopped).toMatchObject({ code: 'DETECT_NONE', message: expect.stringContaining('stopped meanwhile') });
    expect(detector.state()).toBeNull();
    const replaced = detector.start(null);
    await detector.start('another secret');
    await capture(detector, { ...createDelivery(1), signature: null });
    finishReading();
    expect(await replaced).toMatchObject({ captured: [{ fits: [] }] });
  });

  it('does not start without a secret when none is in use', async () => {
    const detector = createSignatureDetector(
      createPorts(createFakeClock(), []),
      () => undefined,
      () => undefined,
    );
    expect(await detector.start(null)).toBeNull();
    expect(detector.state()).toBeNull();
  });

  it('says why it can’t start or lock when the secrets can’t be read', async () => {
    const webhookSecrets = () => Promise.reject(Object.assign(new Error('unreadable'), { code: 'EACCES' }));
    const { detector, handlers } = openDetection(webhookSecrets);
    const refused = { ok: false, code: 'SECRETS_UNREADABLE', message: expect.stringContaining('(EACCES)') };
    expect(await handlers.startDetection({ secret: null }, origin)).toMatchObject(refused);
    expect(detector.state()).toBeNull();
    expect(await handlers.startDetection({ secret }, origin)).toMatchObject({ ok: true });
    expect(await handlers.lockDetection({}, origin)).toMatchObject(refused);
  });

  it('tries the captured deliveries again when it is started with another secret', async () => {
    const detector = createSignatureDetector(
      createPorts(),
      () => undefined,
      () => undefined,
    );
    await detector.start('the wrong secret');
    for (const number of [1, 2]) {
      const parts = createDelivery(number);
      await capture(detector, { ...parts, signature: sign(parseSigning('body'), secret, parts) });
    }
    expect(detector.state()?.found).toBeNull();
    await detector.start(secret);
    await waitUntilTried(detector);
    expect(detector.state()?.found?.signing).toBe('body');
  });

  it('ends 15 minutes after its start or the last try of a template, and says so until the next start', async () => {
    const clock = createFakeClock();
    const logged: string[] = [];
    const ports: Ports = { ...createPorts(clock), log: (_, code) => void logged.push(code) };
    const forgotten: boolean[] = [];
    const detector = createSignatureDetector(
      ports,
      () => undefined,
      (isForgotten) => forgotten.push(isForgotten),
    );
    await detector.start(secret);
    const minutes = 60_000;
    clock.advance(14 * minutes);
    await detector.trySigning('{body}');
    clock.advance(14 * minutes);
    expect(detector.state()).not.toBeNull();
    expect(logged).toEqual([]);
    clock.advance(minutes);
    expect(detector.state()).toBeNull();
    expect(detector.captureHandler()).toBeNull();
    expect(logged).toEqual(['DETECT_ENDED']);
    expect(forgotten.at(-1)).toBe(true);
    await detector.start(secret);
    expect(forgotten.at(-1)).toBe(false);
  });
});

describe('detecting while listening', () => {
  it('responds 503 and changes nothing until the format is locked, then accepts deliveries', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { mode: 'push' },
    );
    await running.source.start();
    await running.settle();
    const harness = running;
    running.secrets.webhook = [secret];
    await harness.source.signatureDetector.start(secret);
    const send = (second: number) => {
      const body = JSON.stringify(payload(collection('col_1', second, [`p${second}`])));
      const timestamp = new Date(harness.clock.now()).toISOString();
      const parts: DeliveryParts = {
        body: Buffer.from(body),
        timestamp,
        event: 'COLLECTION_UPDATED',
        id: null,
      };
      const signature = sign(parseSigning('timestamp.body'), secret, parts) ?? '';
      return harness.deliver(null, {
        raw: body,
        headers: { 'x-webhook-signature': signature, 'x-webhook-delivery-timestamp': timestamp },
      });
    };
    expect((await send(2)).status).toBe(503);
    expect((await send(3)).status).toBe(503);
    expect(harness.onAir()).toEqual(['p1']);
    await waitUntilTried(harness.source.signatureDetector);
    expect(await harness.source.signatureDetector.lock()).toEqual({ kind: 'locked', signing: 'timestamp.body' });
    expect((await send(3)).status).toBe(200);
    expect(harness.onAir()).toEqual(['p3']);
  });

  it('refuses a signed time outside the tolerance, measured by the service’s clock and not ours', async () => {
    const running = await createHarness(
      respondWithCollection(() => collection('col_1', 1, ['p1'])),
      { mode: 'push', push: { signing: 'timestamp.body' } },
    );
    await running.source.start();
    await running.settle();
    const harness = running;
    const send = (second: number, offsetMs: number) => {
      const body = JSON.stringify(payload(collection('col_1', second, [`p${second}`])));
      const timestamp = new Date(
        Date.parse('2026-11-20T18:00:00Z') + harness.clock.monotonicMs() - 1000 + offsetMs,
      ).toISOString();
      const parts: DeliveryParts = { body: Buffer.from(body), timestamp, event: null, id: null };
      const signature = sign(parseSigning('timestamp.body'), 'secret-canary-91bd', parts) ?? '';
      return harness.deliver(null, {
        raw: body,
        headers: { 'x-webhook-signature': signature, 'x-webhook-delivery-timestamp': timestamp },
      });
    };
    expect((await send(2, -301_000)).status).toBe(401);
    expect((await send(3, 301_000)).status).toBe(401);
    expect((await send(4, -299_000)).status).toBe(200);
    // Our clock jumps, but the service's time is known from its responses, so genuine deliveries are accepted.
    harness.clock.jump(3_600_000);
    expect((await send(5, 0)).status).toBe(200);
    harness.clock.jump(-7_200_000);
    expect((await send(6, 0)).status).toBe(200);
    expect(harness.onAir()).toEqual(['p6']);
  });
});
