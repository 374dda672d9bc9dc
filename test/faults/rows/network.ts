/** Faults of the line between here and the service, as a proxy of our own brings them about on any machine. */
import { measureEdits, assertRecovers, assert, withEngine, type Row, hasProblem } from '../row.ts';

const isConnectionProblem = hasProblem('SOURCE_OFFLINE', 'SOURCE_TIMEOUT', 'SOURCE_MALFORMED', 'SOURCE_NOT_THE_SERVICE');

export const networkRows: readonly Row[] = [
  withEngine({ id: 'F1', name: 'connection refused', injectedBy: 'proxy: closed port', isQuick: true }, {}, (stage) =>
    assertRecovers(
      stage,
      () => stage.proxy.refuse(true),
      hasProblem('SOURCE_OFFLINE'),
      () => stage.proxy.refuse(false),
    ),
  ),
  withEngine({ id: 'F2p', name: 'taken and never answered', injectedBy: 'proxy: silence', isQuick: true }, {}, (stage) =>
    assertRecovers(
      stage,
      () => stage.proxy.set({ kind: 'silence' }),
      hasProblem('SOURCE_TIMEOUT'),
      () => stage.proxy.set(null),
    ),
  ),
  withEngine(
    { id: 'F3', name: 'reset before or amid the body', injectedBy: 'proxy: reset', isQuick: true },
    {},
    (stage, chance) =>
      assertRecovers(
        stage,
        () => {
          stage.edit(3);
          stage.proxy.set({ kind: 'reset', afterBytes: chance.between(0, 900) });
        },
        isConnectionProblem,
        () => stage.proxy.set(null),
      ),
  ),
  withEngine({ id: 'F4', name: 'one byte at a time, headers or body', injectedBy: 'proxy: drip' }, {}, (stage, chance) =>
    assertRecovers(
      stage,
      () => {
        stage.edit(3);
        stage.proxy.set({ kind: 'drip', afterBytes: chance.pick([0, 400]), everyMs: 200 });
      },
      hasProblem('SOURCE_TIMEOUT'),
      () => stage.proxy.set(null),
    ),
  ),
  withEngine(
    { id: 'F5', name: 'body cut short', injectedBy: 'proxy: truncate; service: three framings', isQuick: true },
    {},
    (stage, chance) =>
      assertRecovers(
        stage,
        () => {
          const whole = JSON.stringify(stage.current());
          const part = whole.slice(0, chance.between(1, whole.length - 1));
          const framing = chance.pick(['length', 'chunked', 'close'] as const);
          stage.respondWith((_, response) => {
            if (framing === 'length') response.writeHead(200, { 'content-length': whole.length });
            else if (framing === 'close') response.writeHead(200, { connection: 'close' });
            response.write(part);
            setTimeout(() => (framing === 'close' ? response.end() : response.destroy()), 10);
          });
        },
        isConnectionProblem,
        () => stage.respondWith(null),
      ),
  ),
  withEngine(
    { id: 'F6', name: 'answers late by up to four seconds, in no order', injectedBy: 'proxy: latency' },
    {},
    async (stage, chance) => {
      stage.proxy.set({ kind: 'latency', ms: 0, jitterMs: 4000 });
      let wanted = '';
      for (let edits = 0; edits < 4; edits += 1) {
        wanted = stage.edit(chance.between(1, 5)).join();
        await new Promise((resolve) => setTimeout(resolve, chance.between(200, 1500)));
      }
      await stage.waitUntil('the newest is on air', 20_000, () => stage.onAir().join() === wanted);
      stage.proxy.set(null);
    },
  ),
  withEngine({ id: 'F7p', name: 'a line of 32 kbit/s', injectedBy: 'proxy: bandwidth' }, {}, async (stage) => {
    stage.proxy.set({ kind: 'bandwidth', bytesPerSecond: 4000 });
    const wanted = stage.edit(5).join();
    await stage.waitUntil('the new list is on air', 12_000, () => stage.onAir().join() === wanted);
  }),
  withEngine(
    { id: 'F8p', name: 'a packet in five lost, either way', injectedBy: 'proxy: loss', isQuick: true },
    {},
    async (stage, chance, measured) => {
      stage.proxy.set({ kind: 'loss', lossRate: 0.2 });
      const tookMs = await measureEdits(stage, chance, 3, 18_000);
      measured('change to feed at 20 % loss, ms', tookMs);
    },
  ),
  withEngine(
    {
      id: 'F9p',
      name: 'a name that cannot be found, after a start with the last list',
      injectedBy: 'an address under .invalid',
      isQuick: true,
    },
    {},
    async (stage) => {
      const before = stage.onAir().join();
      await stage.restart({ source: { baseUrl: 'https://service.invalid' } });
      await stage.waitUntil('it is said', 10_000, () => stage.problemCodes().includes('SOURCE_OFFLINE'));
      assert('the last list is on air', stage.onAir().join() === before);
      await stage.restart({ source: {} });
      const wanted = stage.edit(2).join();
      await stage.waitUntil('the new list is on air', 10_000, () => stage.onAir().join() === wanted);
    },
  ),
];
