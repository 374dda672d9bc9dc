/** Limits deliveries, so that a flood of unsigned ones takes neither the processor's time nor the places of the service's deliveries. */
import { createRateLimiter } from '../http/rateLimiter.ts';
import type { Clock } from '../ports.ts';
import type { PeerTrust } from './webhookStatus.ts';

export type DeliveryLimits = {
  /** Call before the body is read. Returns false if this one must be refused unread; otherwise call `end` after the response. */
  readonly begin: (peer: string, declaredBytes: number) => boolean;
  readonly end: () => void;
  /** Whether the signature of this body may be checked. Call it for a body whose length was not declared. */
  readonly mayCheck: (peer: string, bytes: number) => boolean;
  /** Counts a delivery whose signature was checked. Returns false if it is one too many. */
  readonly mayAnswer: (peer: string, isSigned: boolean) => boolean;
  /** Deliveries between `begin` and `end`. */
  readonly pending: () => number;
};

const maxPending = 100;
/** While the service's address is known, the other places are for it alone. */
const maxPendingBeforeKnown = 80;
/** Signed deliveries together, and unsigned ones from each address. */
const maxPerSecond = 50;
/** Computing the signature of 32 MiB takes about a tenth of a second. */
const checkedBytesPerSecond = 32 * 1024 * 1024;
const checkedBurstBytes = 2 * checkedBytesPerSecond;
/** A request without a body takes as long as this many bytes. */
const bytesPerRequest = 32 * 1024;

export function createDeliveryLimits(clock: Clock, trustIn: (peer: string) => PeerTrust): DeliveryLimits {
  const perSecond = { perSecond: maxPerSecond, burst: maxPerSecond };
  const mayAcceptSigned = createRateLimiter(clock, perSecond);
  const mayRefuseUnsigned = createRateLimiter(clock, perSecond);
  const checked = { perSecond: checkedBytesPerSecond, burst: checkedBurstBytes };
  const mayCheckFrom = createRateLimiter(clock, checked);
  const mayCheckStrangers = createRateLimiter(clock, checked);
  let pending = 0;

  const mayCheck = (peer: string, bytes: number): boolean =>
    mayCheckFrom(peer, bytes) && (trustIn(peer) !== 'none' || mayCheckStrangers('all', bytes));

  return {
    begin: (peer, declaredBytes) => {
      const maxNow = trustIn(peer) === 'none' ? maxPendingBeforeKnown : maxPending;
      if (pending >= maxNow || !mayCheck(peer, bytesPerRequest + declaredBytes)) return false;
      pending += 1;
      return true;
    },
    end: () => {
      pending -= 1;
    },
    mayCheck,
    mayAnswer: (peer, isSigned) => (isSigned ? mayAcceptSigned('all') : mayRefuseUnsigned(peer)),
    pending: () => pending,
  };
}
