/** Ends the stand-in’s Chromium with all its processes. */

/** Returns false when it has ended already. */
export function endChromium(pid: number): boolean {
  try {
    // On Windows, which has no groups of processes, its other processes end after it.
    return process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    return false;
  }
}
