/** Sends deliveries at a fixed rate: `node flood.ts URL SECRET PER-SECOND SECONDS FIRST-VERSION`. Prints each delivery's status and duration in ms as JSON. */
import { createHmac } from 'node:crypto';
import { payload } from '../engine/sourceHarness.ts';
import { createGrowingVersion } from './growingVersion.ts';

const [url = '', secret = '', perSecond = '1', seconds = '1', firstVersion = '1'] = process.argv.slice(2);
const total = Math.min(20_000, Number(perSecond) * Number(seconds));
const startedMs = performance.now();
const results: Promise<readonly [number, number]>[] = [];
for (let sent = 0; sent < total; sent += 1) {
  const dueMs = startedMs + (sent * 1000) / Number(perSecond);
  const remainingMs = dueMs - performance.now();
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
  results.push(deliver(Number(firstVersion) + sent));
}
process.stdout.write(JSON.stringify(await Promise.all(results)));

/** Returns the status, or 0 without a response, and the duration in ms. */
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
