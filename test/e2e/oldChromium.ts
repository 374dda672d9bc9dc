/** Drives a browser that Playwright is too new for, over the DevTools protocol. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { createTemporaryFolder } from '../temporaryFolder.ts';

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
};

export type OldPage = {
  readonly goto: (address: string) => Promise<void>;
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Exceptions and console errors, oldest first. */
  readonly faults: readonly string[];
};

export type OldChromium = {
  /** Such as `HeadlessChrome/71.0.3563.0`. */
  readonly version: string;
  readonly page: OldPage;
  readonly stop: () => Promise<void>;
};

export async function startOldChromium(program: string): Promise<OldChromium> {
  const child = spawn(
    program,
    [
      ...['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', '--disable-dev-shm-usage'],
      ...['--window-size=1920,1080', '--hide-scrollbars', `--user-data-dir=${createTemporaryFolder('old-chromium')}`],
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const address = await new Promise<string>((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`the browser exited with ${code}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found !== undefined) done(found);
    });
  });
  const origin = `http://${new URL(address).host}`;
  const { Browser: version } = (await (await fetch(`${origin}/json/version`)).json()) as { Browser: string };
  const [target] = (await (await fetch(`${origin}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const page = await openPage(target?.webSocketDebuggerUrl ?? '');
  return {
    version,
    page,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function openPage(address: string): Promise<OldPage> {
  const socket = new WebSocket(address, { maxPayload: 64 * 1024 * 1024 });
  await new Promise((done, failed) => socket.once('open', done).once('error', failed));
  const faults: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;
  let onLoad: (() => void) | null = null;
  socket.on('message', (data) => {
    const message: Message = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    if (message.method === 'Page.loadEventFired') onLoad?.();
    if (message.method === 'Runtime.exceptionThrown' || isError(message)) faults.push(JSON.stringify(message.params));
  });
  const call = (method: string, params: object): Promise<Record<string, unknown>> =>
    new Promise((done, failed) => {
      lastId += 1;
      waiting.set(lastId, ({ result, error }) =>
        error === undefined ? done(result ?? {}) : failed(new Error(`${method}: ${error.message}`)),
      );
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  for (const domain of ['Page', 'Runtime', 'Log']) await call(`${domain}.enable`, {});
  return {
    faults,
    goto: async (url) => {
      const loaded = new Promise<void>((done) => {
        onLoad = done;
      });
      await call('Page.navigate', { url });
      await loaded;
    },
    evaluate: async (expression) => {
      const { result } = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      return (result as { value?: unknown }).value;
    },
  };
}

function isError({ method, params }: Message): boolean {
  if (method === 'Runtime.consoleAPICalled') return params?.['type'] === 'error';
  return method === 'Log.entryAdded' && JSON.stringify(params).includes('"level":"error"');
}
