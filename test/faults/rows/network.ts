/** Faults of the line between here and the service, as a proxy of our own brings them about on any machine. */
import { followsEdits, holdThrough, must, onStage, type Row, says } from '../row.ts';

const lost = says('SOURCE_OFFLINE', 'SOURCE_TIMEOUT', 'SOURCE_MALFORMED', 'SOURCE_NOT_THE_SERVICE');

export const networkRows: readonly Row[] = [
  onStage({ id: 'F1', name: 'connection refused', injectedBy: 'proxy: closed port', isQuick: true }, {}, (stage) =>
    holdThrough(
      stage,
      () => stage.proxy.refuse(true),
      says('SOURCE_OFFLINE'),
      () => stage.proxy.refuse(false),
    ),
  ),
  onStage({ id: 'F2p', name: 'taken and never answered', injectedBy: 'proxy: silence', isQuick: true }, {}, (stage) =>
    holdThrough(
      stage,
      () => stage.proxy.set({ kind: 'silence' }),
      says('SOURCE_TIMEOUT'),
      () => stage.proxy.set(null),
    ),
  ),
  onStage(
    { id: 'F3', name: 'reset before or amid the body', injectedBy: 'proxy: reset', isQuick: true },
    {},
    (stage, chance) =>
      holdThrough(
        stage,
        () => {
          stage.edit(3);
          stage.proxy.set({ kind: 'reset', afterBytes: chance.between(0, 900) });
        },
        lost,
        () => stage.proxy.set(null),
      ),
  ),
  onStage({ id: 'F4', name: 'one byte at a time, headers or body', injectedBy: 'proxy: drip' }, {}, (stage, chance) =>
    holdThrough(
      stage,
      () => {
        stage.edit(3);
        stage.proxy.set({ kind: 'drip', afterBytes: chance.pick([0, 400]), everyMs: 200 });
      },
      says('SOURCE_TIMEOUT'),
      () => stage.proxy.set(null),
    ),
  ),
  onStage(
    { id: 'F5', name: 'body cut short', injectedBy: 'proxy: truncate; service: three framings', isQuick: true },
    {},
    (stage, chance) =>
      holdThrough(
        stage,
        () => {
          const whole = JSON.stringify(stage.current());
          const part = whole.slice(0, chance.between(1, whole.length - 1));
          const framing = chance.pick(['length', 'chunked', 'close'] as const);
          stage.answer((_, response) => {
            if (framing === 'length') response.writeHead(200, { 'content-length': whole.length });
            else if (framing === 'close') response.writeHead(200, { connection: 'close' });
            response.write(part);
            setTimeout(() => (framing === 'close' ? response.end() : response.destroy()), 10);
          });
        },
        lost,
        () => stage.answer(null),
      ),
  ),
  onStage(
    { id: 'F6', name: 'answers late by up to four seconds, in no order', injectedBy: 'proxy: latency' },
    {},
    async (stage, chance) => {
      stage.proxy.set({ kind: 'latency', ms: 0, jitterMs: 4000 });
      let wanted = '';
      for (let edits = 0; edits < 4; edits += 1) {
        wanted = stage.edit(chance.between(1, 5)).join();
        await new Promise((resolve) => setTimeout(resolve, chance.between(200, 1500)));
      }
      await stage.until('the newest is on air', 20_000, () => stage.onAir().join() === wanted);
      stage.proxy.set(null);
    },
  ),
  onStage({ id: 'F7p', name: 'a line of 32 kbit/s', injectedBy: 'proxy: bandwidth' }, {}, async (stage) => {
    stage.proxy.set({ kind: 'bandwidth', bytesPerSecond: 4000 });
    const wanted = stage.edit(5).join();
    await stage.until('the new list is on air', 12_000, () => stage.onAir().join() === wanted);
  }),
  onStage(
    { id: 'F8p', name: 'a packet in five lost, either way', injectedBy: 'proxy: loss', isQuick: true },
    {},
    async (stage, chance, measured) => {
      stage.proxy.set({ kind: 'loss', share: 0.2 });
      const tookMs = await followsEdits(stage, chance, 3, 18_000);
      measured('change to feed at 20 % loss, ms', tookMs);
    },
  ),
  onStage(
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
      await stage.until('it is said', 10_000, () => stage.codes().includes('SOURCE_OFFLINE'));
      must('the last list is on air', stage.onAir().join() === before);
      await stage.restart({ source: {} });
      const wanted = stage.edit(2).join();
      await stage.until('the new list is on air', 10_000, () => stage.onAir().join() === wanted);
    },
  ),
];
