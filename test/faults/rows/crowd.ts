/** Many at once: floods of deliveries, crowds of consumers, and those who never read what they are sent. */
import { execFileSync, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Child } from '../child.ts';
import { firstItemId, deliverVersion, deliverCollection, withProcesses } from '../ground.ts';
import { createGrowingVersion } from '../growing.ts';
import { createNetwork, networkNeeds } from '../network.ts';
import { openDescriptors, residentBytes } from '../process.ts';
import { assert, percentile, type Row } from '../row.ts';
import { canarySecret } from '../stage.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Deliveries are the row's: the service is asked once and then left alone. */
const deliveryOnly = { mode: 'hybrid', poll: { intervalSeconds: 300, fullEverySeconds: 300 } };

export const loadRows: readonly Row[] = [
  withProcesses(
    {
      id: 'F29f',
      name: 'a flood of 200 deliveries a second: the feed beside it, and how soon each is answered',
      injectedBy: 'sender in a process of its own',
      isExclusive: true,
    },
    async ({ start, waitUntil, record }) => {
      const child = await start({ source: { ...deliveryOnly, push: { host: '127.0.0.1', port: 0 } } });
      await waitUntil('the first list', 8000, async () => (await firstItemId(child)) === 'v1-0');
      await deliverVersion(child, 40);
      // Both are warm before anything is measured.
      await Promise.all([flood(child, 45, 4, 50), measureFeedReads(child, 4000)]);
      let first = 300;
      await retryMeasurement(async () => {
        const quiet = await measureFeedReads(child, 4000);
        const [beside, steady] = await Promise.all([measureFeedReads(child, 4000), flood(child, 45, 4, first)]);
        const [flooded, refused] = await Promise.all([measureFeedReads(child, 4000), flood(child, 200, 4, first + 200)]);
        first += 1100;
        assert(
          'in the flood all are taken or told to wait',
          refused.every(([status]) => status === 200 || status === 429),
        );
        assert(
          'at 45 a second all are taken',
          steady.every(([status]) => status === 200),
        );
        const acks = steady.map(([, tookMs]) => tookMs);
        record('feed read, nothing else, ms', quiet);
        record('feed read beside 45 deliveries a second, ms', beside);
        record('feed read beside 200 a second, ms', flooded);
        record('answer to a delivery at 45 a second, ms', acks);
        record(
          'answer to a delivery at 200 a second, ms',
          refused.map(([, tookMs]) => tookMs),
        );
        const p99 = percentile(acks, 99);
        const moreMs = percentile(flooded, 99) - percentile(quiet, 99);
        return [
          p99 <= 250 && Math.max(...acks) <= 1000
            ? null
            : `answered within 250 ms (p99 ${p99.toFixed(0)} ms), 1,000 ms`,
          moreMs <= 50 ? null : `the feed’s p99 grows by at most 50 ms (${moreMs.toFixed(1)} ms)`,
        ];
      });
    },
  ),
  withProcesses(
    {
      id: 'F42',
      name: '16 consumers that stopped reading, 1,000 that come and go, beside one that paints',
      injectedBy: 'sockets',
      isExclusive: true,
    },
    async ({ start, waitUntil, record, watch }) => {
      const child = await start({ source: { ...deliveryOnly, push: { host: '127.0.0.1', port: 0 } } });
      await waitUntil('the first list', 8000, async () => (await firstItemId(child)) === 'v1-0');
      const probe = watch(child);
      const frames = await openReader(child);
      const port = Number(new URL(child.feed).port);
      // Warm before anything is measured: its memory too has its size by then.
      await frames.follow(100, 200, 25);
      const descriptors = await openDescriptors(child.pid);
      let first = 300;
      const stalled: ReturnType<typeof openStalled>[] = [];
      await retryMeasurement(async () => {
        const quiet = await frames.follow(first, 100, 70);
        const bytes = await residentBytes(child.pid);
        stalled.push(...Array.from({ length: 16 }, () => openStalled(port)));
        const coming = churnConsumers(port, 1000);
        const crowded = await frames.follow(first + 100, 200, 70);
        await coming;
        first += 300;
        const grownBy = ((await residentBytes(child.pid)) - bytes) / 1_000_000;
        record('delivery to frame, nobody else, ms', quiet);
        record('delivery to frame in the crowd, ms', crowded);
        record('memory grown by, MB', [grownBy]);
        const [before, now] = [percentile(quiet, 99), percentile(crowded, 99)];
        return [
          now <= 150 ? null : `a frame within 150 ms of a delivery (p99 ${now.toFixed(0)} ms)`,
          now - before <= 20 ? null : `the p99 of who reads grows by at most 20 ms (${(now - before).toFixed(1)} ms)`,
          grownBy <= 32 ? null : `memory grows by at most 32 MB (${grownBy.toFixed(1)} MB)`,
        ];
      });
      record('feed read, ms', probe.durationsMs());
      await waitUntil('those who do not read are cut off', 16_000, () => stalled.every(({ isCut }) => isCut()));
      await waitUntil(
        'no descriptor is left behind',
        16_000,
        async () => Math.abs((await openDescriptors(child.pid)) - descriptors) <= 5,
      );
      frames.close();
    },
  ),
  withProcesses(
    {
      id: 'F42h',
      name: '16 consumers whose line is cut without a word',
      injectedBy: 'netns: ip link down',
      needs: [...networkNeeds, 'ss'],
      isIsolated: true,
    },
    async ({ start, waitUntil, watch }) => {
      const network = createNetwork();
      try {
        const child = await start({ flags: ['--host', '0.0.0.0'] });
        await waitUntil('the first list', 8000, async () => (await firstItemId(child)) === 'v1-0');
        watch(child);
        const port = new URL(child.feed).port;
        const joined = (): number => {
          const filter = ['state', 'established', `( sport = :${port} )`, 'dst', network.namespaceAddress];
          return (
            execFileSync('ss', ['-Htn', ...filter])
              .toString()
              .split('\n').length - 1
          );
        };
        const address = `ws://${network.hostAddress}:${port}/feeds/main/socket`;
        const far = spawn(
          'ip',
          [
            ...['netns', 'exec', network.name, process.execPath, '-e'],
            `for (let n = 0; n < 16; n += 1) new WebSocket('${address}'); setTimeout(() => process.exit(), 60000)`,
          ],
          { stdio: 'ignore', env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } },
        );
        try {
          await waitUntil('all are there', 20_000, () => joined() === 16);
          network.runInside('ip', 'link', 'set', network.device, 'down');
          await waitUntil('all are let go of', 25_000, () => joined() === 0);
        } finally {
          far.kill('SIGKILL');
        }
      } finally {
        await network.close();
      }
    },
  ),
];

