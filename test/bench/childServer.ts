/** Starts a server as a separate process for a benchmark, and reads its CPU time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

export type ChildServer = {
  readonly pid: number;
  /** The first line it printed, as JSON. */
  readonly ready: Readonly<Record<string, string>>;
  /** CPU time so far in milliseconds; `null` where the system does not report it. */
  readonly cpuMs: () => number | null;
  /** Resident memory in megabytes; `null` where the system does not report it. */
  readonly residentMegabytes: () => number | null;
  /** Requests a figure from a script that answers messages. It covers the time since the last request of this figure. */
  readonly requestFigure: (name?: string) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Runs a Node script that prints one line of JSON once it listens, after the modules in `preloaded`. */
export async function startChild(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  preloaded: readonly string[] = [],
): Promise<ChildServer> {
  const imports = preloaded.flatMap((module) => ['--import', pathToFileURL(module).href]);
  const child = spawn(process.execPath, [...imports, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });
  return {
    pid: child.pid ?? 0,
    ready: await readFirstLine(child),
    cpuMs: () => readCpuMs(child.pid),
    residentMegabytes: () => readResidentMegabytes(child.pid),
    requestFigure: (name = 'figure') =>
      new Promise((resolve) => {
        child.once('message', (figure) => resolve(Number(figure)));
        child.send(name);
      }),
    stop: () => stop(child),
  };
}

function readFirstLine(child: ChildProcess): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  });
}

function readCpuMs(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // User and system time in ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

function readResidentMegabytes(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1000;
  } catch {
    return null;
  }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
