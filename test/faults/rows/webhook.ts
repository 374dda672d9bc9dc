/** Faulty deliveries and senders. */
import { connect } from 'node:net';
import { sendRaw } from '../../engine/rawRequest.ts';
import { payload, respondWithStatus } from '../../engine/sourceHarness.ts';
import { createVersion, defaultTestBedSettings, startEngineTestBed } from '../engineTestBed.ts';
import { assert, createEngineRow, type Row } from '../row.ts';

export const webhookRows: readonly Row[] = [
  createEngineRow(
    { id: 'F27', name: 'duplicate, out-of-order and late deliveries', injectedBy: 'sender', isQuick: true },
    { mode: 'push' },
    async (testBed, random) => {
      const versions = Array.from({ length: 12 }, (_, number) => createVersion(10 + number, random.between(1, 4)));
      const order = [...versions, ...versions, ...versions.slice(0, 4)].sort(() => random.next() - 0.5);
      testBed.publish(versions.at(-1) ?? createVersion(10, 1));
      for (const body of order) assert('each delivery gets 200', (await testBed.deliver(body)) === 200);
      const expected = versions
        .at(-1)
        ?.liveContents.map((item) => item.id)
        .join();
      assert('the newest list is on air', testBed.onAir().join() === expected);
      await testBed.restart({});
      assert('a duplicate after the restart gets 200', (await testBed.deliver(versions[2] ?? null)) === 200);
      assert('the duplicate changes nothing', testBed.onAir().join() === expected);
    },
  ),
  createEngineRow(
    {
      id: 'F28',
      name: 'wrong or missing signatures, another secret, a sender whose clock is wrong',
      injectedBy: 'sender',
      isQuick: true,
    },
    { mode: 'push' },
    async (testBed) => {
      const before = testBed.onAir().join();
      const body = createVersion(20, 2);
      assert('another secret gets 401', (await testBed.deliver(body, { secret: 'another' })) === 401);
      for (const signature of ['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'x'.repeat(4000), 'sha1=00'])
        assert(
          'a wrong header gets 401',
          (await testBed.deliver(body, { headers: { 'x-webhook-signature': signature } })) === 401,
        );
      assert('on air is unchanged', testBed.onAir().join() === before);
      const late = new Date(Date.now() - 600_000).toISOString();
      testBed.publish(body);
      assert(
        'a wrong clock gets 200 when the time is not signed',
        (await testBed.deliver(body, { headers: { 'x-webhook-delivery-timestamp': late } })) === 200,
      );
    },
  ),
  createEngineRow(
    { id: 'F28r', name: 'the service changes its secret, and there is no key', injectedBy: 'sender', isQuick: true },
    { mode: 'push' },
    async (testBed) => {
      testBed.secrets.apiKey = null;
      const before = createVersion(20, 2);
      assert('a delivery with the old secret gets 200', (await testBed.deliver(before)) === 200);
      assert('the feed is fresh', testBed.state().source.freshness === 'fresh');
      const secret = 'secret-canary-rotated';
      const lost = createVersion(21, 3);
      assert('a delivery with the new secret gets 401', (await testBed.deliver(lost, { secret })) === 401);
      await testBed.waitUntil('the feed is stale', 1000, () => testBed.state().source.freshness === 'stale');
      const codes = testBed.problemCodes();
      assert('the signature is reported', codes.includes('WEBHOOK_SIGNATURE_WRONG'));
      assert('the doubt is reported', codes.includes('SOURCE_UNCONFIRMED'));
      assert(
        'both are in the log',
        /WEBHOOK_SIGNATURE_WRONG[\s\S]*SOURCE_UNCONFIRMED/.test(testBed.logLines.join('\n')),
      );
      assert('on air is unchanged', testBed.onAir().length === 2);
      await testBed.restart({});
      assert('the feed is not fresh after a restart', testBed.state().source.freshness !== 'fresh');
      await testBed.waitUntil('the doubt is reported after it', 1000, () =>
        testBed.problemCodes().includes('SOURCE_UNCONFIRMED'),
      );
      testBed.secrets.webhook = [secret];
      assert('with the new secret here it gets 200', (await testBed.deliver(createVersion(22, 4), { secret })) === 200);
      assert('the new list is on air', testBed.onAir().length === 4);
      await testBed.waitUntil('the feed is fresh', 1000, () => testBed.state().source.freshness === 'fresh');
      assert('the source has no problem', !/SOURCE_|WEBHOOK_/.test(testBed.problemCodes().join()));
    },
  ),
  createEngineRow(
    { id: 'F28u', name: 'a validly signed delivery that is not UTF-8', injectedBy: 'sender', isQuick: true },
    { mode: 'push' },
    async (testBed) => {
      const before = testBed.onAir().join();
      const body = createVersion(20, 2);
      const latin1Body = Buffer.from(JSON.stringify(payload({ ...body, name: 'caf\u00e9' })), 'latin1');
      assert('Latin-1 gets 422', (await testBed.deliver(null, { raw: latin1Body })) === 422);
      assert('on air is unchanged', testBed.onAir().join() === before);
      testBed.publish(body);
      assert('the same in UTF-8 is accepted', (await testBed.deliver(body)) === 200);
    },
  ),
  createEngineRow(
    {
      id: 'F29',
      name: '200 deliveries a second, bodies over 5 MiB, slow senders',
      injectedBy: 'sender',
      isQuick: true,
    },
    { mode: 'push' },
    async (testBed) => {
      const body = createVersion(20, 3);
      testBed.publish(body);
      const slowSenders = Array.from({ length: 20 }, () => {
        const socket = connect(testBed.webhookPort(), '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write('POST /webhooks/collections HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\n{');
        return socket;
      });
      const startedMs = performance.now();
      const send = async () => testBed.deliver(createVersion(15, 1));
      const statuses = await Promise.all(Array.from({ length: 400 }, send));
      const seconds = (performance.now() - startedMs) / 1000;
      assert(
        'each delivery gets 200 or 429',
        statuses.every((status) => status === 200 || status === 429),
      );
      const accepted = statuses.filter((status) => status === 200).length;
      assert(`at most 50, and 50 a second, get 200 (${accepted} in ${seconds} s)`, accepted <= 50 + 50 * seconds);
      assert('the others get 429', accepted < 400);
      const oversized = { 'content-length': 5 * 1024 * 1024 + 1 };
      let oversizedStatus = 429;
      await testBed.waitUntil('the delivery of 5 MiB and one byte is not rate-limited', 2000, async () => {
        const base = `http://127.0.0.1:${testBed.webhookPort()}`;
        const sent = { method: 'POST', path: '/webhooks/collections', headers: oversized, body: '{' };
        ({ status: oversizedStatus } = await sendRaw(base, sent));
        return oversizedStatus !== 429;
      });
      assert(`5 MiB and one byte gets 413, not ${oversizedStatus}`, oversizedStatus === 413);
      await testBed.waitUntil('a valid delivery is accepted', 2000, async () => (await testBed.deliver(body)) === 200);
      await testBed.waitUntil('the delivery is on air', 2000, () => testBed.onAir().length === 3);
      for (const socket of slowSenders) socket.destroy();
    },
  ),
  createEngineRow(
    { id: 'F29b', name: 'a slow sender is disconnected and does not delay other deliveries', injectedBy: 'sender' },
    { mode: 'push' },
    async (testBed) => {
      const socket = connect(testBed.webhookPort(), '127.0.0.1');
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
      socket.on('error', () => undefined);
      socket.resume();
      socket.write('POST /webhooks/collections HTTP/1.1\r\nhost: 127');
      let isClosed = false;
      void closed.then(() => {
        isClosed = true;
      });
      assert('other deliveries are accepted meanwhile', (await testBed.deliver(createVersion(30, 1))) === 200);
      await testBed.waitUntil('the slow sender is disconnected', 8000, () => isClosed);
    },
  ),
  createEngineRow(
    { id: 'F30', name: 'another program uses the webhook port', injectedBy: 'a second listener', isQuick: true },
    { mode: 'hybrid' },
    async (testBed, random, record) => {
      const second = await startEngineTestBed(
        {
          ...defaultTestBedSettings,
          mode: 'hybrid',
          source: { push: { host: '127.0.0.1', port: testBed.webhookPort() } },
        },
        random,
        record,
      );
      try {
        await second.waitUntil('the problem is reported', 4000, () =>
          second.problemCodes().includes('WEBHOOK_PORT_TAKEN'),
        );
        const expected = second.edit(2).join();
        await second.waitUntil('polling continues', 5000, () => second.onAir().join() === expected);
      } finally {
        await second.close();
      }
    },
  ),
  createEngineRow(
    {
      id: 'R3',
      name: 'in hybrid mode deliveries continue while the service’s API fails',
      injectedBy: 'service',
      isQuick: true,
    },
    { mode: 'hybrid' },
    async (testBed, random) => {
      testBed.respondWith(respondWithStatus(random.pick([502, 503])));
      const body = createVersion(40, 2);
      await testBed.waitUntil('the problem is reported', 5000, () => testBed.problemCodes().includes('SOURCE_FAILING'));
      assert('a delivery is accepted', (await testBed.deliver(body)) === 200);
      assert('the delivery is on air', testBed.onAir().join() === body.liveContents.map((item) => item.id).join());
    },
  ),
];
