/** Measures what Greenroom writes and computes while something is on air and nothing changes: only unchanged polls and the heartbeat. */
import { readFileSync, rmSync } from 'node:fs';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startPollingEngine } from './builtEngine.ts';
import { startListService } from './listService.ts';
import { samplePost } from './samplePosts.ts';

const settleMs = 5000;
const measuredMs = 60_000;

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Bytes that the process caused to be written to the disk; `null` where the system does not report them. */
function readWrittenBytes(pid: number): number | null {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

const service = await startListService();
service.publish(Array.from({ length: 20 }, (_, index) => ({ ...samplePost(index), media: [] })));
const folder = createTemporaryFolder('bench');
const engine = await startPollingEngine(folder, service.baseUrl);
await waitUntil('the list is on air', async () => {
  const response = await fetch(`${engine.ready['feed']}/feeds/main/current.json`);
  return ((await response.json()) as { revision: number }).revision === 1;
});
await wait(settleMs);
const bytesBefore = readWrittenBytes(engine.pid) ?? Number.NaN;
const cpuBefore = engine.cpuMs() ?? Number.NaN;
await wait(measuredMs);
const bytes = (readWrittenBytes(engine.pid) ?? Number.NaN) - bytesBefore;
const cpuMs = (engine.cpuMs() ?? Number.NaN) - cpuBefore;
await engine.stop();
service.close();
rmSync(folder, { recursive: true });
const seconds = measuredMs / 1000;
process.stdout.write(
  `idle with ${seconds} unchanged polls: ${(bytes / seconds / 1000).toFixed(2)} KB written a second (goal 1), ${(cpuMs / seconds).toFixed(1)} ms of CPU time a second\n`,
);
