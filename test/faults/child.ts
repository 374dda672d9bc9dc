/** Runs a headless Greenroom, or another program, as a child process, so that tests can kill, suspend or starve it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { compileCache } from '../compileCache.ts';
import { canaryKey, canarySecret } from './engineTestBed.ts';

const root = resolve(import.meta.dirname, '..', '..');

export type Child = RunningProcess & {
  readonly feed: string;
  readonly desk: string;
  readonly token: string;
  readonly webhook: string | null;
};

export type RunningProcess = {
  readonly pid: number;
  /** The parsed ready line. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Standard error so far. */
  readonly output: () => string;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly isAlive: () => boolean;
  /** Sends SIGTERM, then SIGKILL after 4 s, and waits for the exit. */
  readonly stop: () => Promise<void>;
};

export type ChildOptions = {
  /** The headless command: its source or its build. */
  readonly program: string;
  readonly dataDir: string;
  readonly source: Readonly<Record<string, unknown>>;
  /** Settings other than `source` and `feeds`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** A command to run the program with, such as `prlimit` and its arguments; empty for none. */
  readonly wrapper: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Extra flags for the headless command. */
  readonly flags: readonly string[];
};

/** Resolves when the process is ready; rejects if it exits first. */
export async function startChild(options: ChildOptions): Promise<Child> {
  await mkdir(options.dataDir, { recursive: true });
  const config = join(options.dataDir, '..', `config-${process.pid}-${Math.floor(performance.now())}.json`);
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  await writeFile(config, JSON.stringify({ ...options.settings, source: options.source, feeds }));
  const command = [
    ...options.wrapper,
    ...[process.execPath, '--disable-warning=ExperimentalWarning', options.program],
    ...['--config', config, '--data-dir', options.dataDir],
    ...['--feed-port', '0', '--control-port', '0', '--ready-json'],
    ...options.flags,
  ];
  const started = await startProcess(command, {
    PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`,
    GREENROOM_API_KEY: canaryKey,
    GREENROOM_WEBHOOK_SECRET: canarySecret,
    // A wrapper such as strace counts or limits what the process does.
    ...(options.wrapper.length === 0 ? compileCache : {}),
    ...options.environment,
  });
  return { ...(started.ready as Ready), ...started };
}

/** Starts a program that prints a ready line; resolves when it has printed it. Rejects if it exits first. */
export async function startProcess(
  [command = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<RunningProcess> {
  const child = spawn(command, args, {
    cwd: root,
    // Creates a process group, so that signals reach both the wrapper and the program.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const sendSignal = (signal: NodeJS.Signals): void => {
    try {
      // Windows has no process groups.
      if (process.platform === 'win32') child.kill(signal);
      else if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The process group no longer exists.
    }
  };
  const ready = await readReadyLine(child, () => output).catch((error: unknown) => {
    sendSignal('SIGKILL');
    throw error;
  });
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()));
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
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
      // A killed wrapper can leave its program running.
      sendSignal('SIGKILL');
    },
  };
}

type Ready = Pick<Child, 'feed' | 'desk' | 'token' | 'webhook'>;

function readReadyLine(child: ChildProcess, output: () => string): Promise<RunningProcess['ready']> {
  return new Promise((settle, reject) => {
    if (child.stdout === null) return reject(new Error('no output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"event":"ready"')) settle(JSON.parse(line));
    });
    child.once('error', reject);
    // Not `exit`: output can arrive after it.
    child.once('close', (code, signal) =>
      reject(new Error(`exited with ${code ?? signal} before it was ready: ${output().slice(-300)}`)),
    );
  });
}

export type FeedDocument = {
  readonly revision: number;
  readonly freshness: string;
  readonly gate: string;
  readonly items: readonly {
    readonly id: string;
    readonly media: readonly { readonly url: string; readonly ready: boolean }[];
  }[];
};

export async function readFeed(child: Pick<Child, 'feed'>): Promise<FeedDocument> {
  const response = await fetch(`${child.feed}/feeds/main/live.json`);
  if (response.status !== 200) throw new Error(`the feed returned ${response.status}`);
  return (await response.json()) as FeedDocument;
}
