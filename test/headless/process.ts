/** Runs the headless engine as a separate process, as a user would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compileCache } from '../compileCache.ts';
import { headlessProgram } from '../testedProgram.ts';

export type Ready = {
  readonly feed: string;
  readonly desk: string;
  readonly token: string;
  readonly webhook: string | null;
};

/** Windows has no SIGTERM: the process ends as if it was killed. */
export const codeAfterSigterm = process.platform === 'win32' ? null : 0;

export type RunningEngine = {
  readonly ready: Ready;
  readonly pid: number;
  /** All of stderr so far. */
  readonly errors: () => string;
  readonly kill: (signal: NodeJS.Signals) => Promise<number | null>;
  readonly post: (path: string, body: unknown) => Promise<{ status: number; body: unknown }>;
  /** Sends a control API request with the desk’s token. */
  // biome-ignore lint/suspicious/noExplicitAny: each test checks its own responses
  readonly request: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>;
};

/** Writes a settings file with free ports and returns its path. */
export function writeConfig(folder: string, source: Readonly<Record<string, unknown>>): string {
  const file = join(folder, 'config.json');
  const settings = {
    source,
    feeds: [{ slug: 'main', collectionId: 'col_1' }],
    feedServer: { port: 0 },
    desk: { port: 0 },
  };
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

export function launch(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const { GREENROOM_API_KEY: _, GREENROOM_WEBHOOK_SECRET: __, ...rest } = process.env;
  return spawn(process.execPath, ['--no-warnings', headlessProgram, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...rest, ...compileCache, ...environment },
  });
}

/** Starts the engine and waits until it is ready. */
export async function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<RunningEngine> {
  const child = launch([...args, '--ready-json'], environment);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = await new Promise<Ready>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`exited with ${code} before it was ready:\n${errors}`)));
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  });
  const request: RunningEngine['request'] = async (method, path, body) => {
    const response = await fetch(`${ready.desk}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ready.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    ready,
    pid: child.pid ?? 0,
    errors: () => errors,
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
    post: (path, body) => request('POST', path, body),
    request,
  };
}

/** Runs the engine until it exits, for starts that fail. */
export async function runToEnd(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly errors: string; readonly output: string }> {
  const child = launch(args, environment);
  let errors = '';
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += String(chunk);
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, errors, output };
}
