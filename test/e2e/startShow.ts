/** Starts the built service and headless engine as separate processes for browser tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { compileCache } from '../compileCache.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

export type RunningProgram = {
  readonly ready: Readonly<Record<string, string>>;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
  /** Ends it with this signal and waits until it has exited. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
};

async function startProgram(
  entry: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<RunningProgram> {
  const child: ChildProcess = spawn(process.execPath, [resolve(`out/main/${entry}.js`), ...args, '--ready-json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The tests read English, whatever the language of this machine.
    env: { ...process.env, ...compileCache, LC_ALL: 'C.UTF-8', ...environment },
  });
  const ready = await new Promise<Readonly<Record<string, string>>>((done, failed) => {
    child.once('exit', (code) => failed(new Error(`${entry} exited with ${code} before it was ready`)));
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', (line) => done(JSON.parse(line)));
  });
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((done) => {
      child.once('exit', () => done());
      child.kill(signal);
    });
  return {
    ready,
    signal: (name) => void child.kill(name),
    stop: () => end('SIGTERM'),
    end,
  };
}

/** Starts the demo headless, on free ports. */
export const startDemo = (dataDir: string, environment: Readonly<Record<string, string>>): Promise<RunningProgram> =>
  startProgram(
    'headless',
    ['--demo', '--data-dir', dataDir, '--feed-port', '0', '--control-port', '0', '--log-level', 'error'],
    environment,
  );

/** Starts the service with the demo show, for a desk that knows neither its address nor its key. */
export const startDemoService = (dataDir: string): Promise<RunningProgram> =>
  startProgram('service', ['--fixtures', 'demo', '--port', '0', '--data-dir', dataDir], {});

/** Starts headless as `npm start` does without a window: the demo until a service was chosen. */
export const startDemoFirst = (dataDir: string, webhookPort: number): Promise<RunningProgram> =>
  startProgram(
    'headless',
    [
      ...['--demo-first', '--data-dir', dataDir, '--feed-port', '0', '--control-port', '0'],
      ...['--webhook-port', String(webhookPort), '--log-level', 'error'],
    ],
    {},
  );

/** Starts headless as after installation, but on free ports: without an address, a key or a collection. */
export function startFirstRun(folder: string): Promise<RunningProgram> {
  const config = join(folder, 'config.json');
  const push = { host: '127.0.0.1', port: 0 };
  writeFileSync(config, JSON.stringify({ source: { push }, feedServer: { port: 0 }, desk: { port: 0 } }));
  return startProgram(
    'headless',
    ['--config', config, '--data-dir', join(folder, 'engine'), '--log-level', 'error'],
    {},
  );
}

export type Show = {
  readonly service: RunningProgram;
  /** Ends the service, so that its port refuses connections. */
  readonly endService: () => Promise<void>;
  /** Starts the service again on the same data and port. */
  readonly startService: () => Promise<void>;
  readonly engine: RunningProgram;
  /** Calls the authoring API; `path` is below the show's collection. */
  readonly callAuthoringApi: (method: string, path: string, body: unknown) => Promise<Record<string, unknown>>;
  /** Creates another, empty collection in the service and returns its id. */
  readonly createCollection: (name: string) => Promise<string>;
  /** Adds a feed without a collection. */
  readonly addFeed: (slug: string) => Promise<void>;
  readonly changeSettings: (patch: unknown) => Promise<void>;
  /** Uploads a demo media file to the service and returns the fields for a post. */
  readonly upload: (file: string) => Promise<{ readonly mediaUrl: string; readonly mediaType: string }>;
  /** The desk’s address, including the token. */
  readonly desk: string;
  readonly feed: string;
  readonly readFeed: () => Promise<{
    revision: number;
    gate: string;
    items: { id: string; message: string; media: { ready: boolean }[] }[];
  }>;
  readonly postToDesk: (path: string, body: unknown) => Promise<Response>;
  /** Sets a slow engine clock to the right time. */
  readonly correctClock: () => void;
  /** Ends the engine with the signal, starts it again on the same data and the same port for desks, and returns the desk’s address. */
  readonly restartEngine: (signal: 'SIGTERM' | 'SIGKILL', flags?: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** The port of every rehearsal. Resolves with `false` if another program uses it for longer than another test would. */
export async function isRehearsalPortFree(): Promise<boolean> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (await canListen(7421)) return true;
    await sleep(500);
  }
  return false;
}

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Starts a service with one empty collection, and an engine whose feed `main` polls it every second. */
export function startShow(collectionName: string): Promise<Show> {
  return startShowWith(collectionName, createTemporaryFolder('e2e'), {});
}

/** Like `startShow`, on a machine in another language, such as `de_DE.UTF-8`. */
export function startShowInLanguage(collectionName: string, locale: string): Promise<Show> {
  return startShowWith(collectionName, createTemporaryFolder('e2e'), { LC_ALL: locale });
}

