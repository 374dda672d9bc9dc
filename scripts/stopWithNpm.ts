/** Ends this process when npm has ended. npm sends a signal only to the shell that it started, and such a shell may not pass it on. */

const checkEveryMs = 250;

/** Sends SIGTERM to this process when the shell of `npm run` is gone. Does nothing if npm did not start it, or on Windows. */
export function stopWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, checkEveryMs);
  timer.unref();
}
