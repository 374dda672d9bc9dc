/**
 * Measures the memory of the engine, and the time of feed reads 50 times a second, while a long as-run log is exported. `BENCH_ON_AIR=10000`
 * measures one number of posts on air only.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { writeAsRunLog } from './asRunLog.ts';
import { type ChildServer, startChild } from './childServer.ts';
import { print } from './numbers.ts';

const logBytes = 200_000_000;
const goalMegabytes = 20;
const settleMs = 8000;
const chosen = process.env['BENCH_ON_AIR'];
const onAirCounts = chosen === undefined ? [100, 10_000] : [Number(chosen)];

const wait = (milliseconds: number): Promise<void> => new Promise((waited) => setTimeout(waited, milliseconds));

/** Calls `during`, and returns its value and the most memory of the engine meanwhile. */
async function measurePeakMegabytes(engine: ChildServer, during: () => Promise<number>): Promise<[number, number]> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, engine.residentMegabytes() ?? Number.NaN);
  }, 20);
  const value = await during();
  clearInterval(timer);
  return [value, peak];
}

/** Reads the file to its end, and returns its number of bytes. */
async function readExport(address: string, token: string): Promise<number> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok || response.body === null) throw new Error(`the export was refused with ${response.status}`);
  let bytes = 0;
  for await (const part of response.body) bytes += part.length;
  return bytes;
}

async function measureLog(onAirCount: number): Promise<void> {
  const folder = createTemporaryFolder('bench');
  const dataDir = join(folder, 'data');
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ feeds: [{ slug: 'main', collectionId: 'col_1' }], feedServer: { port: 0 } }));
  const start = (): Promise<ChildServer> =>
    startChild(
      resolve('out/main/headless.js'),
      ['--config', config, '--data-dir', dataDir, '--ready-json', '--log-level', 'error', '--control-port', '0'],
      {},
      [resolve('test/bench/loopPause.ts')],
    );
  // A log without a show would be taken for the rest of a lost show.
  await (await start()).stop();
  const rows = writeAsRunLog(dataDir, logBytes, onAirCount, Date.now() - 3_600_000);
  const engine = await start();
  const { feed, desk, token = '' } = engine.ready;
  const url = `${feed}/feeds/main/live.json`;
  const prober = await startChild(resolve('test/bench/feedProber.ts'), [url, '20', '0.99'], {});
  const read = (format: string): Promise<number> => readExport(`${desk}/api/feeds/main/as-run.${format}`, token);
  await wait(settleMs);
  print(`as-run log of ${logBytes / 1e6} MB, ${rows} rows, ${onAirCount} posts on air`);
  for (const format of ['csv', 'json', 'csv']) {
    await prober.requestFigure();
    await wait(settleMs);
    const quietMs = await prober.requestFigure();
    await engine.requestFigure();
    const beforeMegabytes = engine.residentMegabytes() ?? Number.NaN;
    const startedMs = performance.now();
    const [bytes, peakMegabytes] = await measurePeakMegabytes(engine, () => read(format));
    const tookSeconds = (performance.now() - startedMs) / 1000;
    const [busyMs, pauseMs] = [await prober.requestFigure(), await engine.requestFigure()];
    print(
      [
        `export as ${format}: ${(bytes / 1e6).toFixed(0)} MB in ${tookSeconds.toFixed(1)} s`,
        `memory ${beforeMegabytes.toFixed(0)} MB + ${(peakMegabytes - beforeMegabytes).toFixed(1)} MB (goal ${goalMegabytes})`,
        `p99 of feed reads ${busyMs.toFixed(1)} ms, before ${quietMs.toFixed(1)} ms, ratio ${(busyMs / quietMs).toFixed(2)}`,
        `longest pause ${pauseMs.toFixed(0)} ms`,
      ].join('; '),
    );
  }
  await prober.stop();
  await engine.stop();
  rmSync(folder, { recursive: true });
}

for (const count of onAirCounts) await measureLog(count);
