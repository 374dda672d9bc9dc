/** A sender in a process of its own: `node flood.ts URL SECRET PER-SECOND SECONDS FIRST-VERSION`; prints each status and its milliseconds. */
import { createHmac } from 'node:crypto';
import { payload } from '../engine/source/bench.ts';
import { growing } from './growing.ts';

const [url = '', secret = '', perSecond = '1', seconds = '1', first = '1'] = process.argv.slice(2);
const all = Math.min(20_000, Number(perSecond) * Number(seconds));
const startedMs = performance.now();
const answers: Promise<readonly [number, number]>[] = [];
for (let sent = 0; sent < all; sent += 1) {
  const dueMs = startedMs + (sent * 1000) / Number(perSecond);
  const leftMs = dueMs - performance.now();
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
  answers.push(deliver(Number(first) + sent));
}
process.stdout.write(JSON.stringify(await Promise.all(answers)));

async function deliver(version: number): Promise<readonly [number, number]> {
  const body = JSON.stringify(payload(growing(version, 40)));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const sentMs = performance.now();
  const headers = { 'x-webhook-signature': `sha256=${signature}` };
  const status = await fetch(url, { method: 'POST', headers, body }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
  return [status, performance.now() - sentMs];
}
