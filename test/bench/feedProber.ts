/** Runs as a process of its own: reads a feed ten times a second, and answers its parent's messages with the longest wait. */
import { Agent, request } from 'undici';

const url = process.argv[2] ?? '';
const everyMs = 100;
const agent = new Agent({ connections: 1 });
let longestMs = 0;

async function read(): Promise<void> {
  const startedMs = performance.now();
  const response = await request(url, { dispatcher: agent });
  await response.body.dump();
  longestMs = Math.max(longestMs, performance.now() - startedMs);
}

process.on('message', () => {
  process.send?.(longestMs);
  longestMs = 0;
});
process.once('SIGTERM', () => process.exit(0));
await read();
process.stdout.write('{"ready":"yes"}\n');
for (;;) {
  const startedMs = performance.now();
  await read();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - startedMs))));
}
