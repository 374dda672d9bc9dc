/** Names the start of the machine: data that a program wrote without a sync is still there after its crash, but perhaps not after a power cut. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Changes when the machine starts. Outside Linux, it is the time of the start in seconds, which also changes when the clock is set. */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  } catch {
    return `${Math.round(Date.now() / 1000 - uptime())}s`;
  }
}

/** Whether both are from one start of the machine; `false` if in doubt. */
export function isSameBoot(a: string, b: string): boolean {
  if (!a.endsWith('s') || !b.endsWith('s')) return a === b;
  return Math.abs(Number.parseInt(a, 10) - Number.parseInt(b, 10)) <= clockToleranceSeconds;
}

/** The clock and the uptime are read one after the other, and the clock is corrected in small steps. */
const clockToleranceSeconds = 5;
