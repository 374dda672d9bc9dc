/** Many at once: floods of deliveries, crowds of consumers, and those who never read what they are sent. */
import { execFileSync, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Child } from '../child.ts';
import { firstId, send, sendList, withChildren } from '../ground.ts';
import { growing } from '../growing.ts';
import { layNetwork, networkNeeds } from '../network.ts';
import { openDescriptors, residentBytes } from '../process.ts';
import { must, percentile, type Row } from '../row.ts';
import { canarySecret } from '../stage.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Deliveries are the row's: the service is asked once and then left alone. */
const byDelivery = { mode: 'hybrid', poll: { intervalSeconds: 300, fullEverySeconds: 300 } };

export const crowdRows: readonly Row[] = [
  withChildren(
    {
      id: 'F29f',
      name: 'a flood of 200 deliveries a second: the feed beside it, and how soon each is answered',
      injectedBy: 'sender in a process of its own',
      isAlone: true,
    },
    async ({ start, until, measured }) => {
      const child = await start({ source: { ...byDelivery, push: { host: '127.0.0.1', port: 0 } } });
      await until('the first list', 8000, async () => (await firstId(child)) === 'v1-0');
      await send(child, 40);
      // Both are warm before anything is measured.
      await Promise.all([flood(child, 45, 4, 50), readFor(child, 4000)]);
      let first = 300;
      await inGoes(async () => {
        const quiet = await readFor(child, 4000);
        const [beside, steady] = await Promise.all([readFor(child, 4000), flood(child, 45, 4, first)]);
        const [flooded, refused] = await Promise.all([readFor(child, 4000), flood(child, 200, 4, first + 200)]);
        first += 1100;
        must(
          'in the flood all are taken or told to wait',
          refused.every(([status]) => status === 200 || status === 429),
        );
        must(
          'at 45 a second all are taken',
          steady.every(([status]) => status === 200),
        );
        const acks = steady.map(([, tookMs]) => tookMs);
        measured('feed read, nothing else, ms', quiet);
        measured('feed read beside 45 deliveries a second, ms', beside);
        measured('feed read beside 200 a second, ms', flooded);
        measured('answer to a delivery at 45 a second, ms', acks);
        measured(
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
  withChildren(
    {
      id: 'F42',
      name: '16 consumers that stopped reading, 1,000 that come and go, beside one that paints',
      injectedBy: 'sockets',
      isAlone: true,
    },
    async ({ start, until, measured, watch }) => {
      const child = await start({ source: { ...byDelivery, push: { host: '127.0.0.1', port: 0 } } });
      await until('the first list', 8000, async () => (await firstId(child)) === 'v1-0');
      const probe = watch(child);
      const frames = await openFrames(child);
      const port = Number(new URL(child.feed).port);
      // Warm before anything is measured: its memory too has its size by then.
      await frames.follow(100, 200, 25);
      const descriptors = await openDescriptors(child.pid);
      let first = 300;
      const stalled: ReturnType<typeof openStalled>[] = [];
      await inGoes(async () => {
        const quiet = await frames.follow(first, 100, 70);
        const bytes = await residentBytes(child.pid);
        stalled.push(...Array.from({ length: 16 }, () => openStalled(port)));
        const coming = comeAndGo(port, 1000);
        const crowded = await frames.follow(first + 100, 200, 70);
        await coming;
        first += 300;
        const grownBy = ((await residentBytes(child.pid)) - bytes) / 1_000_000;
        measured('delivery to frame, nobody else, ms', quiet);
        measured('delivery to frame in the crowd, ms', crowded);
        measured('memory grown by, MB', [grownBy]);
        const [before, now] = [percentile(quiet, 99), percentile(crowded, 99)];
        return [
          now <= 150 ? null : `a frame within 150 ms of a delivery (p99 ${now.toFixed(0)} ms)`,
          now - before <= 20 ? null : `the p99 of who reads grows by at most 20 ms (${(now - before).toFixed(1)} ms)`,
          grownBy <= 32 ? null : `memory grows by at most 32 MB (${grownBy.toFixed(1)} MB)`,
        ];
      });
      measured('feed read, ms', probe.took());
      await until('those who do not read are cut off', 16_000, () => stalled.every(({ isCut }) => isCut()));
      await until(
        'no descriptor is left behind',
        16_000,
        async () => Math.abs((await openDescriptors(child.pid)) - descriptors) <= 5,
      );
      frames.close();
    },
  ),
  withChildren(
    {
      id: 'F42h',
      name: '16 consumers whose line is cut without a word',
      injectedBy: 'netns: ip link down',
      needs: [...networkNeeds, 'ss'],
      isApart: true,
    },
    async ({ start, until, watch }) => {
      const network = layNetwork();
      try {
        const child = await start({ flags: ['--host', '0.0.0.0'] });
        await until('the first list', 8000, async () => (await firstId(child)) === 'v1-0');
        watch(child);
        const port = new URL(child.feed).port;
        const joined = (): number => {
          const filter = ['state', 'established', `( sport = :${port} )`, 'dst', network.far];
          return (
            execFileSync('ss', ['-Htn', ...filter])
              .toString()
              .split('\n').length - 1
          );
        };
        const address = `ws://${network.near}:${port}/feeds/main/socket`;
        const far = spawn(
          'ip',
          [
            ...['netns', 'exec', network.name, process.execPath, '-e'],
            `for (let n = 0; n < 16; n += 1) new WebSocket('${address}'); setTimeout(() => process.exit(), 60000)`,
          ],
          { stdio: 'ignore', env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } },
        );
        try {
          await until('all are there', 20_000, () => joined() === 16);
          network.inside('ip', 'link', 'set', network.device, 'down');
          await until('all are let go of', 25_000, () => joined() === 0);
        } finally {
          far.kill('SIGKILL');
        }
      } finally {
        await network.end();
      }
    },
  ),
];

/**
 * Measures until nothing is complained of, three times at most: other programs of this machine make every figure worse and none
 * better. All goes are in the table.
 */
async function inGoes(go: () => Promise<readonly (string | null)[]>): Promise<void> {
  let complaints: readonly (string | null)[] = [];
  for (let goes = 0; goes < 3; goes += 1) {
    complaints = (await go()).filter((one) => one !== null);
    if (complaints.length === 0) return;
  }
  must(complaints.join('; '), false);
}

/** Status and milliseconds of each delivery. */
async function flood(
  child: Child,
  perSecond: number,
  seconds: number,
  first: number,
): Promise<readonly (readonly [number, number])[]> {
  const program = join(import.meta.dirname, '..', 'flood.ts');
  const words = [child.webhook ?? '', canarySecret, ...[perSecond, seconds, first].map(String)];
  const sender = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of sender.stdout) text += String(chunk);
  const answers: (readonly [number, number])[] = JSON.parse(text);
  return answers;
}

/** Reads the feed fifty times a second for so long; how long each read took. Milliseconds. */
async function readFor(child: Child, milliseconds: number): Promise<readonly number[]> {
  const tookMs: number[] = [];
  for (const endMs = performance.now() + milliseconds; performance.now() < endMs; ) {
    const startedMs = performance.now();
    const answer = await fetch(`${child.feed}/feeds/main/live.json`);
    await answer.arrayBuffer();
    must('the feed answers 200', answer.status === 200);
    tookMs.push(performance.now() - startedMs);
    await wait(20);
  }
  return tookMs;
}

/** A consumer that reads: how long from sending a delivery until its frame is here. Milliseconds. */
async function openFrames(child: Child) {
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
    follow: async (first: number, count: number, everyMs: number): Promise<readonly number[]> => {
      const tookMs: number[] = [];
      for (let version = first; version < first + count; version += 1) {
        const startedMs = performance.now();
        const shown = new Promise<boolean>((resolve) => {
          waiting.set(`v${version}-0`, () => resolve(true));
          setTimeout(() => resolve(false), 5000);
        });
        must('the delivery is taken', (await sendList(child, growing(version, 40))) === 200);
        must(`version ${version} came as a frame`, await shown);
        tookMs.push(performance.now() - startedMs);
        await wait(everyMs);
      }
      return tookMs;
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
async function comeAndGo(port: number, count: number): Promise<void> {
  for (let gone = 0; gone < count; gone += 20) {
    await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => void socket.write(handshake));
            socket.on('error', () => undefined);
            socket.on('close', () => resolve());
            setTimeout(() => (gone % 40 === 0 ? socket.destroy() : socket.resetAndDestroy()), 100);
          }),
      ),
    );
  }
}