/**
 * Measures until nothing is complained of, three times at most: other programs of this machine make every figure worse and none
 * better. All goes are in the table.
 */
async function retryMeasurement(measure: () => Promise<readonly (string | null)[]>): Promise<void> {
  let failures: readonly (string | null)[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    failures = (await measure()).filter((one) => one !== null);
    if (failures.length === 0) return;
  }
  assert(failures.join('; '), false);
}

/** Status and milliseconds of each delivery. */
async function flood(
  child: Child,
  perSecond: number,
  seconds: number,
  firstVersion: number,
): Promise<readonly (readonly [number, number])[]> {
  const program = join(import.meta.dirname, '..', 'flood.ts');
  const args = [child.webhook ?? '', canarySecret, ...[perSecond, seconds, firstVersion].map(String)];
  const sender = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of sender.stdout) text += String(chunk);
  const results: (readonly [number, number])[] = JSON.parse(text);
  return results;
}

/** Reads the feed fifty times a second for so long; how long each read took. Milliseconds. */
async function measureFeedReads(child: Child, milliseconds: number): Promise<readonly number[]> {
  const durationsMs: number[] = [];
  for (const endMs = performance.now() + milliseconds; performance.now() < endMs; ) {
    const startedMs = performance.now();
    const response = await fetch(`${child.feed}/feeds/main/live.json`);
    await response.arrayBuffer();
    assert('the feed answers 200', response.status === 200);
    durationsMs.push(performance.now() - startedMs);
    await wait(20);
  }
  return durationsMs;
}

/** A consumer that reads: how long from sending a delivery until its frame is here. Milliseconds. */
async function openReader(child: Child) {
  const socket = new WebSocket(`${child.feed.replace('http', 'ws')}/feeds/main/socket?name=reader`);
  const waiting = new Map<string, () => void>();
  socket.addEventListener('message', ({ data }) => {
    const id = /"items":\[\{"index":0,"id":"(v\d+-0)"/.exec(String(data))?.[1] ?? '';
    waiting.get(id)?.();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the socket does not open')));
  });
  return {
    close: () => socket.close(),
    follow: async (firstVersion: number, count: number, everyMs: number): Promise<readonly number[]> => {
      const durationsMs: number[] = [];
      for (let version = firstVersion; version < firstVersion + count; version += 1) {
        const startedMs = performance.now();
        const shown = new Promise<boolean>((resolve) => {
          waiting.set(`v${version}-0`, () => resolve(true));
          setTimeout(() => resolve(false), 5000);
        });
        assert('the delivery is taken', (await deliverCollection(child, createGrowingVersion(version, 40))) === 200);
        assert(`version ${version} came as a frame`, await shown);
        durationsMs.push(performance.now() - startedMs);
        await wait(everyMs);
      }
      return durationsMs;
    },
  };
}

const handshake = [
  'GET /feeds/main/socket HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

/** A consumer that asks for the socket and never reads, nor answers a ping. */
function openStalled(port: number): { readonly isCut: () => boolean } {
  let isCut = false;
  const socket: Socket = connect(port, '127.0.0.1', () => void socket.write(handshake));
  socket.pause();
  socket.on('error', () => undefined);
  // Who does not read sees only by writing that it was cut off: a ping now and then.
  const timer = setInterval(() => socket.write(Buffer.from([0x89, 0x80, 0, 0, 0, 0])), 1000);
  socket.on('close', () => {
    clearInterval(timer);
    isCut = true;
  });
  setTimeout(() => socket.destroy(), 120_000).unref();
  return { isCut: () => isCut };
}

/** So many consumers, twenty at a time, that come, ask for the socket and go without a word. */
async function churnConsumers(port: number, count: number): Promise<void> {
  for (let closed = 0; closed < count; closed += 20) {
    await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => void socket.write(handshake));
            socket.on('error', () => undefined);
            socket.on('close', () => resolve());
            setTimeout(() => (closed % 40 === 0 ? socket.destroy() : socket.resetAndDestroy()), 100);
          }),
      ),
    );
  }
}
