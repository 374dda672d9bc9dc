/** Runs a show against Greenroom and the service as processes, and measures both at each tenth of it. */
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild as startBare } from '../bench/childServer.ts';
import { readFeed } from '../faults/child.ts';
import { stagingCanary } from '../faults/engineTestBed.ts';
import { type Probe, startProbe } from '../faults/feedProbe.ts';
import { percentile } from '../faults/row.ts';
import { createRandom } from '../random.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { readDiskUse } from './diskUse.ts';
import { createSoakAuthor, type SoakAuthor } from './soakAuthor.ts';
import { createSoakOperator, type SoakOperator } from './soakOperator.ts';
import type { Report } from './soakPreload.ts';
import {
  addWebhook,
  type Programs,
  type SoakEngine,
  type SoakService,
  startSoakEngine,
  startSoakService,
} from './soakProcesses.ts';
import { openDesk, openFeedSockets, type Readers, startMediaReader, startPollers } from './soakReaders.ts';

export type SoakSettings = {
  readonly programs: Programs;
  readonly seed: number;
  /** Changes of the show; each tenth has at least five. */
  readonly changes: number;
  /** Time from one change to the next; 0 for as fast as they are saved. */
  readonly changeEveryMs: number;
  readonly sockets: number;
  readonly pollers: number;
  /** How long Greenroom is suspended in each tenth. */
  readonly suspendMs: number;
};

export type Tenth = {
  readonly engine: Report;
  readonly service: Report;
  /** Bytes by part of the data directory. */
  readonly engineDisk: ReadonlyMap<string, number>;
  readonly serviceDisk: ReadonlyMap<string, number>;
  /** Duration of the reads of a client that reads ten times a second. */
  readonly readP99Ms: number;
  /** The same from a server that does nothing else, which shows how busy the machine is. */
  readonly bareP99Ms: number;
  readonly reads: number;
};

export type SoakResult = { readonly tenths: readonly Tenth[]; readonly faults: readonly string[] };

const bareServer = resolve(import.meta.dirname, '..', 'bench', 'bareServer.ts');
const clockStepMs = 3_600_000;

type Show = {
  readonly engine: SoakEngine;
  readonly service: SoakService;
  readonly author: SoakAuthor;
  readonly operator: SoakOperator;
  readonly probe: Probe;
  readonly bareProbe: Probe;
  readonly readers: readonly Readers[];
  readonly folder: string;
};

/** Runs the whole show; everything it started has ended when it settles. Rejects when the signal aborts it. */
export async function runSoak(
  settings: SoakSettings,
  onTenth: (tenth: Tenth) => void,
  signal: AbortSignal,
): Promise<SoakResult> {
  const folder = createTemporaryFolder('soak');
  const cleanups: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const show = await openShow(settings, folder, cleanups);
    const tenths: Tenth[] = [];
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const before = countReads(show);
      await playTenth(show, settings, signal);
      const measured = await measure(show, before);
      tenths.push(measured);
      onTenth(measured);
    }
    return { tenths, faults: await findFaults(show) };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

