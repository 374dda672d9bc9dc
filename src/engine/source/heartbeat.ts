/** Notices that this machine slept, stood still, set its clock or changed its network, without anybody telling. */
import { machineAddresses } from '../door/machineAddresses.ts';
import type { Cancel, Clock } from '../ports.ts';

const everyMs = 1000;

/** A beat this late, or a wall clock this far ahead of the monotonic one, means that the machine was away. Milliseconds. */
const awayMs = 3000;

export type Heartbeat = { readonly start: () => void; readonly stop: () => void };

/** Calls back within about a second of a resume, of a clock that was set back, or of a change of this machine's addresses. */
export function createHeartbeat(clock: Clock, woken: (why: 'resumed' | 'network' | 'clock') => void): Heartbeat {
  let cancel: Cancel = () => undefined;
  let lastMs = 0;
  let lastOffsetMs = 0;
  let lastAddresses = '';

  const beat = (): void => {
    const nowMs = clock.monotonicMs();
    const offsetMs = clock.now() - nowMs;
    const isLate = nowMs - lastMs > everyMs + awayMs;
    const isAhead = offsetMs - lastOffsetMs > awayMs;
    const isSetBack = offsetMs - lastOffsetMs < -awayMs;
    lastMs = nowMs;
    lastOffsetMs = offsetMs;
    cancel = clock.after(everyMs, beat);
    if (isLate || isAhead) woken('resumed');
    else if (isSetBack) woken('clock');
    const found = addresses();
    if (found === null || found === lastAddresses) return;
    lastAddresses = found;
    woken('network');
  };

  return {
    start: () => {
      lastMs = clock.monotonicMs();
      lastOffsetMs = clock.now() - lastMs;
      lastAddresses = addresses() ?? '';
      cancel = clock.after(everyMs, beat);
    },
    stop: () => cancel(),
  };
}

/** All addresses in one text; null when they cannot be told now, which is no change. */
function addresses(): string | null {
  const found = machineAddresses()?.map((one) => one.cidr ?? one.address);
  return found?.sort().join() ?? null;
}
