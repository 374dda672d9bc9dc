/** Turns the operating system’s signals into one request to stop, so that each of them saves first. */

/** SIGHUP: the terminal, or on Windows the console, was closed. SIGBREAK: Ctrl Break on Windows. */
const stopSignals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'];

/** The terminal and the program that started Greenroom can each send the same Ctrl C. */
const repeatAfterMs = 1000;

/**
 * Returns a promise that resolves with the first signal to stop. A second Ctrl C ends a stop that takes long.
 * `reopenLog` runs on SIGUSR1, which would otherwise open Node’s inspector.
 */
export function listenForSignals(printError: (line: string) => void, reopenLog: () => void): Promise<void> {
  process.on('SIGUSR1', reopenLog);
  return new Promise((resolve) => {
    let stoppedMs: number | null = null;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (stoppedMs === null) {
        stoppedMs = performance.now();
        resolve();
        if (signal === 'SIGINT')
          setTimeout(printError, repeatAfterMs, 'Saving. Press Ctrl C again to quit without saving.').unref();
      } else if (signal === 'SIGINT' && performance.now() - stoppedMs >= repeatAfterMs) {
        printError('Quit before everything was saved.');
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      }
    };
    for (const signal of stopSignals) process.on(signal, onSignal);
  });
}