/** Like `startShow`, with an engine that has no API key yet. */
export function startShowWithoutKey(collectionName: string): Promise<Show> {
  return startShowWith(collectionName, createTemporaryFolder('e2e'), { GREENROOM_API_KEY: '' });
}

/** Like `startShow`, with an engine whose machine seems to wake after `behindMs` when `correctClock` is called. */
export function startShowWithSlowClock(collectionName: string, behindMs: number): Promise<Show> {
  return startShowWith(collectionName, createTemporaryFolder('e2e'), {
    ...preload('shiftedClock.ts'),
    TEST_CLOCK_BEHIND_MS: String(behindMs),
  });
}

export type DiskState = 'works' | 'full' | 'hangs';

/** Like `startShow`, with an engine whose disk can be made to fail. */
export async function startShowWithFailingDisk(
  collectionName: string,
): Promise<Show & { readonly setDisk: (state: DiskState) => void }> {
  const folder = createTemporaryFolder('e2e');
  const stateFile = join(folder, 'disk-state');
  const environment = { ...preload('failingDisk.ts'), TEST_DISK_STATE: stateFile };
  const show = await startShowWith(collectionName, folder, environment);
  return { ...show, setDisk: (state) => writeFileSync(stateFile, state) };
}

const preload = (file: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(resolve('test/e2e', file))}`,
});

async function startShowWith(
  collectionName: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Show> {
  const openService = (port: string, variables: Readonly<Record<string, string>>) =>
    startProgram('service', ['--fixtures', 'empty', '--port', port, '--data-dir', join(folder, 'service')], variables);
  const service = await openService('0', {});
  let runningService: RunningProgram | null = service;
  const { baseUrl = '', token = '' } = service.ready;
  const root = `${baseUrl}/authoring/v1/demo`;
  const callOrganisationApi = async (method: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${root}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const createCollection = async (name: string): Promise<string> => {
    const created = await callOrganisationApi('POST', '/collections', { name, contentType: 'SOCIAL_POST' });
    return String('id' in created ? created['id'] : (created['collection'] as { id: string }).id);
  };
  const collectionId = await createCollection(collectionName);
  const config = join(folder, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      source: { baseUrl, mode: 'poll', poll: { intervalSeconds: 1 }, push: { host: '127.0.0.1', port: 0 } },
      feeds: [{ slug: 'main', collectionId }],
      feedServer: { port: 0 },
      desk: { port: 0 },
    }),
  );
  const clockFile = join(folder, 'clock-is-correct');
  const startEngine = (more: readonly string[]) =>
    startProgram(
      'headless',
      ['--config', config, '--data-dir', join(folder, 'engine'), '--log-level', 'error', ...more],
      { GREENROOM_API_KEY: 'demo', TEST_CLOCK_CORRECTED: clockFile, ...environment },
    );
  let engine = await startEngine([]);
  let reads = 0;
  const { feed = '', desk = '', token: deskToken = '' } = engine.ready;
  const changeSettings = async (patch: unknown): Promise<void> => {
    await fetch(`${desk}/api/settings`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${deskToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(patch),
    });
  };
  const endService = async (): Promise<void> => {
    await runningService?.end('SIGTERM');
    runningService = null;
  };
  return {
    ...{ service, engine, endService },
    startService: async () => {
      runningService = await openService(new URL(baseUrl).port, { GREENROOM_SERVICE_TOKEN: token });
    },
    callAuthoringApi: (method, path, body) => callOrganisationApi(method, `/collections/${collectionId}${path}`, body),
    createCollection,
    addFeed: (slug) =>
      changeSettings({
        feeds: [
          { slug: 'main', collectionId },
          { slug, collectionId: null },
        ],
      }),
    changeSettings,
    upload: async (file) => {
      const response = await fetch(`${root}/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: readFileSync(join('resources/demo/media', file)),
      });
      return (await response.json()) as { mediaUrl: string; mediaType: string };
    },
    desk: `${desk}/#token=${deskToken}`,
    feed,
    readFeed: async () => {
      // Under a name of its own, each read is a program that read once: never a consumer that takedowns wait for.
      reads += 1;
      const response = await fetch(`${feed}/feeds/main/live.json?name=check-${reads}`);
      return (await response.json()) as Awaited<ReturnType<Show['readFeed']>>;
    },
    postToDesk: (path, body) =>
      fetch(`${desk}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${deskToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    correctClock: () => writeFileSync(clockFile, ''),
    restartEngine: async (signal, flags = []) => {
      await engine.end(signal);
      engine = await startEngine(['--control-port', new URL(desk).port, ...flags]);
      const { desk: address = '', token = '' } = engine.ready;
      return `${address}/#token=${token}`;
    },
    stop: async () => {
      await Promise.all([engine.stop(), endService()]);
    },
  };
}
