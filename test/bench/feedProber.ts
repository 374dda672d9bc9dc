/** Runs as a process of its own: reads a feed at an interval (default 100 ms), and answers its parent's messages with a percentile of the waits (default the longest). */
import { Agent, request } from 'undici';
import { percentile } from './numbers.ts';

const [, , url = '', everyMs = '100', share = '1'] = process.argv;
const agent = new Agent({ connections: 1 });
let waitsMs: number[] = [];

async function read(): Promise<void> {
  const startedMs = performance.now();
  const response = await request(url, { dispatcher: agent });
  await response.body.dump();
  waitsMs.push(performance.now() - startedMs);
}

process.on('message', () => {
  process.send?.(percentile(waitsMs, Number(share)));
  waitsMs = [];
});
process.once('SIGTERM', () => process.exit(0));
await read();
process.stdout.write('{"ready":"yes"}\n');
for (;;) {
  const startedMs = performance.now();
  await read();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Number(everyMs) - (performance.now() - startedMs))));
}
