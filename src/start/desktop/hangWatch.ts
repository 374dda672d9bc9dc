/** Notices that the desk’s page hangs: its thread no longer answers on a message port of its own. */
import type { Cancel, Clock } from '../../engine/ports.ts';
import type { PortLike } from './portWire.ts';

const intervalMs = 2000;
/** Enough for a page that is busy with its longest lists. */
const maxUnanswered = 4;

/** Calls `onHang` once. Counts unanswered messages, not time, because this machine may have slept. */
export function watchForHang(
  clock: Clock,
  port: Pick<PortLike, 'postMessage' | 'on' | 'start'>,
  onHang: () => void,
): { readonly stop: () => void } {
  let unanswered = 0;
  let cancel: Cancel = () => undefined;
  const check = (): void => {
    if (unanswered === maxUnanswered) onHang();
    else {
      unanswered += 1;
      port.postMessage(null);
      cancel = clock.after(intervalMs, check);
    }
  };
  port.on('message', () => {
    unanswered = 0;
  });
  port.start();
  check();
  return { stop: () => cancel() };
}
