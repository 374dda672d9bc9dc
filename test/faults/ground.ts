/** What the rows of this machine's faults stand on: a service in this process, and whole programs that are killed and started again. */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payload, type Respond, serving } from '../engine/source/bench.ts';
import type { Chance } from './chance.ts';
import { type Child, type ChildOptions, readFeed, startChild } from './child.ts';
import { createGrowingVersion } from './growing.ts';
import { type Probe, startProbe } from './probe.ts';
import { type RecordMeasurement, assert, type Row, type RowOptions, createRow } from './row.ts';
import { canaryKey, canarySecret, listen, createVersion, stagingCanary } from './stage.ts';

type ProcessTestBed = {
  readonly chance: Chance;
  readonly record: RecordMeasurement;
  readonly dataDir: string;
  readonly show: { body: ReturnType<typeof createVersion> };
  /** What the service answers from now on; null: the list of the show. */
  readonly respondWith: (respond: Respond | null) => void;
  readonly requestTimes: () => readonly number[];
  /** Where the service listens. */
  readonly servicePort: number;
  readonly start: (over: Partial<ChildOptions>) => Promise<Child>;
  /** Ends the service's connections; it takes new ones. */
  readonly dropConnections: () => void;
  /** Reads the child's feed ten times a second from now on; what it sees must be right until the row ends. */
  readonly watch: (child: Child) => Probe;
  readonly deliver: (to: Pick<Child, 'webhook'>, version: number) => Promise<number>;
  readonly waitUntil: (expectation: string, timeoutMs: number, condition: () => Promise<boolean> | boolean) => Promise<void>;
};

export const unreachableUrl = 'http://127.0.0.1:9';

/** A row with a service in this process and children that it starts by itself. All are ended, and the folder is removed. */
export function withProcesses(options: RowOptions, run: (testBed: ProcessTestBed) => Promise<void>): Row {
  return createRow(options, async (chance, record) => {
    const folder = await mkdtemp(join(tmpdir(), 'greenroom-fault-'));
    const show = { body: createVersion(1, 2) };
    const requestTimes: number[] = [];
    let override: Respond | null = null;
    const service = createServer((request, response) => {
      requestTimes.push(performance.now());
      (override ?? serving(() => show.body))(request, response);
    });
    const port = await listen(service);
    const children: Child[] = [];
    const probes: Probe[] = [];
    try {
      await run({
        chance,
        record,
        dataDir: join(folder, 'data'),
        show,
        respondWith: (respond) => {
          override = respond;
        },
        requestTimes: () => requestTimes,
        servicePort: port,
        start: async (over) => {
          const child = await startChild({
            dataDir: join(folder, 'data'),
            settings: {},
            wrapper: [],
            environment: {},
            flags: [],
            ...over,
            source: {
              baseUrl: `http://127.0.0.1:${port}`,
              poll: { intervalSeconds: 1, fullEverySeconds: 5 },
              push: { host: '127.0.0.1', port: 0 },
              ...over.source,
            },
          });
          children.push(child);
          return child;
        },
        dropConnections: () => service.closeAllConnections(),
        watch: (child) => {
          const probe = startProbe(() => child.feed, stagingCanary);
          probe.pause(false);
          probes.push(probe);
          return probe;
        },
        deliver: deliverVersion,
        waitUntil,
      });
      for (const probe of probes) {
        const complaints = probe.violations();
        assert(`nothing wrong on the feed: ${complaints.join('; ')}`, complaints.length === 0);
      }
      for (const child of children)
        assert('no key in its words', !child.output().includes(canaryKey) && !child.output().includes(canarySecret));
    } finally {
      for (const probe of probes) await probe.stop();
      for (const child of children) await child.stop();
      await new Promise<void>((resolve) => {
        service.close(() => resolve());
        service.closeAllConnections();
      });
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function waitUntil(expectation: string, timeoutMs: number, condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const endMs = performance.now() + timeoutMs; performance.now() < endMs; ) {
    if (await Promise.resolve(condition()).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`not within ${timeoutMs} ms: ${expectation}`);
}

export const firstItemId = async (child: Pick<Child, 'feed'>): Promise<string> =>
  (await readFeed(child)).items[0]?.id ?? '';

/** Delivers the version with all posts of those before it; answers the status. */
export function deliverVersion(to: Pick<Child, 'webhook'>, version: number): Promise<number> {
  return deliverCollection(to, createGrowingVersion(version, version));
}

export async function deliverCollection(to: Pick<Child, 'webhook'>, collection: ReturnType<typeof createVersion>): Promise<number> {
  const raw = JSON.stringify(payload(collection));
  const signature = createHmac('sha256', canarySecret).update(raw).digest('hex');
  const response = await fetch(to.webhook ?? '', {
    method: 'POST',
    headers: { 'x-webhook-signature': `sha256=${signature}` },
    body: raw,
  });
  return response.status;
}

/** Delivers version after version until one is not taken; answers the last that was answered 200. */
export async function deliverUntilRefused(child: Child, from: number, to: number): Promise<number> {
  let acknowledged = from - 1;
  for (let version = from; version <= to; version += 1) {
    const status = await deliverVersion(child, version).catch(() => 0);
    if (status !== 200) break;
    acknowledged = version;
  }
  return acknowledged;
}

export const versionInId = (id: string): number => Number(/^v(\d+)-/.exec(id)?.[1] ?? 0);
