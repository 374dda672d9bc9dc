/** Finds out why a poll on demand sends nothing now. */
import { type Failure, failure } from '../http/failure.ts';
import type { Ports } from '../ports.ts';
import { readSecret } from '../readSecret.ts';
import { type BaseAddress, isSendableKey } from './address.ts';
import { describePause, type Pause } from './pause.ts';

/** The API key, or why it can’t be sent. */
export function requireSendable(key: string | null): string | Failure {
  if (key === null || key === '') return failure('SOURCE_KEY_MISSING', {});
  return isSendableKey(key) ? key : failure('SOURCE_KEY_UNSENDABLE', {}, 'slow');
}

export type UnsentDeps = {
  readonly ports: Ports;
  readonly pause: Pause;
  readonly base: () => BaseAddress | Failure;
  readonly ids: () => readonly string[];
};

/** The reason that an operator can remove comes first: a pause ends by itself. */
export async function findUnsent({ ports, pause, base, ids }: UnsentDeps): Promise<Failure | null> {
  const address = base();
  if ('code' in address) return address;
  const pausedMs = pause.leftMs();
  const read = await readSecret(ports.secrets.apiKey, { clear: () => undefined });
  if (read.kind === 'unreadable') return read.failure;
  const key = requireSendable(read.secret);
  if (typeof key !== 'string') return key;
  if (ids().length === 0) return failure('COLLECTION_NONE', {});
  return pausedMs > 0 ? describePause(pause.lengthMs()) : null;
}
