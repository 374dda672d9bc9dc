/** Measures the cost of reading live.json, in full and as a 304, against a bare Node server that sends the same headers and bytes. */
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
const path = '/feeds/main/live.json';

/** Sends `requestsPerRound` requests over persistent connections, one at a time on each. */
async function readMany(base: string, path: string, etag: string): Promise<void> {
  const { hostname, port, host } = new URL(base);
  const condition = etag === '' ? '' : `if-none-match: ${etag}\r\n`;
  const requestBytes = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${condition}\r\n`);
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
            const text = chunk.toString('latin1', 0, head);
            const length = etag === '' ? /content-length: (\d+)/i.exec(text)?.[1] : '0';
            if (etag !== '' && !text.includes(' 304 ')) return reject(new Error('a response other than 304'));
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

async function measure(server: ChildServer, base: string, etag: string): Promise<Cost> {
  const cpuBefore = server.cpuMs() ?? 0;
  const startedMs = performance.now();
  await readMany(base, path, etag);
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
const response = await fetch(`${feed}${path}`);
const body = Buffer.from(await response.arrayBuffer());
const sentHeaders = ['Content-Type', 'Content-Length', 'ETag', 'Cache-Control', 'X-Content-Type-Options'].concat([
  'X-Feed-Revision',
  'X-Feed-Gate',
  'X-Feed-Freshness',
  'X-Feed-Checked-At',
]);
const headers = sentHeaders.flatMap((name) => [name, response.headers.get(name) ?? '']);
const bodyFile = join(folder, 'body.json');
writeFileSync(bodyFile, body);
const bare = await startChild(resolve('test/bench/bareServer.ts'), [bodyFile, JSON.stringify(headers)], {});
const bareBase = bare.ready['base'] ?? '';
const microsecondsPerRead = (costs: readonly Cost[], field: keyof Cost): number =>
  (lowerQuartile(costs.map((cost) => cost[field])) * 1000) / requestsPerRound;
process.stdout.write(`live.json of ${body.length} bytes, ${connections} connections\n`);

for (const [name, etag] of [
  ['live.json read', ''],
  ['live.json read with its ETag, a 304', response.headers.get('etag') ?? ''],
] as const) {
  const ours: Cost[] = [];
  const baseline: Cost[] = [];
  await measure(engine, feed, etag);
  await measure(bare, bareBase, etag);
  for (let round = 0; round < rounds; round += 1) {
    const measurements = [
      async () => ours.push(await measure(engine, feed, etag)),
      async () => baseline.push(await measure(bare, bareBase, etag)),
    ];
    // Alternates the order, so that neither always runs on a warmer machine.
    for (const measureNext of round % 2 === 0 ? measurements : measurements.reverse()) await measureNext();
  }
  for (const [field, note] of [
    ['wallMs', 'goal 1.05'],
    ['cpuMs', 'for comparison'],
  ] as const) {
    const kind = field === 'wallMs' ? 'wall' : 'server CPU';
    report(`${name}, ${kind}`, microsecondsPerRead(ours, field), microsecondsPerRead(baseline, field), 'µs', note);
  }
}
await Promise.all([engine.stop(), bare.stop()]);
rmSync(folder, { recursive: true });
