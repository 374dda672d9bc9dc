/** Runs the service as a process to kill, and the endpoint that receives its deliveries. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compileCache } from '../compileCache.ts';

export const killToken = 'kill-test-token';

export type Worker = {
  readonly base: string;
  /** Time from opening the data directory until ready. */
  readonly openedMs: number;
  readonly kill: () => Promise<void>;
};

/** Resolves when the service is ready; rejects if it exits first. */
export async function startWorker(dataDir: string, hook: string): Promise<Worker> {
  const { child, opening, ready, ended } = spawnWorker(dataDir, hook);
  await Promise.race([opening, rejectOnExit(ended)]);
  const before = performance.now();
  const { baseUrl } = JSON.parse(await Promise.race([ready, rejectOnExit(ended)]));
  return { base: baseUrl, openedMs: performance.now() - before, kill: () => kill(child, ended) };
}

/** Kills a worker `afterMs` after it starts to open its directory: during its recovery or just after. */
export async function killDuringStart(dataDir: string, hook: string, afterMs: number): Promise<void> {
  const { child, opening, ended } = spawnWorker(dataDir, hook);
  await Promise.race([opening, rejectOnExit(ended)]);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await kill(child, ended);
}

export type Receiver = {
  readonly hook: string;
  /** Dates of the delivered changes in order of arrival, by collection. */
  readonly arrived: ReadonlyMap<string, readonly string[]>;
  readonly close: () => void;
};

export async function startReceiver(): Promise<Receiver> {
  const arrived = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { collectionId, data } = JSON.parse(Buffer.concat(chunks).toString());
    const known = arrived.get(collectionId) ?? [];
    known.push(data.lastModifiedDate);
    arrived.set(collectionId, known);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    hook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrived,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spawnWorker(dataDir: string, hook: string) {
  const worker = join(import.meta.dirname, 'killWorker.ts');
  const child = spawn(process.execPath, ['--no-warnings', worker, dataDir, hook, killToken], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...compileCache },
  });
  const lines = createInterface({ input: child.stdout });
  const line = (isMatch: (text: string) => boolean) =>
    new Promise<string>((resolve) => lines.on('line', (text) => isMatch(text) && resolve(text)));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const opening = line((text) => text === 'opening');
  return { child, opening, ready: line((text) => text !== 'opening'), ended };
}

async function rejectOnExit(ended: Promise<number | null>): Promise<never> {
  throw new Error(`the service exited at start with code ${await ended}`);
}

async function kill(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
