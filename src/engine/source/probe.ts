/** Finds a shared cache that answers without looking at the key: it is asked with a key that cannot be right. */
import { randomBytes } from 'node:crypto';
import type { Cancel, Clock } from '../ports.ts';
import type { Base } from './address.ts';
import type { Client, Reply } from './client.ts';
import type { Contact } from './contact.ts';
import type { Failure } from './failure.ts';
import type { Slots } from './slots.ts';

/** Soon after a good answer, while a cache would still hold it; then once an hour, if it told anything. Milliseconds. */
const soonMs = 2000;
const everyMs = 60 * 60 * 1000;

/** Words that no key of a service begins with. */
export const probePrefix = 'greenroom-probe-';

export type Probe = {
  /** An unconditional question at this path was answered with 200. */
  readonly answered: (path: string) => void;
  /** What was found says nothing of how it is asked now: the next good answer leads to a new probe. */
  readonly beginAnew: () => void;
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
  let times = 0;
  let cancel: Cancel = () => undefined;

  /** Nothing was learnt: the next good answer, which shows that the service can be reached, leads to another try. */
  const again = (): void => {
    dueMs = Number.NEGATIVE_INFINITY;
  };

  const probe = async (path: string): Promise<void> => {
    const base = deps.base();
    const time = times;
    if ('code' in base || deps.slots.heldBackMs() > 0) return again();
    const key = probePrefix + randomBytes(12).toString('hex');
    const reply = await deps.slots.run(() =>
      deps.client.get({ base, path, key, ifNoneMatch: null, mayBeCached: true }),
    );
    if (time !== times) return;
    if (reply.kind === 'failed') {
      if (!isVerdict(reply)) again();
      const isRefused = reply.failure.code === 'SOURCE_KEY_REFUSED';
      if (isRefused) contact.clear('SOURCE_CACHE_LEAKS', 'source');
      // What is asked of a wrong key binds nobody who has a right one.
      if (reply.failure.retryAfterMs !== null && !isRefused) deps.slots.holdBack(reply.failure.retryAfterMs);
      return;
    }
    contact.raise('SOURCE_CACHE_LEAKS', 'source', {});
  };

  return {
    answered: (path) => {
      if (clock.monotonicMs() < dueMs) return;
      dueMs = clock.monotonicMs() + everyMs;
      cancel();
      cancel = clock.after(soonMs, () => void probe(path).catch(again));
    },
    beginAnew: () => {
      times += 1;
      cancel();
      again();
    },
    stop: () => cancel(),
  };
}

/** Whether the refusal says something about the key: not when the line or the service broke. */
function isVerdict({ failure, facts }: Extract<Reply, { kind: 'failed' }>): boolean {
  if (failure.code === 'SOURCE_KEY_REFUSED') return true;
  return facts !== null && facts.status >= 300 && facts.status < 500 && facts.status !== 429;
}
