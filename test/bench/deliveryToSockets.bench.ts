/**
 * Measures the time from a signed delivery to the last of 100 sockets, against a bare broadcast, and against NodeCG if `BENCH_NODECG` names the
 * folder where `scripts/installNodecg.ts` installed it.
 */
import { createHmac } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Agent, request } from 'undici';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type BroadcastSockets, createNodecgProtocol, openSockets, plainProtocol } from './broadcastSockets.ts';
import { startPushedEngine } from './builtEngine.ts';
import { type ChildServer, startChild } from './childServer.ts';
import { openDurableWrite } from './durableWrite.ts';
import { lowerQuartile, median, print, report } from './numbers.ts';
import { sampleCollection } from './samplePosts.ts';

const socketCount = 100;
const rounds = 150;
const warmUpRounds = 30;
/** Approximate growth of the show’s journal with one changed post, in bytes. */
const recordBytes = 1200;
const secret = 'bench-secret';
const folder = createTemporaryFolder('bench');
const agent = new Agent({ keepAliveTimeout: 60_000 });

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

/** A server that receives the deliveries, with its sockets and the measured times. */
type Subject = {
  readonly server: ChildServer;
  readonly hook: string;
  readonly sockets: BroadcastSockets;
  readonly timesMs: number[];
};

const ours: Subject = {
  server: engine,
  hook,
  sockets: await openSockets(`${feed.replace('http', 'ws')}/feeds/main/socket`, socketCount, plainProtocol),
  timesMs: [],
};
const baseline: Subject = {
  server: bare,
  hook: bareBase,
  sockets: await openSockets(bareBase.replace('http', 'ws'), socketCount, plainProtocol),
  timesMs: [],
};
const nodecg = await startNodecg();
const subjects = [ours, baseline, ...(nodecg === null ? [] : [nodecg])];
const disk = await openDurableWrite(folder, recordBytes);
const writes: number[] = [];

async function startNodecg(): Promise<Subject | null> {
  const installed = process.env['BENCH_NODECG'];
  if (installed === undefined || !existsSync(join(installed, 'node_modules', 'nodecg'))) {
    print('NodeCG is skipped: BENCH_NODECG names no folder prepared by `node scripts/installNodecg.ts FOLDER`.');
    return null;
  }
  const server = await startChild(
    resolve('test/bench/nodecgServer.ts'),
    [installed, join(folder, 'nodecg'), frameFile, secret],
    {},
  );
  const base = server.ready['base'] ?? '';
  const url = `${base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  print(`NodeCG ${server.ready['version']}`);
  const protocol = createNodecgProtocol('replicant:greenroom-bench:show');
  return { server, hook: `${base}/bench/deliver`, sockets: await openSockets(url, socketCount, protocol), timesMs: [] };
}

/** Returns the milliseconds from the start of the POST until the last socket has the message. */
async function deliver({ hook: url, sockets }: Subject, signed: Delivery): Promise<number> {
  const received = sockets.waitForNextMessages();
  const startedMs = performance.now();
  const posted = post(url, signed);
  await received;
  const elapsedMs = performance.now() - startedMs;
  await posted;
  return elapsedMs;
}

const cpuBefore = new Map<Subject, number>();
for (let round = 1; round <= rounds; round += 1) {
  if (round === warmUpRounds + 1)
    for (const subject of subjects) cpuBefore.set(subject, subject.server.cpuMs() ?? Number.NaN);
  const signed = createDelivery(round * 10);
  const measurements = [
    ...subjects.map((subject) => async () => subject.timesMs.push(await deliver(subject, signed))),
    async () => writes.push(await disk.measure()),
  ];
  // Alternates the order, so that none always runs on a warmer machine.
  for (const measure of round % 2 === 0 ? measurements : measurements.reverse()) {
    await measure();
    // Stays below the listener’s rate limit and lets follow-up work finish.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
const cpuMsOf = (subject: Subject): number =>
  ((subject.server.cpuMs() ?? Number.NaN) - (cpuBefore.get(subject) ?? Number.NaN)) / (rounds - warmUpRounds);
const memoryOf = (subject: Subject): number => subject.server.residentMegabytes() ?? Number.NaN;
const cpu = new Map(subjects.map((subject) => [subject, cpuMsOf(subject)]));
const memory = new Map(subjects.map((subject) => [subject, memoryOf(subject)]));
for (const { sockets } of subjects) sockets.close();
await disk.close();
await Promise.all([...subjects.map(({ server }) => server.stop()), agent.close()]);
rmSync(folder, { recursive: true });

const afterWarmUp = (timesMs: readonly number[]): readonly number[] => timesMs.slice(warmUpRounds);
const quartile = ({ timesMs }: Subject): number => lowerQuartile(afterWarmUp(timesMs));
const writeMs = lowerQuartile(afterWarmUp(writes));
const name = `delivery to the last of ${socketCount} sockets`;
const [ourMs, bareMs] = [quartile(ours), quartile(baseline)];
report(`${name}, lower quartile`, ourMs, bareMs, 'ms', 'goal 1.35');
report(
  `${name}, median`,
  median(afterWarmUp(ours.timesMs)),
  median(afterWarmUp(baseline.timesMs)),
  'ms',
  'includes other load on this machine',
);
report('one durable write on that disk, lower quartile', writeMs, bareMs, 'ms', 'included in the first line');
report(`${name}, without one durable write`, ourMs - writeMs, bareMs, 'ms', 'the program alone');
/** Compares CPU time and memory with those of the other server. */
function reportCosts(other: Subject, otherName: string, cpuNote: string, memoryNote: string): void {
  const [ourCpuMs = Number.NaN, otherCpuMs = Number.NaN] = [cpu.get(ours), cpu.get(other)];
  const [ourMegabytes = Number.NaN, otherMegabytes = Number.NaN] = [memory.get(ours), memory.get(other)];
  report(`CPU for one change, logs included, against ${otherName}`, ourCpuMs, otherCpuMs, 'ms', cpuNote);
  report(`memory with ${socketCount} sockets, against ${otherName}`, ourMegabytes, otherMegabytes, 'MB', memoryNote);
}
reportCosts(baseline, 'bare', 'goal 3.6 ms', 'goal 100 MB');
if (nodecg !== null) {
  report(`${name}, against NodeCG, lower quartile`, ourMs, quartile(nodecg), 'ms', 'goal 0.85');
  reportCosts(nodecg, 'NodeCG', 'NodeCG saves later, without an fsync', 'the whole process');
}
