/** Finds deliveries that should have come and did not: asking showed a change that nobody told of. */
import type { Cancel, Clock } from '../ports.ts';
import type { Contact } from './contact.ts';

/** How long a delivery may come after asking already showed its change. Milliseconds. */
const graceMs = 30_000;

/** So many missed in a row, and the listener counts as silent. */
const silentAfter = 2;

/** So many that came in a row, and what was missed before is no trouble any more. */
const wellAfter = 2;

export type Reconciliation = {
  /** Asking brought a change of the collection. */
  readonly polled: (id: string) => void;
  /** A delivery about the collection arrived, new or not. */
  readonly arrived: (id: string) => void;
  /**
   * A delivery came that could not be used, and the service is asked instead: what that finds was told of. Null: about which
   * collection is not known.
   */
  readonly told: (id: string | null) => void;
  /** Deliveries fail to come: asking has to carry the whole load until one comes. */
  readonly isSilent: () => boolean;
  readonly stop: () => void;
};

/** `changed` is called when the silence begins or ends. */
export function createReconciliation(contact: Contact, clock: Clock, changed: () => void): Reconciliation {
  const expected = new Map<string, Cancel>();
  let missed = 0;
  let inARow = 0;
  let wellInARow = 0;
  let isSilent = false;

  /** When a delivery came that brought nothing, by the collection it was about. Monotonic milliseconds. */
  const toldAt = new Map<string | null, number>();
  const wasTold = (id: string | null): boolean => clock.monotonicMs() - (toldAt.get(id) ?? -graceMs) < graceMs;
  const forgive = (id: string): void => {
    expected.get(id)?.();
    expected.delete(id);
  };
  const endSilence = (): void => {
    inARow = 0;
    if (!isSilent) return;
    isSilent = false;
    contact.clear('WEBHOOK_SILENT', 'webhook');
    changed();
  };

  const miss = (id: string): void => {
    expected.delete(id);
    missed += 1;
    inARow += 1;
    wellInARow = 0;
    contact.raise('SOURCE_DELIVERIES_MISSED', 'webhook', { count: missed });
    if (inARow < silentAfter || isSilent) return;
    isSilent = true;
    contact.raise('WEBHOOK_SILENT', 'webhook', {});
    changed();
  };

  return {
    polled: (id) => {
      if (!expected.has(id) && !wasTold(id) && !wasTold(null))
        expected.set(
          id,
          clock.after(graceMs, () => miss(id)),
        );
    },
    arrived: (id) => {
      forgive(id);
      wellInARow += 1;
      if (missed > 0 && wellInARow >= wellAfter) {
        missed = 0;
        contact.clear('SOURCE_DELIVERIES_MISSED', 'webhook');
      }
      endSilence();
    },
    told: (id) => {
      toldAt.set(id, clock.monotonicMs());
      for (const one of id === null ? [...expected.keys()] : [id]) forgive(one);
      // What names no collection need not come from the service.
      if (id !== null) endSilence();
    },
    isSilent: () => isSilent,
    stop: () => {
      for (const cancel of expected.values()) cancel();
      expected.clear();
      contact.clear('WEBHOOK_SILENT', 'webhook');
      contact.clear('SOURCE_DELIVERIES_MISSED', 'webhook');
    },
  };
}
