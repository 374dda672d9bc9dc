/** Runs a program as a child process. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';

/** The project’s folder; every script works from here. */
export const root: string = resolve(import.meta.dirname, '..');

export type RunOptions = {
  /** `inherit` shows the child’s output unchanged; `stderr` sends all of it to stderr, because stdout carries our own result. */
  readonly output: 'inherit' | 'stderr';
  /** Added to this process’s; `undefined` removes a variable. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Returns the path of an installed package’s command file, to run with this script’s own Node. */
export function toolPath(packageName: string, file: string): string {
  return join(root, 'node_modules', packageName, file);
}

/** Runs to the end and resolves with the exit code, 127 if the program cannot be started. Forwards signals. */
export function run(command: string, args: readonly string[], { output, environment }: RunOptions): Promise<number> {
  return new Promise((resolveCode) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: output === 'inherit' ? 'inherit' : ['ignore', process.stderr, process.stderr],
      env: { ...process.env, ...environment },
    } satisfies SpawnOptions);
    const stopForwarding = forwardSignalsTo(child);
    child.once('error', (error) => {
      stopForwarding();
      process.stderr.write(`${command} could not be started: ${error.message}\n`);
      resolveCode(127);
    });
    child.once('exit', (code, signal) => {
      stopForwarding();
      resolveCode(code ?? codeOfSignal(signal));
    });
  });
}

/** Runs a JavaScript or TypeScript file with this script’s own Node. */
export function runNode(file: string, args: readonly string[], options: RunOptions): Promise<number> {
  return run(process.execPath, [file, ...args], options);
}

/** The exit code that a shell reports for a program ended by a signal. */
function codeOfSignal(signal: NodeJS.Signals | null): number {
  return signal === null ? 1 : 128 + constants.signals[signal];
}

/** Forwards signals until the returned function is called. Ctrl C in a terminal reaches both processes; the second signal does no harm. */
function forwardSignalsTo(child: ChildProcess): () => void {
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  const signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.removeListener(signal, forward);
  };
}
