/** Faults of deliveries and of those who send them. */
import { connect } from 'node:net';
import { failing, payload } from '../../engine/source/bench.ts';
import { assert, withEngine, type Row } from '../row.ts';
import { createVersion, startEngineTestBed, defaultTestBedSettings } from '../stage.ts';

export const webhookRows: readonly Row[] = [
  withEngine(
    { id: 'F27', name: 'deliveries twice, in no order and late', injectedBy: 'sender', isQuick: true },
    { mode: 'push' },
    async (stage, chance) => {
      const versions = Array.from({ length: 12 }, (_, number) => createVersion(10 + number, chance.between(1, 4)));
      const order = [...versions, ...versions, ...versions.slice(0, 4)].sort(() => chance.next() - 0.5);
      stage.publish(versions.at(-1) ?? createVersion(10, 1));
      for (const body of order) assert('each is answered 200', (await stage.deliver(body)) === 200);
      const wanted = versions
        .at(-1)
        ?.liveContents.map((item) => item.id)
        .join();
      assert('the newest is on air', stage.onAir().join() === wanted);
      await stage.restart({});
      assert('a copy after the restart is answered 200', (await stage.deliver(versions[2] ?? null)) === 200);
      assert('and changes nothing', stage.onAir().join() === wanted);
    },
  ),
  withEngine(
    {
      id: 'F28',
      name: 'signatures wrong, missing or of another secret; sender’s clock off',
      injectedBy: 'sender',
      isQuick: true,
    },
    { mode: 'push' },
    async (stage) => {
      const before = stage.onAir().join();
      const body = createVersion(20, 2);
      assert('another secret: 401', (await stage.deliver(body, { secret: 'another' })) === 401);
      for (const signature of ['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'x'.repeat(4000), 'sha1=00'])
        assert(
          'a wrong header: 401',
          (await stage.deliver(body, { headers: { 'x-webhook-signature': signature } })) === 401,
        );
      assert('nothing changed', stage.onAir().join() === before);
      const late = new Date(Date.now() - 600_000).toISOString();
      stage.publish(body);
      assert(
        'a clock that is off, unsigned: 200',
        (await stage.deliver(body, { headers: { 'x-webhook-delivery-timestamp': late } })) === 200,
      );
    },
  ),
  withEngine(
    { id: 'F28u', name: 'a well-signed delivery that is not UTF-8', injectedBy: 'sender', isQuick: true },
    { mode: 'push' },
    async (stage) => {
      const before = stage.onAir().join();
      const body = createVersion(20, 2);
      const mangled = Buffer.from(JSON.stringify(payload({ ...body, name: 'caf\u00e9' })), 'latin1');
      assert('422, not mangled', (await stage.deliver(null, { raw: mangled })) === 422);
      assert('nothing changed', stage.onAir().join() === before);
      stage.publish(body);
      assert('the same in UTF-8 is taken', (await stage.deliver(body)) === 200);
    },
  ),
  withEngine(
    { id: 'F29', name: 'a flood of 200 a second, 5 MiB bodies, slow senders', injectedBy: 'sender', isQuick: true },
    { mode: 'push' },
    async (stage) => {
      const body = createVersion(20, 3);
      stage.publish(body);
      const slow = Array.from({ length: 20 }, () => {
        const socket = connect(stage.webhookPort(), '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write('POST /webhooks/collections HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\n{');
        return socket;
      });
      const statuses: number[] = [];
      for (let second = 0; second < 2; second += 1) {
        const sent = Array.from({ length: 200 }, async () => statuses.push(await stage.deliver(createVersion(15, 1))));
        await Promise.all(sent);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      assert(
        'all are answered 200 or 429',
        statuses.every((status) => status === 200 || status === 429),
      );
      assert('most of them 429', statuses.filter((status) => status === 429).length > 200);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const huge = await stage.deliver(null, { raw: 'x'.repeat(5 * 1024 * 1024 + 1) }).catch(() => 413);
      assert('5 MiB and one byte: 413', huge === 413);
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert('a genuine one is taken', (await stage.deliver(body)) === 200);
      await stage.waitUntil('and on air', 2000, () => stage.onAir().length === 3);
      for (const socket of slow) socket.destroy();
    },
  ),
  withEngine(
    { id: 'F29b', name: 'a slow sender is cut off and holds nobody up', injectedBy: 'sender' },
    { mode: 'push' },
    async (stage) => {
      const socket = connect(stage.webhookPort(), '127.0.0.1');
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
      socket.on('error', () => undefined);
      socket.resume();
      socket.write('POST /webhooks/collections HTTP/1.1\r\nhost: 127');
      let isClosed = false;
      void closed.then(() => {
        isClosed = true;
      });
      assert('others are taken meanwhile', (await stage.deliver(createVersion(30, 1))) === 200);
      await stage.waitUntil('cut off within seven seconds', 8000, () => isClosed);
    },
  ),
  withEngine(
    { id: 'F30', name: 'the webhook’s port is another program’s', injectedBy: 'a second listener', isQuick: true },
    { mode: 'hybrid' },
    async (stage, chance) => {
      const second = await startEngineTestBed(
        { ...defaultTestBedSettings, mode: 'hybrid', source: { push: { host: '127.0.0.1', port: stage.webhookPort() } } },
        chance,
      );
      try {
        await second.waitUntil('it is said', 4000, () => second.problemCodes().includes('WEBHOOK_PORT_TAKEN'));
        const wanted = second.edit(2).join();
        await second.waitUntil('polling goes on', 5000, () => second.onAir().join() === wanted);
      } finally {
        await second.close();
      }
    },
  ),
  withEngine(
    {
      id: 'R3',
      name: 'hybrid carries on by deliveries while the service’s API fails',
      injectedBy: 'service',
      isQuick: true,
    },
    { mode: 'hybrid' },
    async (stage, chance) => {
      stage.respondWith(failing(chance.pick([502, 503])));
      const body = createVersion(40, 2);
      await stage.waitUntil('it is said', 5000, () => stage.problemCodes().includes('SOURCE_FAILING'));
      assert('a delivery is taken', (await stage.deliver(body)) === 200);
      assert('and on air', stage.onAir().join() === body.liveContents.map((item) => item.id).join());
    },
  ),
];
