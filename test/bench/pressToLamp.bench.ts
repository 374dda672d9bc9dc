/** Measures the time from a press in Companion to the new value of its lamp, through the packed module, against a bare POST and event stream. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startModule, unpackModule } from '../companion/moduleHost.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startChild } from './childServer.ts';
import { openDurableWrite } from './durableWrite.ts';
import { lowerQuartile, median, percentile, print, report } from './numbers.ts';

const rounds = 230;
const warmUpRounds = 30;
/** Approximate growth of the show’s journal with a change of the gate, in bytes. */
const recordBytes = 600;
const folder = createTemporaryFolder('bench');

const archive = execFileSync(process.execPath, ['scripts/packCompanion.ts'], { encoding: 'utf8' }).trim();
const engine = await startChild(
  resolve('out/main/headless.js'),
  ['--demo', '--data-dir', join(folder, 'data'), '--ready-json', '--log-level', 'error'].concat([
    '--feed-port',
    '0',
    '--control-port',
    '0',
  ]),
  {},
);
const { desk = '', token = '' } = engine.ready;
const module = await startModule(unpackModule(archive).folder, { address: desk, feed: 'main', token });
await module.watch('held', 'gate', { gate: 'held' });
await waitUntil('the lamp has a value', () => module.status()?.status === 'ok' && module.isLit('held') === false);
let onLamp = (): void => undefined;
module.onLamp((id) => {
  if (id === 'held') onLamp();
});

const bare = await startChild(resolve('test/bench/bareEvents.ts'), [], {});
const { base = '' } = bare.ready;
const events = (await fetch(base)).body?.getReader();
await events?.read();

/** Holds and releases in turn, so that each press changes the lamp. */
async function pressModule(round: number): Promise<number> {
  const lit = new Promise<void>((done) => {
    onLamp = done;
  });
  const startedMs = performance.now();
  const pressed = module.press(round % 2 === 0 ? 'hold' : 'release', {});
  await lit;
  const elapsedMs = performance.now() - startedMs;
  await pressed;
  return elapsedMs;
}

async function pressBare(): Promise<number> {
  const startedMs = performance.now();
  const posted = fetch(base, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  await events?.read();
  const elapsedMs = performance.now() - startedMs;
  await (await posted).arrayBuffer();
  return elapsedMs;
}

const disk = await openDurableWrite(folder, recordBytes);
const [ours, baseline, writes]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < rounds; round += 1) {
  const measurements = [
    async () => ours.push(await pressModule(round)),
    async () => baseline.push(await pressBare()),
    async () => writes.push(await disk.measure()),
  ];
  // Alternates the order, so that none always runs on a warmer machine.
  for (const measure of Math.floor(round / 2) % 2 === 0 ? measurements : measurements.reverse()) {
    await measure();
    await new Promise((next) => setTimeout(next, 25));
  }
}
await disk.close();
await events?.cancel();
await Promise.all([module.stop(), engine.stop(), bare.stop()]);
rmSync(folder, { recursive: true });

const afterWarmUp = (timesMs: readonly number[]): readonly number[] => timesMs.slice(warmUpRounds);
const [press, bareMs, write] = [afterWarmUp(ours), afterWarmUp(baseline), afterWarmUp(writes)];
report(
  'press to lamp, lower quartile',
  lowerQuartile(press),
  lowerQuartile(bareMs),
  'ms',
  'against a bare POST and event',
);
report('press to lamp, median', median(press), median(bareMs), 'ms', 'goal 100 ms');
report(
  'press to lamp, p95',
  percentile(press, 0.95),
  percentile(bareMs, 0.95),
  'ms',
  'includes other load on this machine',
);
print(`one durable write on that disk, median: ${median(write).toFixed(3)} ms, included in the lines above`);
