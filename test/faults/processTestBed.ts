/** Test bed with real processes: a service in this process, and Greenroom child processes that can be killed and restarted. */
import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { payload, type Respond, respondWithCollection } from '../engine/sourceHarness.ts';
import type { Random } from '../random.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { headlessProgram } from '../testedProgram.ts';
import { type Child, type ChildOptions, readFeed, startChild } from './child.ts';
import { canaryKey, canarySecret, createVersion, listen, stagingCanary } from './engineTestBed.ts';
import { expectWithin } from './expectWithin.ts';
import { type Probe, startProbe } from './feedProbe.ts';
import { createGrowingVersion } from './growingVersion.ts';
import { assert, createRow, type RecordMeasurement, type Row, type RowOptions } from './row.ts';

export type ProcessTestBed = {
  readonly random: Random;
  readonly record: RecordMeasurement;
  readonly dataDir: string;
  readonly show: { body: ReturnType<typeof createVersion> };
  /** Sets the service's response; `null` serves the list of `show`. */
  readonly respondWith: (respond: Respond | null) => void;
  /** When each request reached the service, as `performance.now()`. */
  readonly requestTimes: () => readonly number[];
  readonly servicePort: number;
  readonly start: (overrides: Partial<ChildOptions>) => Promise<Child>;
  /** Closes the service's open connections; it still accepts new ones. */
  readonly dropConnections: () => void;
  /** Probes the child's feed from now on; any violation fails the row. */
  readonly watch: (child: Child) => Probe;
  readonly deliver: (target: Pick<Child, 'webhook'>, version: number) => Promise<number>;
  readonly waitUntil: (
    expectation: string,
    expectedMs: number,
    condition: () => Promise<boolean> | boolean,
  ) => Promise<void>;
};

export const unreachableUrl = 'http://127.0.0.1:9';

/** Creates a row that starts Greenroom processes; they are stopped and their folder is removed afterwards. */
export function createProcessRow(options: RowOptions, run: (testBed: ProcessTestBed) => Promise<void>): Row {
  return createRow(options, async (random, record) => {
    const folder = createTemporaryFolder('fault');
    const show = { body: createVersion(1, 2) };
    const requestTimes: number[] = [];
    let override: Respond | null = null;
    const service = createServer((request, response) => {
      requestTimes.push(performance.now());
      (override ?? respondWithCollection(() => show.body))(request, response);
    });
    const port = await listen(service);
    const children: Child[] = [];
    const probes: Probe[] = [];
    try {
      await run({
        random,
        record,
        dataDir: join(folder, 'data'),
        show,
        respondWith: (respond) => {
          override = respond;
        },
        requestTimes: () => requestTimes,
        servicePort: port,
        start: async (overrides) => {
          const child = await startChild({
            program: headlessProgram,
            dataDir: join(folder, 'data'),
            settings: {},
            wrapper: [],
            environment: {},
            flags: [],
            ...overrides,
            source: {
              baseUrl: `http://127.0.0.1:${port}`,
              poll: { intervalSeconds: 1, fullEverySeconds: 5 },
              push: { host: '127.0.0.1', port: 0 },
              ...overrides.source,
            },
          });
          children.push(child);
          return child;
        },
        dropConnections: () => service.closeAllConnections(),
        watch: (child) => {
          const probe = startProbe(() => child.feed, stagingCanary);
          probe.setPaused(false);
          probes.push(probe);
          return probe;
        },
        deliver: deliverVersion,
        waitUntil: (expectation, expectedMs, condition) => expectWithin(expectation, expectedMs, condition, record),
      });
      for (const probe of probes) {
        const violations = probe.violations();
        assert(`the feed is never wrong: ${violations.join('; ')}`, violations.length === 0);
      }
      for (const child of children)
        assert(
          'the output contains no key or secret',
          !child.output().includes(canaryKey) && !child.output().includes(canarySecret),
        );
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

export const readFirstItemId = async (child: Pick<Child, 'feed'>): Promise<string> =>
  (await readFeed(child)).items[0]?.id ?? '';

/** Delivers this version, which includes all earlier posts. Returns the status. */
export function deliverVersion(target: Pick<Child, 'webhook'>, version: number): Promise<number> {
  return deliverCollection(target, createGrowingVersion(version, version));
}

export async function deliverCollection(
  target: Pick<Child, 'webhook'>,
  collection: ReturnType<typeof createVersion>,
): Promise<number> {
  const raw = JSON.stringify(payload(collection));
  const signature = createHmac('sha256', canarySecret).update(raw).digest('hex');
  const response = await fetch(target.webhook ?? '', {
    method: 'POST',
    headers: { 'x-webhook-signature': `sha256=${signature}` },
    body: raw,
  });
  return response.status;
}

/** Delivers versions in order until one is refused. Returns the last acknowledged version. */
export async function deliverUntilRefused(child: Child, first: number, last: number): Promise<number> {
  let acknowledged = first - 1;
  for (let version = first; version <= last; version += 1) {
    const status = await deliverVersion(child, version).catch(() => 0);
    if (status !== 200) break;
    acknowledged = version;
  }
  return acknowledged;
}

export const parseVersion = (id: string): number => Number(/^v(\d+)-/.exec(id)?.[1] ?? 0);