async function openShow(
  { programs, seed, sockets, pollers }: SoakSettings,
  folder: string,
  cleanups: (() => Promise<unknown>)[],
): Promise<Show> {
  const service = await startSoakService(programs, folder);
  cleanups.push(service.stop);
  const author = await createSoakAuthor(service, createRandom(seed));
  const engine = await startSoakEngine(programs, folder, service.baseUrl);
  cleanups.push(engine.stop);
  await addWebhook(service, engine.webhook ?? '');
  const pointed = await fetch(`${engine.desk}/api/feeds/main/point`, {
    method: 'POST',
    headers: { authorization: `Bearer ${engine.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ collectionId: author.collectionId }),
  });
  if (!pointed.ok) throw new Error(`the feed can’t use the collection: ${await pointed.text()}`);
  await waitUntil('the first list is on air', async () => (await readFeed(engine)).items.length > 0);
  const readers = [
    openFeedSockets(engine.feed, sockets),
    startPollers(engine.feed, pollers),
    startMediaReader(engine.feed),
    openDesk(engine),
  ];
  const bareFile = join(folder, 'bare.json');
  await writeFile(bareFile, JSON.stringify(await readFeed(engine)));
  const bare = await startBare(bareServer, [bareFile], {});
  cleanups.push(bare.stop);
  const probe = startProbe(() => engine.feed, stagingCanary);
  const bareProbe = startProbe(() => bare.ready['base'] ?? '', stagingCanary);
  cleanups.push(async () => {
    for (const { stop } of [...readers, probe, bareProbe]) await stop();
  });
  resume([probe, bareProbe]);
  return { bareProbe, engine, service, author, operator: createSoakOperator(engine, probe), probe, readers, folder };
}

/** One tenth: changes and commands, and once each a clock step and its return, a restart of the service, and a suspension. */
async function playTenth(show: Show, settings: SoakSettings, signal: AbortSignal): Promise<void> {
  const changes = Math.max(5, Math.round(settings.changes / 10));
  const at = (share: number): number => Math.floor(changes * share);
  for (let change = 0; change < changes; change += 1) {
    const startedMs = performance.now();
    if (change === at(0.2)) await show.engine.shiftClock(clockStepMs);
    if (change === at(0.4)) await show.service.restart();
    if (change === at(0.6)) await suspend(show, settings.suspendMs);
    if (change === at(0.8)) await show.engine.shiftClock(0);
    await show.author.change();
    await show.operator.sendNext();
    await sleep(Math.max(0, settings.changeEveryMs - (performance.now() - startedMs)), undefined, { signal });
  }
}

/** Suspends Greenroom. The probes rest meanwhile, because nothing can answer it; the author goes on. */
async function suspend({ engine, probe, bareProbe, author }: Show, durationMs: number): Promise<void> {
  await pause([probe, bareProbe]);
  engine.signal('SIGSTOP');
  await author.change();
  await sleep(durationMs);
  engine.signal('SIGCONT');
  await readFeed(engine);
  resume([probe, bareProbe]);
}

/** Pauses the probes and lets a read that has begun finish. */
async function pause(probes: readonly Probe[]): Promise<void> {
  for (const probe of probes) probe.setPaused(true);
  await sleep(150);
}

function resume(probes: readonly Probe[]): void {
  for (const probe of probes) probe.setPaused(false);
}

type ReadCounts = { readonly ours: number; readonly bare: number };

function countReads({ probe, bareProbe }: Show): ReadCounts {
  return { ours: probe.readCount(), bare: bareProbe.readCount() };
}

async function measure(show: Show, before: ReadCounts): Promise<Tenth> {
  const { probe, bareProbe } = show;
  const durationsMs = probe.durationsMs().slice(before.ours);
  const bareMs = bareProbe.durationsMs().slice(before.bare);
  await pause([probe, bareProbe]);
  const [engine, service] = await Promise.all([show.engine.report(), show.service.report()]);
  resume([probe, bareProbe]);
  return {
    engine,
    service,
    engineDisk: await readDiskUse(join(show.folder, 'engine')),
    serviceDisk: await readDiskUse(join(show.folder, 'service')),
    readP99Ms: percentile(durationsMs, 99),
    bareP99Ms: percentile(bareMs, 99),
    reads: durationsMs.length,
  };
}

/** Waits until every reader has caught up, then returns what is wrong. */
async function findFaults({ engine, service, operator, probe, readers }: Show): Promise<readonly string[]> {
  const findReaderFaults = async (): Promise<readonly string[]> => {
    const { revision } = await readFeed(engine);
    return readers.flatMap(({ faults }) => faults(revision));
  };
  await waitUntil('every reader has caught up', async () => (await findReaderFaults()).length === 0).catch(
    () => undefined,
  );
  return [
    ...(await findReaderFaults()),
    ...operator.faults(),
    ...probe.violations().map((violation) => `The feed was wrong: ${violation}.`),
    ...[engine, service]
      .filter(({ isAlive }) => !isAlive())
      .map(({ output }) => `A process ended: ${output().slice(-500)}`),
  ];
}
