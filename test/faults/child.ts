/** A headless Greenroom in a process of its own, so that it can be killed, stopped, starved and lied to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { canaryKey, canarySecret } from './stage.ts';

const root = resolve(import.meta.dirname, '..', '..');

export type Child = {
  readonly pid: number;
  readonly feed: string;
  readonly desk: string;
  readonly token: string;
  readonly webhook: string | null;
  /** The ready line as it came. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Its own words so far. */
  readonly output: () => string;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly isAlive: () => boolean;
  /** Ends it (SIGKILL when SIGTERM does not do) and waits until it is gone. */
  readonly stop: () => Promise<void>;
};

export type ChildOptions = {
  readonly dataDir: string;
  /** The source settings. */
  readonly source: Readonly<Record<string, unknown>>;
  /** Further settings: media and the like. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What stands before the program on the command line: `strace`, `prlimit` and the like. */
  readonly wrapper: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Further flags of the headless command. */
  readonly flags: readonly string[];
};

/** Starts it and resolves with its ready line; rejects when it ends before. */
export async function startChild(options: ChildOptions): Promise<Child> {
  await mkdir(options.dataDir, { recursive: true });
  const config = join(options.dataDir, '..', `config-${process.pid}-${Math.floor(performance.now())}.json`);
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  await writeFile(config, JSON.stringify({ ...options.settings, source: options.source, feeds }));
  const program = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    join(root, 'src', 'headless', 'index.ts'),
    ...['--config', config, '--data-dir', options.dataDir],
    ...['--feed-port', '0', '--control-port', '0', '--ready-json'],
    ...options.flags,
  ];
  const [command = '', ...args] = [...options.wrapper, ...program];
  const child = spawn(command, args, {
    cwd: root,
    // A group of its own: a wrapper and what it wraps are stopped and ended together.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`,
      GREENROOM_API_KEY: canaryKey,
      GREENROOM_WEBHOOK_SECRET: canarySecret,
      ...options.environment,
    },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const sendSignal = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Nobody of the group is left.
    }
  };
  const ready = await readReadyLine(child, () => output).catch((error: unknown) => {
    sendSignal('SIGKILL');
    throw error;
  });
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()));
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    ...ready,
    ready,
    pid: child.pid ?? 0,
    output: () => output,
    signal: sendSignal,
    isAlive,
    stop: async () => {
      if (!isAlive()) return sendSignal('SIGKILL');
      sendSignal('SIGCONT');
      sendSignal('SIGTERM');
      const timer = setTimeout(() => sendSignal('SIGKILL'), 4000);
      await exited;
      clearTimeout(timer);
      // What a killed wrapper left behind.
      sendSignal('SIGKILL');
    },
  };
}

type Ready = Pick<Child, 'feed' | 'desk' | 'token' | 'webhook'>;

function readReadyLine(child: ChildProcess, output: () => string): Promise<Ready> {
  return new Promise((settle, reject) => {
    if (child.stdout === null) return reject(new Error('no output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"event":"ready"')) settle(JSON.parse(line) as Ready);
    });
    child.once('error', reject);
    // Not at its exit: its last words may come behind it.
    child.once('close', (code, signal) =>
      reject(new Error(`ended with ${code ?? signal} before it was ready: ${output().slice(-300)}`)),
    );
  });
}

export type FeedDocument = {
  readonly revision: number;
  readonly freshness: string;
  readonly items: readonly {
    readonly id: string;
    readonly media: readonly { readonly url: string; readonly ready: boolean }[];
  }[];
};

export async function readFeed(child: Pick<Child, 'feed'>): Promise<FeedDocument> {
  const response = await fetch(`${child.feed}/feeds/main/live.json`);
  if (response.status !== 200) throw new Error(`the feed answers ${response.status}`);
  return (await response.json()) as FeedDocument;
}
