/** Runs a program as a child, with its words going where the caller wants them. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';

/** The project's folder. Every script works from here, wherever it was called. */
export const root: string = resolve(import.meta.dirname, '..');

export type Run = {
  /** `inherit` shows the child's words as they are; `errorOnly` sends all of them to stderr, so that stdout stays ours. */
  readonly output: 'inherit' | 'errorOnly';
  readonly environment: Readonly<Record<string, string>>;
};

/** The command line tool of an installed package, by its file, so that it runs on the same Node as this script. */
export function toolPath(packageName: string, file: string): string {
  return join(root, 'node_modules', packageName, file);
}

/** Runs to the end and answers the exit code; 127 when the program cannot be started. Signals are passed on. */
export function run(command: string, args: readonly string[], { output, environment }: Run): Promise<number> {
  return new Promise((settle) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: output === 'inherit' ? 'inherit' : ['ignore', process.stderr, process.stderr],
      env: { ...process.env, ...environment },
    } satisfies SpawnOptions);
    const letGo = passSignalsTo(child);
    child.once('error', (error) => {
      letGo();
      process.stderr.write(`${command} could not be started: ${error.message}\n`);
      settle(127);
    });
    child.once('exit', (code, signal) => {
      letGo();
      settle(code ?? codeOfSignal(signal));
    });
  });
}

/** Runs a JavaScript or TypeScript file on this same Node. */
export function runNode(file: string, args: readonly string[], options: Run): Promise<number> {
  return run(process.execPath, [file, ...args], options);
}

/** What a shell calls the exit of a program that a signal ended. */
function codeOfSignal(signal: NodeJS.Signals | null): number {
  return signal === null ? 1 : 128 + constants.signals[signal];
}

/**
 * The child ends when we are told to. A key press in a terminal reaches both by itself, and a second copy of it does no
 * harm: whoever listens stops once.
 */
function passSignalsTo(child: ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  const signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.removeListener(signal, pass);
  };
}
