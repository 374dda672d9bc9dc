/** Detects missing deliveries: a poll found a change for which no delivery arrived. */
import { say } from '../../core/language/say.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { SourceStatus } from '../sourceStatus.ts';

/** A delivery may arrive this long after a poll already found its change. Milliseconds. */
const graceMs = 30_000;

/** After this many missed in a row, the webhook counts as silent. Of changes that follow each other within the time above, one counts. */
const silentAfter = 2;

/** After this many arrived in a row, earlier misses no longer count. */
const recoveredAfter = 2;

export type DeliveryMonitor = {
  /** A poll found a change of this collection. */
  readonly recordPolledChange: (id: string) => void;
  readonly recordArrival: (id: string) => void;
  /** An unusable delivery arrived, so a change the next poll finds was not missed. `null` if its collection is unknown. */
  readonly recordUnusable: (id: string | null) => void;
  /** While true, polling runs at its normal interval even in push mode. */
  readonly isSilent: () => boolean;
  readonly stop: () => void;
};

/** `onChanged` is called when the silence begins or ends. */
export function createDeliveryMonitor(
  sourceStatus: SourceStatus,
  clock: Clock,
  onChanged: () => void,
): DeliveryMonitor {
  /** The changes that polls found and deliveries may still report, by collection. */
  const expected = new Map<string, Set<Cancel>>();
  /** When the last change that counts for the silence was found, by collection. */
  const countedMs = new Map<string, number>();
  let missed = 0;
  let missedInARow = 0;
  let arrivedInARow = 0;
  let isSilent = false;

  /** When the last unusable delivery for each collection arrived, by the monotonic clock. */
  const lastUnusableMs = new Map<string | null, number>();
  const hadUnusable = (id: string | null): boolean =>
    clock.monotonicMs() - (lastUnusableMs.get(id) ?? -graceMs) < graceMs;
  /** A service that was held up delivers only the newest version, so one delivery reports every change before it. */
  const cancelExpected = (id: string): void => {
    for (const cancel of expected.get(id) ?? []) cancel();
    expected.delete(id);
    countedMs.delete(id);
  };
  const endSilence = (): void => {
    missedInARow = 0;
    if (!isSilent) return;
    isSilent = false;
    sourceStatus.clear('WEBHOOK_SILENT', 'webhook');
    onChanged();
  };

  const expectDelivery = (id: string): void => {
    const nowMs = clock.monotonicMs();
    const isCounted = nowMs - (countedMs.get(id) ?? -graceMs) >= graceMs;
    if (isCounted) countedMs.set(id, nowMs);
    const waiting = expected.get(id) ?? new Set();
    expected.set(id, waiting);
    const cancel = clock.after(graceMs, () => {
      waiting.delete(cancel);
      recordMissed(isCounted);
    });
    waiting.add(cancel);
  };

  const recordMissed = (isCounted: boolean): void => {
    missed += 1;
    if (isCounted) missedInARow += 1;
    arrivedInARow = 0;
    sourceStatus.raise('SOURCE_DELIVERIES_MISSED', 'webhook', {
      changes: () => say('{count, plural, one {# change} other {# changes}}', { count: missed }),
    });
    if (missedInARow < silentAfter || isSilent) return;
    isSilent = true;
    sourceStatus.raise('WEBHOOK_SILENT', 'webhook', {});
    onChanged();
  };

  return {
    recordPolledChange: (id) => {
      if (!hadUnusable(id) && !hadUnusable(null)) expectDelivery(id);
    },
    recordArrival: (id) => {
      cancelExpected(id);
      arrivedInARow += 1;
      if (missed > 0 && arrivedInARow >= recoveredAfter) {
        missed = 0;
        sourceStatus.clear('SOURCE_DELIVERIES_MISSED', 'webhook');
      }
      endSilence();
    },
    recordUnusable: (id) => {
      lastUnusableMs.set(id, clock.monotonicMs());
      for (const affectedId of id === null ? [...expected.keys()] : [id]) cancelExpected(affectedId);
      // A delivery that names no collection may not be from the service.
      if (id !== null) endSilence();
    },
    isSilent: () => isSilent,
    stop: () => {
      for (const id of [...expected.keys()]) cancelExpected(id);
      sourceStatus.clear('WEBHOOK_SILENT', 'webhook');
      sourceStatus.clear('SOURCE_DELIVERIES_MISSED', 'webhook');
    },
  };
}
