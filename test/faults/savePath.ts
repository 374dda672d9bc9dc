/** Makes a system call of a writing process fail, with strace, and checks what is corrupt or lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compileCache } from '../compileCache.ts';
import { findLosses, type Kind, prepare } from '../engine/show/savePath.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

export const savePathCalls = [
  'openat',
  'write',
  'pwrite64',
  'fdatasync',
  'fsync',
  'rename',
  'ftruncate',
  'unlink',
] as const;
export const savePathFaults = ['signal=SIGKILL', 'error=EIO', 'error=ENOSPC', 'error=EACCES'] as const;
export type SavePathCall = (typeof savePathCalls)[number];

export type Confirmed = Readonly<Record<Kind, number[]>>;

/** `isInjected` is false if the process made too few calls. */
export type InjectionResult = { readonly isInjected: boolean; readonly losses: readonly string[] };

/** Injects the fault into the `when`-th such call after writing begins, then checks the files. */
export async function injectFault(call: SavePathCall, fault: string, when: number): Promise<InjectionResult> {
  const folder = createTemporaryFolder('inject');
  try {
    const directory = join(folder, 'data');
    const trace = join(folder, 'trace');
    await prepare(directory);
    const writer = await startWriter(directory, [`inject=${call}:${fault}:when=${when}`], [call], trace);
    writer.start();
    await writer.ended;
    const isInjected = /\(INJECTED\)|killed by SIGKILL/.test(await readFile(trace, 'utf8'));
    return { isInjected, losses: await findLosses(directory, writer.confirmed) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Writer = {
  readonly start: () => void;
  /** Suspends the process. Resolves when it no longer writes. */
  readonly pause: () => Promise<void>;
  readonly kill: () => void;
  readonly ended: Promise<void>;
  readonly confirmed: Confirmed;
};

/** Starts a writer with strace attached; it waits for `start` before writing. */
export async function startWriter(
  directory: string,
  injections: readonly string[],
  calls: readonly string[],
  trace: string,
): Promise<Writer> {
  const script = join(import.meta.dirname, '..', 'engine', 'show', 'savePathWriter.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, directory], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // strace counts calls per thread, so only one thread may make them.
    env: { ...process.env, ...compileCache, UV_THREADPOOL_SIZE: '1' },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin.on('error', () => undefined);
  let buffered = '';
  child.stdout.on('data', (chunk: Buffer) => {
    buffered += chunk.toString();
    const lines = buffered.split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) {
      const [kind = '', number] = line.split(' ');
      if (isKind(kind)) confirmed[kind].push(Number(number));
    }
  });
  const confirmed: Confirmed = { show: [], settings: [], journal: [] };
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const tracer = spawn('strace', [
    ...['-f', '-p', String(child.pid), '-o', trace, '-e', `trace=${calls.join()}`],
    ...injections.flatMap((injection) => ['-e', injection]),
  ]);
  const tracerEnded = new Promise<void>((resolve) => tracer.once('close', () => resolve()));
  try {
    await waitForAttach(tracer);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    start: () => child.stdin.write('go\n'),
    pause: async () => {
      child.kill('SIGSTOP');
      // Let a call in progress finish.
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
    kill: () => child.kill('SIGKILL'),
    ended: ended.then(() => tracerEnded),
    confirmed,
  };
}

function waitForAttach(tracer: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let stderrText = '';
    tracer.stderr?.on('data', (chunk: Buffer) => {
      stderrText += chunk.toString();
      if (stderrText.includes('attached')) resolve();
    });
    tracer.once('close', () => reject(new Error(`strace: ${stderrText.trim()}`)));
    tracer.once('error', reject);
  });
}

function isKind(text: string): text is Kind {
  return text === 'show' || text === 'settings' || text === 'journal';
}
