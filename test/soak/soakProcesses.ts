/** Starts the soak's two processes, Greenroom and the service, with a shiftable clock and a memory report. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileCache } from '../compileCache.ts';
import { type Child, type RunningProcess, startChild, startProcess } from '../faults/child.ts';
import { canaryKey, canarySecret } from '../faults/engineTestBed.ts';
import { waitUntil } from '../waitUntil.ts';
import type { Control, Report } from './soakPreload.ts';

/** The commands to run: their source or their build. */
export type Programs = { readonly headless: string; readonly service: string };

export type SoakProcess = {
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly isAlive: () => boolean;
  readonly output: () => string;
  /** Sets the distance of the process's clock from the real one. */
  readonly shiftClock: (offsetMs: number) => Promise<void>;
  /** Collects garbage, then reads memory and descriptors. */
  readonly report: () => Promise<Report>;
  readonly stop: () => Promise<void>;
};

export type SoakEngine = SoakProcess & Pick<Child, 'feed' | 'desk' | 'token' | 'webhook'>;

export type SoakService = SoakProcess & {
  readonly baseUrl: string;
  readonly token: string;
  /** Stops the service and starts it again on the same port. */
  readonly restart: () => Promise<void>;
};

const preload = pathToFileURL(resolve(import.meta.dirname, 'soakPreload.ts')).href;
const organisation = 'soak';
export const authoringPath = `/authoring/v1/${organisation}`;
/** Another program can take the service's port while it restarts. */
const restartLimitMs = 120_000;

export async function startSoakEngine(programs: Programs, folder: string, baseUrl: string): Promise<SoakEngine> {
  const control = join(folder, 'engine-control');
  const child = await startChild({
    program: programs.headless,
    dataDir: join(folder, 'engine'),
    source: {
      baseUrl,
      mode: 'hybrid',
      poll: { intervalSeconds: 2, fullEverySeconds: 10 },
      push: { host: '127.0.0.1', port: 0 },
    },
    settings: {
      media: { quotaMegabytes: 16, allowHttp: true, allowPrivateHosts: ['127.0.0.1'] },
      history: { maxRevisions: 5000, maxMegabytes: historyLimitMegabytes },
    },
    wrapper: [],
    environment: environmentOf(control),
    flags: ['--log-level', 'error'],
  });
  const { feed, desk, token, webhook } = child;
  return { ...createRemote(control, () => child), feed, desk, token, webhook };
}

/** Small, so that even a short run reaches it. */
export const historyLimitMegabytes = 1;

export async function startSoakService(programs: Programs, folder: string): Promise<SoakService> {
  const control = join(folder, 'service-control');
  const token = 'soak-service-token';
  const start = (port: number): Promise<RunningProcess> =>
    startProcess(
      [
        ...[process.execPath, '--disable-warning=ExperimentalWarning', programs.service],
        ...['--port', String(port), '--data-dir', join(folder, 'service'), '--ready-json'],
        ...['--api-key', `${canaryKey}=${organisation}`],
      ],
      { PATH: process.env['PATH'] ?? '', ...compileCache, ...environmentOf(control), GREENROOM_SERVICE_TOKEN: token },
    );
  let running = await start(0);
  const baseUrl = String(running.ready['baseUrl']);
  return {
    ...createRemote(control, () => running),
    baseUrl,
    token,
    restart: async () => {
      await running.stop();
      const port = Number(new URL(baseUrl).port);
      running = await waitUntil('the service starts again', () => start(port), restartLimitMs);
    },
  };
}

/** Adds a webhook to the service that delivers to this address. */
export async function addWebhook(service: SoakService, url: string): Promise<void> {
  const body = { name: 'Soak', url, signing: 'body', secret: canarySecret };
  const response = await fetch(`${service.baseUrl}${authoringPath}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`the service refused the webhook with ${response.status}`);
}

function environmentOf(control: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${preload}`, GREENROOM_SOAK_CONTROL: control };
}

function createRemote(control: string, current: () => RunningProcess): SoakProcess {
  let request = 0;
  let offsetMs = 0;
  const send = async (): Promise<Report> => {
    request += 1;
    await writeFile(control, JSON.stringify({ request, offsetMs } satisfies Control));
    current().signal('SIGUSR2');
    return waitUntil('the process reports its memory', async () => {
      const report = JSON.parse(await readFile(`${control}.report`, 'utf8')) as Report;
      return report.request === request ? report : null;
    });
  };
  return {
    signal: (signal) => current().signal(signal),
    isAlive: () => current().isAlive(),
    output: () => current().output(),
    shiftClock: async (nextMs) => {
      offsetMs = nextMs;
      await send();
    },
    report: send,
    stop: () => current().stop(),
  };
}
