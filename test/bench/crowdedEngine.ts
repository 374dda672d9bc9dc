/** Starts the built product on a long list, with 100 sockets, three desks and a reader that polls ten times a second. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startPollingEngine } from './builtEngine.ts';
import { startChild } from './childServer.ts';
import { startListService } from './listService.ts';

type Post = Readonly<Record<string, unknown>>;

/** In milliseconds: the longest pause of the event loop, the most CPU time in one turn, and the longest wait of the reader. */
export type Pauses = { readonly pauseMs: number; readonly turnMs: number; readonly waitMs: number };

export type CrowdedEngine = {
  readonly publish: (posts: readonly Post[]) => void;
  /** Sends a command on the feed to the control API. */
  readonly command: (verb: string, input: object) => Promise<void>;
  readonly readStatus: () => Promise<{ readonly revision: number; readonly count: number }>;
  readonly waitForRevision: (revision: number) => Promise<void>;
  /** Measures from before `change` until all follow-up work is done. */
  readonly measure: (change: () => Promise<void>) => Promise<Pauses>;
  readonly stop: () => Promise<void>;
};

const socketCount = 100;
const deskCount = 3;
const settleMs = 3000;

export async function startCrowdedEngine(posts: readonly Post[]): Promise<CrowdedEngine> {
  const service = await startListService();
  service.publish(posts);
  const folder = createTemporaryFolder('bench');
  const engine = await startPollingEngine(folder, service.baseUrl, [resolve('test/bench/loopPause.ts')]);
  const { feed = '', desk = '', token = '' } = engine.ready;
  const readJson = async (name: string): Promise<unknown> => (await fetch(`${feed}/feeds/main/${name}`)).json();
  const waitForRevision = async (revision: number): Promise<void> => {
    await waitUntil(
      `revision ${revision} is on air`,
      async () => ((await readJson('current.json')) as { revision: number }).revision === revision,
    );
  };
  await waitForRevision(1);
  const readers = await startChild(
    resolve('test/bench/listReaders.ts'),
    [
      `${feed.replace('http', 'ws')}/feeds/main/socket`,
      String(socketCount),
      `${desk.replace('http', 'ws')}/api/socket`,
      String(deskCount),
      token,
    ],
    {},
  );
  const prober = await startChild(resolve('test/bench/feedProber.ts'), [`${feed}/feeds/main/current.json`], {});
  const settle = (): Promise<void> => new Promise((settled) => setTimeout(settled, settleMs));
  const readPauses = async (): Promise<Pauses> => ({
    pauseMs: await engine.requestFigure(),
    turnMs: await engine.requestFigure('cpu'),
    waitMs: await prober.requestFigure(),
  });
  await settle();
  return {
    publish: service.publish,
    command: async (verb, input) => {
      const response = await fetch(`${desk}/api/feeds/main/${verb}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      if (!response.ok) throw new Error(`${verb} was refused: ${await response.text()}`);
    },
    readStatus: async () => {
      const { revision, items } = (await readJson('live.json')) as { revision: number; items: readonly unknown[] };
      return { revision, count: items.length };
    },
    waitForRevision,
    measure: async (change) => {
      await readPauses();
      await change();
      await settle();
      return readPauses();
    },
    stop: async () => {
      await prober.stop();
      await readers.stop();
      await engine.stop();
      service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Prints the worst of several rounds. */
export function formatWorst(rounds: readonly Pauses[]): string {
  const worst = (read: (pauses: Pauses) => number): string => Math.max(...rounds.map(read)).toFixed(0);
  return [
    `longest pause ${worst(({ pauseMs }) => pauseMs)} ms`,
    `longest turn ${worst(({ turnMs }) => turnMs)} ms of CPU time`,
    `longest wait of a reader at 10 Hz ${worst(({ waitMs }) => waitMs)} ms`,
  ].join(', ');
}
