/** What the rows of this machine's faults stand on: a service in this process, and whole programs that are killed and started again. */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payload, type Respond, serving } from '../engine/source/bench.ts';
import type { Chance } from './chance.ts';
import { type Child, type ChildOptions, readFeed, startChild } from './child.ts';
import { growing } from './growing.ts';
import { type Probe, startProbe } from './probe.ts';
import { type Measured, must, type Row, type RowKind, rowOf } from './row.ts';
import { canaryKey, canarySecret, listen, make, stagingCanary } from './stage.ts';

type Ground = {
  readonly chance: Chance;
  readonly measured: Measured;
  readonly dataDir: string;
  readonly show: { body: ReturnType<typeof make> };
  /** What the service answers from now on; null: the list of the show. */
  readonly answer: (respond: Respond | null) => void;
  readonly requests: () => readonly number[];
  /** Where the service listens. */
  readonly servicePort: number;
  readonly start: (over: Partial<ChildOptions>) => Promise<Child>;
  /** Ends the service's connections; it takes new ones. */
  readonly dropConnections: () => void;
  /** Reads the child's feed ten times a second from now on; what it sees must be right until the row ends. */
  readonly watch: (child: Child) => Probe;
  readonly deliver: (to: Pick<Child, 'webhook'>, version: number) => Promise<number>;
  readonly until: (what: string, withinMs: number, condition: () => Promise<boolean> | boolean) => Promise<void>;
};

export const unreachable = 'http://127.0.0.1:9';

/** A row with a service in this process and children that it starts by itself. All are ended, and the folder is removed. */
export function withChildren(kind: RowKind, run: (ground: Ground) => Promise<void>): Row {
  return rowOf(kind, async (chance, measured) => {
    const folder = await mkdtemp(join(tmpdir(), 'greenroom-fault-'));
    const show = { body: make(1, 2) };
    const asked: number[] = [];
    let special: Respond | null = null;
    const service = createServer((request, response) => {
      asked.push(performance.now());
      (special ?? serving(() => show.body))(request, response);
    });
    const port = await listen(service);
    const children: Child[] = [];
    const probes: Probe[] = [];
    try {
      await run({
        chance,
        measured,
        dataDir: join(folder, 'data'),
        show,
        answer: (respond) => {
          special = respond;
        },
        requests: () => asked,
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
        deliver: send,
        until,
      });
      for (const probe of probes) {
        const complaints = probe.complaints();
        must(`nothing wrong on the feed: ${complaints.join('; ')}`, complaints.length === 0);
      }
      for (const child of children)
        must('no key in its words', !child.output().includes(canaryKey) && !child.output().includes(canarySecret));
    } finally {
      for (const probe of probes) await probe.stop();
      for (const child of children) await child.end();
      await new Promise<void>((resolve) => {
        service.close(() => resolve());
        service.closeAllConnections();
      });
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function until(what: string, withinMs: number, condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; ) {
    if (await Promise.resolve(condition()).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`not within ${withinMs} ms: ${what}`);
}

export const firstId = async (child: Pick<Child, 'feed'>): Promise<string> =>
  (await readFeed(child)).items[0]?.id ?? '';

/** Delivers the version with all posts of those before it; answers the status. */
export function send(to: Pick<Child, 'webhook'>, version: number): Promise<number> {
  return sendList(to, growing(version, version));
}

export async function sendList(to: Pick<Child, 'webhook'>, list: ReturnType<typeof make>): Promise<number> {
  const raw = JSON.stringify(payload(list));
  const signature = createHmac('sha256', canarySecret).update(raw).digest('hex');
  const answer = await fetch(to.webhook ?? '', {
    method: 'POST',
    headers: { 'x-webhook-signature': `sha256=${signature}` },
    body: raw,
  });
  return answer.status;
}

/** Delivers version after version until one is not taken; answers the last that was answered 200. */
export async function sendUntilTrouble(child: Child, from: number, to: number): Promise<number> {
  let acknowledged = from - 1;
  for (let version = from; version <= to; version += 1) {
    const status = await send(child, version).catch(() => 0);
    if (status !== 200) break;
    acknowledged = version;
  }
  return acknowledged;
}

export const versionOf = (id: string): number => Number(/^v(\d+)-/.exec(id)?.[1] ?? 0);
