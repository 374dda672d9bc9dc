/** Finds a shared cache that answers without looking at the key: it is asked with a key that cannot be right. */
import { randomBytes } from 'node:crypto';
import type { Cancel, Clock } from '../ports.ts';
import type { Base } from './address.ts';
import type { Client } from './client.ts';
import type { Contact } from './contact.ts';
import type { Failure } from './failure.ts';
import type { Slots } from './slots.ts';

/** Soon after a good answer, while a cache would still hold it; then once an hour. Milliseconds. */
const soonMs = 2000;
const everyMs = 60 * 60 * 1000;

/** Words that no key of a service begins with. */
export const probePrefix = 'greenroom-probe-';

export type Probe = {
  /** An unconditional question at this path was answered with 200. */
  readonly answered: (path: string) => void;
  readonly stop: () => void;
};

export type ProbeDeps = {
  readonly clock: Clock;
  readonly client: Client;
  readonly contact: Contact;
  readonly slots: Slots;
  readonly base: () => Base | Failure;
};

export function createProbe(deps: ProbeDeps): Probe {
  const { clock, contact } = deps;
  let dueMs = Number.NEGATIVE_INFINITY;
  let cancel: Cancel = () => undefined;

  const probe = async (path: string): Promise<void> => {
    const base = deps.base();
    if ('code' in base || deps.slots.heldBackMs() > 0) return;
    const key = probePrefix + randomBytes(12).toString('hex');
    const reply = await deps.slots.run(() =>
      deps.client.get({ base, path, key, ifNoneMatch: null, mayBeCached: true }),
    );
    if (reply.kind === 'failed') {
      if (reply.failure.code === 'SOURCE_KEY_REFUSED') contact.clear('SOURCE_CACHE_LEAKS', 'source');
      if (reply.failure.retryAfterMs !== null) deps.slots.holdBack(reply.failure.retryAfterMs);
      return;
    }
    contact.raise('SOURCE_CACHE_LEAKS', 'source', {});
  };

  return {
    answered: (path) => {
      if (clock.monotonicMs() < dueMs) return;
      dueMs = clock.monotonicMs() + everyMs;
      cancel = clock.after(soonMs, () => void probe(path).catch(() => undefined));
    },
    stop: () => cancel(),
  };
}
