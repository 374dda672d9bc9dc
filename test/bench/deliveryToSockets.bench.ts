/** Measures the time from a signed delivery to the last of 100 sockets, against a bare broadcast. */
import { createHmac } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { startPushedEngine } from './builtEngine.ts';
import { startChild } from './childServer.ts';
import { openDurableWrite } from './durableWrite.ts';
import { lowerQuartile, median, report } from './numbers.ts';
import { sampleCollection } from './samplePosts.ts';

const socketCount = 100;
const rounds = 150;
const warmUpRounds = 30;
/** Approximate growth of the show’s journal with one changed post, in bytes. */
const recordBytes = 1200;
const secret = 'bench-secret';
const folder = createTemporaryFolder('bench');
const agent = new Agent({ keepAliveTimeout: 60_000 });

/** Opens the sockets; `waitForNextMessages` resolves once each has received one more message. */
async function openSockets(url: string) {
  let missing = 0;
  let onAllReceived = (): void => {};
  const onMessage = (data: Buffer): void => {
    if (data.includes('"heartbeat"')) return;
    missing -= 1;
    if (missing === 0) onAllReceived();
  };
  const sockets = await Promise.all(
    Array.from({ length: socketCount }, () => {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      return new Promise<WebSocket>((resolve, reject) => {
        socket.once('open', () => resolve(socket));
        socket.once('error', reject);
      });
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const socket of sockets) socket.on('message', onMessage);
  return {
    waitForNextMessages: () =>
      new Promise<void>((resolve) => {
        missing = socketCount;
        onAllReceived = resolve;
      }),
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}

type Delivery = { readonly body: string; readonly headers: Record<string, string> };

function createDelivery(version: number): Delivery {
  const data = sampleCollection(20, version);
  const body = JSON.stringify({
    event: 'COLLECTION_UPDATED',
    collectionId: 'col_1',
    timestamp: new Date().toISOString(),
    data,
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-webhook-event': 'COLLECTION_UPDATED',
      'x-webhook-delivery-timestamp': new Date().toISOString(),
      'x-webhook-signature': `sha256=${signature}`,
    },
  };
}

async function post(url: string, { body, headers }: Delivery): Promise<void> {
  const response = await request(url, { method: 'POST', body, headers, dispatcher: agent });
  await response.body.dump();
  if (response.statusCode !== 200) throw new Error(`the response to the delivery was ${response.statusCode}`);
}

const engine = await startPushedEngine(folder, secret);
const feed = engine.ready['feed'] ?? '';
const hook = engine.ready['webhook'] ?? '';
await post(hook, createDelivery(0));
const frameFile = join(folder, 'frame.json');
const document: object = await (await fetch(`${feed}/feeds/main/live.json`)).json();
writeFileSync(frameFile, JSON.stringify({ type: 'state', ...document }));
const bare = await startChild(resolve('test/bench/bareBroadcast.ts'), [frameFile], {});
const bareBase = bare.ready['base'] ?? '';

const ourSockets = await openSockets(`${feed.replace('http', 'ws')}/feeds/main/socket`);
const bareSockets = await openSockets(bareBase.replace('http', 'ws'));
const disk = await openDurableWrite(folder, recordBytes);
const ours: number[] = [];
const baseline: number[] = [];
const writes: number[] = [];

/** Returns the milliseconds from the start of the POST until the last socket has the message. */
async function deliver(url: string, signed: Delivery, sockets: Awaited<ReturnType<typeof openSockets>>) {
  const received = sockets.waitForNextMessages();
  const startedMs = performance.now();
  const posted = post(url, signed);
  await received;
  const elapsedMs = performance.now() - startedMs;
  await posted;
  return elapsedMs;
}

let cpuBefore: readonly (number | null)[] = [];
for (let round = 1; round <= rounds; round += 1) {
  if (round === warmUpRounds + 1) cpuBefore = [engine.cpuMs(), bare.cpuMs()];
  const signed = createDelivery(round * 10);
  const measurements = [
    async () => ours.push(await deliver(hook, signed, ourSockets)),
    async () => baseline.push(await deliver(bareBase, signed, bareSockets)),
    async () => writes.push(await disk.measure()),
  ];
  // Alternates the order, so that none always runs on a warmer machine.
  for (const measure of round % 2 === 0 ? measurements : measurements.reverse()) {
    await measure();
    // Stays below the listener’s rate limit and lets follow-up work finish.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
const measuredRounds = rounds - warmUpRounds;
const [ourCpuMs = 0, bareCpuMs = 0] = [engine.cpuMs(), bare.cpuMs()].map(
  (cpuMs, index) => ((cpuMs ?? Number.NaN) - (cpuBefore[index] ?? Number.NaN)) / measuredRounds,
);
const memory = [engine.residentMegabytes() ?? Number.NaN, bare.residentMegabytes() ?? Number.NaN] as const;
ourSockets.close();
bareSockets.close();
await disk.close();
await Promise.all([engine.stop(), bare.stop(), agent.close()]);
rmSync(folder, { recursive: true });
const lowerQuartileOf = (times: readonly number[]): number => lowerQuartile(times.slice(warmUpRounds));
const medianOf = (times: readonly number[]): number => median(times.slice(warmUpRounds));
const name = `delivery to the last of ${socketCount} sockets`;
report(`${name}, lower quartile`, lowerQuartileOf(ours), lowerQuartileOf(baseline), 'ms', 'goal 1.35');
report(`${name}, median`, medianOf(ours), medianOf(baseline), 'ms', 'includes other load on this machine');
report(
  'one durable write on that disk, lower quartile',
  lowerQuartileOf(writes),
  lowerQuartileOf(baseline),
  'ms',
  'included in the first line',
);
report(
  `${name}, without one durable write`,
  lowerQuartileOf(ours) - lowerQuartileOf(writes),
  lowerQuartileOf(baseline),
  'ms',
  'the program alone',
);
report('CPU for one change, logs included', ourCpuMs, bareCpuMs, 'ms', 'goal 3.6 ms');
report(`memory with ${socketCount} sockets`, memory[0], memory[1], 'MB', 'goal 100 MB');
