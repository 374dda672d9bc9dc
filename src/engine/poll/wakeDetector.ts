/** Detects that this machine slept, stalled, had its clock set back or changed its network. */
import { readMachineAddresses } from '../../http/machineAddresses.ts';
import type { Cancel, Clock } from '../ports.ts';

const intervalMs = 1000;

/** The machine slept if a check is this late, or the wall clock gained this much on the monotonic clock. Milliseconds. */
const gapMs = 3000;

export type WakeDetector = { readonly start: () => void; readonly stop: () => void };

/** Calls `onWake` within about a second. */
export function createWakeDetector(clock: Clock, onWake: (why: 'resumed' | 'network' | 'clock') => void): WakeDetector {
  let cancel: Cancel = () => undefined;
  let lastMs = 0;
  let lastOffsetMs = 0;
  let knownAddresses = '';

  const check = (): void => {
    const nowMs = clock.monotonicMs();
    const offsetMs = clock.now() - nowMs;
    const isOverdue = nowMs - lastMs > intervalMs + gapMs;
    const isAhead = offsetMs - lastOffsetMs > gapMs;
    const isSetBack = offsetMs - lastOffsetMs < -gapMs;
    lastMs = nowMs;
    lastOffsetMs = offsetMs;
    cancel = clock.after(intervalMs, check);
    if (isOverdue || isAhead) onWake('resumed');
    else if (isSetBack) onWake('clock');
    const addresses = listAddresses();
    if (addresses === null || addresses === knownAddresses) return;
    knownAddresses = addresses;
    onWake('network');
  };

  return {
    start: () => {
      lastMs = clock.monotonicMs();
      lastOffsetMs = clock.now() - lastMs;
      knownAddresses = listAddresses() ?? '';
      cancel = clock.after(intervalMs, check);
    },
    stop: () => cancel(),
  };
}

/** All addresses as one string; `null` when they can't be read, which does not count as a change. */
function listAddresses(): string | null {
  const addresses = readMachineAddresses()?.map(({ cidr, address }) => cidr ?? address);
  return addresses?.sort().join() ?? null;
}
