/** Describes a poll, the service’s list or a delivery as evidence that confirms a collection’s version. */
import type { Evidence } from './collectionStatus.ts';
import { asOfMs, type ResponseFacts } from './poll/client.ts';

export function evidenceOfPoll(response: ResponseFacts, version: string | null, nowMs: number): Evidence {
  return { sentMs: response.sentMs, asOfMs: asOfMs(response), checkedMs: nowMs, version };
}

/** The list shows our version, whatever its date. */
export function evidenceOfList(listedMs: number, nowMs: number): Evidence {
  return { sentMs: null, asOfMs: listedMs, checkedMs: nowMs, version: null };
}

/** Nothing is known of the time after its event. */
export function evidenceOfDelivery(occurredMs: number, version: string | null): Evidence {
  return { sentMs: null, asOfMs: occurredMs, checkedMs: occurredMs, version };
}
