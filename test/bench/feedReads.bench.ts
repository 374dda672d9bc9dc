/** Measures the cost of reading live.json, against a bare Node server that sends the same bytes. */
import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type ChildServer, startChild } from './childServer.ts';
import { lowerQuartile, report } from './numbers.ts';

const connections = 16;
const requestsPerRound = 4000;
const rounds = 16;
const folder = createTemporaryFolder('bench');

/** Sends `requestsPerRound` requests over persistent connections, one at a time on each. */
async function readMany(base: string, path: string): Promise<void> {
  const { hostname, port, host } = new URL(base);
  const requestBytes = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  const requestsEach = requestsPerRound / connections;
  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      let left = requestsEach;
      let missingBytes = 0;
      return new Promise<void>((resolveReads, reject) => {
        socket.on('error', reject);
        socket.on('data', (chunk: Buffer) => {
          let rest = chunk.length;
          if (missingBytes === 0) {
            const head = chunk.indexOf('\r\n\r\n');
            const length = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, head))?.[1];
            if (head < 0 || length === undefined) return reject(new Error('a response without a length'));
            missingBytes = Number(length);
            rest = chunk.length - head - 4;
          }
          missingBytes -= rest;
          if (missingBytes > 0) return;
          left -= 1;
          if (left === 0) {
            socket.destroy();
            resolveReads();
          } else socket.write(requestBytes);
        });
        socket.write(requestBytes);
      });
    }),
  );
}

type Cost = { readonly wallMs: number; readonly cpuMs: number };

async function measure(server: ChildServer, base: string, path: string): Promise<Cost> {
  const cpuBefore = server.cpuMs() ?? 0;
  const startedMs = performance.now();
  await readMany(base, path);
  return { wallMs: performance.now() - startedMs, cpuMs: (server.cpuMs() ?? 0) - cpuBefore };
}

const engine = await startChild(
  resolve('out/main/headless.js'),
  [
    '--demo',
    '--data-dir',
    join(folder, 'data'),
    '--ready-json',
    '--log-level',
    'error',
    '--feed-port',
    '0',
    '--control-port',
    '0',
  ],
  {},
);
const feed = engine.ready['feed'] ?? '';
// Held, so that the demo’s automatic changes don’t reach the document.
await new Promise((resolve) => setTimeout(resolve, 3000));
await fetch(`${engine.ready['desk']}/api/feeds/main/hold`, {
  method: 'POST',
  headers: { authorization: `Bearer ${engine.ready['token']}`, 'content-type': 'application/json' },
  body: '{}',
});
const path = '/feeds/main/live.json';
const body = Buffer.from(await (await fetch(`${feed}${path}`)).arrayBuffer());
const bodyFile = join(folder, 'body.json');
writeFileSync(bodyFile, body);
const bare = await startChild(resolve('test/bench/bareServer.ts'), [bodyFile], {});
const bareBase = bare.ready['base'] ?? '';
const ours: Cost[] = [];
const baseline: Cost[] = [];
await measure(engine, feed, path);
await measure(bare, bareBase, path);
for (let round = 0; round < rounds; round += 1) {
  const measurements = [
    async () => ours.push(await measure(engine, feed, path)),
    async () => baseline.push(await measure(bare, bareBase, path)),
  ];
  // Alternates the order, so that neither always runs on a warmer machine.
  for (const measureNext of round % 2 === 0 ? measurements : measurements.reverse()) await measureNext();
}
await Promise.all([engine.stop(), bare.stop()]);
rmSync(folder, { recursive: true });
const microsecondsPerRead = (costs: readonly Cost[], field: keyof Cost): number =>
  (lowerQuartile(costs.map((cost) => cost[field])) * 1000) / requestsPerRound;
process.stdout.write(`live.json of ${body.length} bytes, ${connections} connections\n`);
report(
  'live.json read, wall',
  microsecondsPerRead(ours, 'wallMs'),
  microsecondsPerRead(baseline, 'wallMs'),
  'µs',
  'goal 1.05',
);
report(
  'live.json read, server CPU',
  microsecondsPerRead(ours, 'cpuMs'),
  microsecondsPerRead(baseline, 'cpuMs'),
  'µs',
  'for comparison',
);
