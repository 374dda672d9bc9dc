/** Faults on the connection to the service, injected with a proxy, so they run on any machine. */
import { assert, assertRecovers, createEngineRow, hasProblem, measureEdits, type Row } from '../row.ts';

const isConnectionProblem = hasProblem(
  'SOURCE_OFFLINE',
  'SOURCE_TIMEOUT',
  'SOURCE_MALFORMED',
  'SOURCE_NOT_THE_SERVICE',
);

export const networkRows: readonly Row[] = [
  createEngineRow(
    { id: 'F1', name: 'connection refused', injectedBy: 'proxy: closed port', isQuick: true },
    {},
    (testBed) =>
      assertRecovers(
        testBed,
        () => testBed.proxy.setRefusing(true),
        hasProblem('SOURCE_OFFLINE'),
        () => testBed.proxy.setRefusing(false),
      ),
  ),
  createEngineRow(
    { id: 'F2p', name: 'connection accepted, no response', injectedBy: 'proxy: silence', isQuick: true },
    {},
    (testBed) =>
      assertRecovers(
        testBed,
        () => testBed.proxy.setToxic({ kind: 'silence' }),
        hasProblem('SOURCE_TIMEOUT'),
        () => testBed.proxy.setToxic(null),
      ),
  ),
  createEngineRow(
    { id: 'F3', name: 'connection reset before or during the body', injectedBy: 'proxy: reset', isQuick: true },
    {},
    (testBed, random) =>
      assertRecovers(
        testBed,
        () => {
          testBed.edit(3);
          testBed.proxy.setToxic({ kind: 'reset', afterBytes: random.between(0, 900) });
        },
        isConnectionProblem,
        () => testBed.proxy.setToxic(null),
      ),
  ),
  createEngineRow(
    { id: 'F4', name: 'headers or body arrive one byte at a time', injectedBy: 'proxy: drip' },
    {},
    (testBed, random) =>
      assertRecovers(
        testBed,
        () => {
          testBed.edit(3);
          testBed.proxy.setToxic({ kind: 'drip', afterBytes: random.pick([0, 400]), everyMs: 200 });
        },
        hasProblem('SOURCE_TIMEOUT'),
        () => testBed.proxy.setToxic(null),
      ),
  ),
  createEngineRow(
    { id: 'F5', name: 'truncated body', injectedBy: 'proxy: truncate; service: three framings', isQuick: true },
    {},
    (testBed, random) =>
      assertRecovers(
        testBed,
        () => {
          const whole = JSON.stringify(testBed.current());
          const part = whole.slice(0, random.between(1, whole.length - 1));
          const framing = random.pick(['length', 'chunked', 'close'] as const);
          testBed.respondWith((_, response) => {
            if (framing === 'length') response.writeHead(200, { 'content-length': whole.length });
            else if (framing === 'close') response.writeHead(200, { connection: 'close' });
            response.write(part);
            setTimeout(() => (framing === 'close' ? response.end() : response.destroy()), 10);
          });
        },
        isConnectionProblem,
        () => testBed.respondWith(null),
      ),
  ),
  createEngineRow(
    { id: 'F6', name: 'responses delayed by up to 4 s, out of order', injectedBy: 'proxy: latency' },
    {},
    async (testBed, random) => {
      testBed.proxy.setToxic({ kind: 'latency', ms: 0, jitterMs: 4000 });
      let expected = '';
      for (let edit = 0; edit < 4; edit += 1) {
        expected = testBed.edit(random.between(1, 5)).join();
        await new Promise((resolve) => setTimeout(resolve, random.between(200, 1500)));
      }
      await testBed.waitUntil('the newest list is on air', 20_000, () => testBed.onAir().join() === expected);
      testBed.proxy.setToxic(null);
    },
  ),
  createEngineRow(
    { id: 'F7p', name: 'a 32 kbit/s connection', injectedBy: 'proxy: bandwidth' },
    {},
    async (testBed) => {
      testBed.proxy.setToxic({ kind: 'bandwidth', bytesPerSecond: 4000 });
      const expected = testBed.edit(5).join();
      await testBed.waitUntil('the new list is on air', 12_000, () => testBed.onAir().join() === expected);
    },
  ),
  createEngineRow(
    { id: 'F8p', name: '20 % packet loss in both directions', injectedBy: 'proxy: loss', isQuick: true },
    {},
    async (testBed, random, record) => {
      testBed.proxy.setToxic({ kind: 'loss', lossRate: 0.2 });
      const durationsMs = await measureEdits(testBed, random, 3, 18_000);
      record('change to feed at 20 % loss, ms', durationsMs);
    },
  ),
  createEngineRow(
    {
      id: 'F9p',
      name: 'the service’s name is not found after a restart',
      injectedBy: 'an address under .invalid',
      isQuick: true,
    },
    {},
    async (testBed) => {
      const before = testBed.onAir().join();
      await testBed.restart({ source: { baseUrl: 'https://service.invalid' } });
      await testBed.waitUntil('the problem is reported', 10_000, () =>
        testBed.problemCodes().includes('SOURCE_OFFLINE'),
      );
      assert('the last list is on air', testBed.onAir().join() === before);
      await testBed.restart({ source: {} });
      const expected = testBed.edit(2).join();
      await testBed.waitUntil('the new list is on air', 10_000, () => testBed.onAir().join() === expected);
    },
  ),
];
