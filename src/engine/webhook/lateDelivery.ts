/** Decides whether a delivery only arrives late, or its dates went back, and says how far its time is off. */
import type { Collection } from '../../core/collection.ts';
import type { Instant } from '../../core/instant.ts';
import { say } from '../../core/language/say.ts';
import { snapshotOf } from '../../core/show.ts';
import type { Clock } from '../ports.ts';
import { readSentAtMs, type SignedDelivery } from '../signing/templateFields.ts';
import type { SourceStatus } from '../sourceStatus.ts';
import type { Store } from '../store.ts';
import { isLaterEvent } from './tieOrder.ts';

/** An event this much later than the current version’s arrival may still belong to an earlier version. Milliseconds. */
const sameTimeMs = 2000;

/** The service’s clock agrees with ours if a delivery arrives this soon after it was sent. Milliseconds. */
const agreeingMs = 10_000;

/** An older event is not explained by a late delivery. Milliseconds. */
const lateWithinMs = 600_000;

/** How long before now an event occurred, at least; `null` if it has no time. The service’s own time of sending counts if its clock is ahead of what we know. */
export function measureAgeMs(occurredAt: Instant | null, sentAt: string | null, serviceNowMs: number): number | null {
  if (occurredAt === null) return null;
  const nowMs = Math.max(serviceNowMs, readSentAtMs(sentAt) ?? serviceNowMs);
  return nowMs - occurredAt.seconds * 1000 - Number(`0.${occurredAt.fraction}`) * 1000;
}

type Deps = { readonly store: Store; readonly ports: { readonly clock: Clock }; readonly sourceStatus: SourceStatus };

/** `occurredAt` and `currentAt` are the times of its event and of the current version’s, `null` if unknown. */
type Arrived = {
  readonly collection: Collection;
  readonly occurredAt: Instant | null;
  readonly sentAt: string | null;
  readonly currentAt: Instant | null;
};

/** Whether a delivery with an older version only arrives late. Its times show that only if the service’s clock agrees with ours. */
export function isLate(
  { collection, occurredAt, sentAt, currentAt }: Arrived,
  { store, ports, sourceStatus }: Deps,
): boolean {
  // Its event is later than that of the current version, so only its date went back.
  if (occurredAt !== null && currentAt !== null && isLaterEvent(occurredAt, currentAt)) return false;
  const acceptedAt = snapshotOf(store.state(), collection.id)?.acceptedAt;
  const sentAtMs = readSentAtMs(sentAt);
  if (occurredAt === null || sentAtMs === null || acceptedAt === undefined) return false;
  const serviceNowMs = sourceStatus.clockSkew.serviceNowMs();
  if (Math.abs(serviceNowMs - sentAtMs) > agreeingMs) return false;
  const occurredAgoMs = serviceNowMs - occurredAt.seconds * 1000;
  return occurredAgoMs <= lateWithinMs && occurredAgoMs + sameTimeMs >= ports.clock.now() - Date.parse(acceptedAt);
}

/** Describes the signed time relative to the service's clock, as a phrase. */
export function describeOffset(signed: SignedDelivery, [nowMs = 0]: readonly number[]): string {
  const sentAtMs = readSentAtMs(signed.timestamp);
  if (sentAtMs === null) return say('has an unreadable time');
  const seconds = Math.round(Math.abs(nowMs - sentAtMs) / 1000);
  if (sentAtMs < nowMs) return say('is dated {seconds} s ago', { seconds });
  return say('is dated {seconds} s in the future', { seconds });
}
