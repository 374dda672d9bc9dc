/** Limits deliveries, so that a flood of unsigned ones takes neither the processor's time nor the places of the service's deliveries. */
import { createRateLimiter } from '../http/rateLimiter.ts';
import type { Clock } from '../ports.ts';
import { maxDeliveryBytes } from './readDeliveryBody.ts';
import type { PeerTrust } from './webhookStatus.ts';

export type DeliveryLimits = {
  /** Call before the body is read. Returns `null` if this one must be refused unread. */
  readonly begin: (peer: string, declaredBytes: number) => Admission | null;
  /** Whether the signature of this body may be checked. Call it for a body whose length was not declared. */
  readonly mayCheck: (peer: string, bytes: number) => boolean;
  /** Counts a delivery whose signature was checked. Returns false if it is one too many. */
  readonly mayAnswer: (peer: string, isSigned: boolean) => boolean;
  /** Deliveries with a place. */
  readonly pending: () => number;
};

export type Admission = {
  /** Aborted when another delivery needs the place of one whose body arrives slowly. */
  readonly displaced: AbortSignal;
  /** Call when the body has arrived. */
  readonly hasBody: () => void;
  /** Call after the response. */
  readonly end: () => void;
};

/** A body that takes longer gives up its place when all are taken. One from the service arrives within milliseconds. */
const slowBodyMs = 500;

const maxPending = 100;
/** While the service's address is known, the other places are for it alone. */
const maxPendingBeforeKnown = 80;
/** Signed deliveries together, and unsigned ones from each address. */
const maxPerSecond = 50;
/** A request without a body takes as long as this many bytes. */
const bytesPerRequest = 32 * 1024;
/** Ten of the largest deliveries a second. Computing their signatures takes at most a sixth of the second. */
const checkedBytesPerSecond = 10 * (maxDeliveryBytes + bytesPerRequest);
const checkedBurstBytes = 2 * checkedBytesPerSecond;

export function createDeliveryLimits(clock: Clock, trustIn: (peer: string) => PeerTrust): DeliveryLimits {
  const perSecond = { perSecond: maxPerSecond, burst: maxPerSecond };
  const mayAcceptSigned = createRateLimiter(clock, perSecond);
  const mayRefuseUnsigned = createRateLimiter(clock, perSecond);
  const checked = { perSecond: checkedBytesPerSecond, burst: checkedBurstBytes };
  const mayCheckFrom = createRateLimiter(clock, checked);
  const mayCheckStrangers = createRateLimiter(clock, checked);
  let pending = 0;
  /** Bodies that are arriving, oldest first. */
  const arriving = new Map<AbortController, number>();
  const displaceSlowest = (): boolean => {
    const [oldest] = arriving;
    if (oldest === undefined || clock.monotonicMs() - oldest[1] < slowBodyMs) return false;
    arriving.delete(oldest[0]);
    pending -= 1;
    oldest[0].abort();
    return true;
  };

  const mayCheck = (peer: string, bytes: number): boolean =>
    mayCheckFrom(peer, bytes) && (trustIn(peer) !== 'none' || mayCheckStrangers('all', bytes));

  return {
    begin: (peer, declaredBytes) => {
      const maxNow = trustIn(peer) === 'none' ? maxPendingBeforeKnown : maxPending;
      if (!mayCheck(peer, bytesPerRequest + declaredBytes)) return null;
      if (pending >= maxNow && !displaceSlowest()) return null;
      pending += 1;
      const displacer = new AbortController();
      arriving.set(displacer, clock.monotonicMs());
      return {
        displaced: displacer.signal,
        hasBody: () => void arriving.delete(displacer),
        end: () => {
          arriving.delete(displacer);
          if (!displacer.signal.aborted) pending -= 1;
        },
      };
    },
    mayCheck,
    mayAnswer: (peer, isSigned) => (isSigned ? mayAcceptSigned('all') : mayRefuseUnsigned(peer)),
    pending: () => pending,
  };
}
