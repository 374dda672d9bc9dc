/** A sender in a process of its own: `node flood.ts URL SECRET PER-SECOND SECONDS FIRST-VERSION`; prints each status and its milliseconds. */
import { createHmac } from 'node:crypto';
import { payload } from '../engine/source/bench.ts';
import { createGrowingVersion } from './growing.ts';

const [url = '', secret = '', perSecond = '1', seconds = '1', first = '1'] = process.argv.slice(2);
const total = Math.min(20_000, Number(perSecond) * Number(seconds));
const startedMs = performance.now();
const responses: Promise<readonly [number, number]>[] = [];
for (let sent = 0; sent < total; sent += 1) {
  const dueMs = startedMs + (sent * 1000) / Number(perSecond);
  const leftMs = dueMs - performance.now();
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
  responses.push(deliver(Number(first) + sent));
}
process.stdout.write(JSON.stringify(await Promise.all(responses)));

async function deliver(version: number): Promise<readonly [number, number]> {
  const body = JSON.stringify(payload(createGrowingVersion(version, 40)));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const sentMs = performance.now();
  const headers = { 'x-webhook-signature': `sha256=${signature}` };
  const status = await fetch(url, { method: 'POST', headers, body }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  return [status, performance.now() - sentMs];
}
