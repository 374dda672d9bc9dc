/** Reads the body of a correctly signed delivery. Pure. */
import { isUtf8 } from 'node:buffer';
import type { Collection } from '../../core/collection.ts';
import { parseInstant } from '../../core/instant.ts';
import { isUsableDate } from '../../core/order.ts';
import { parseJson } from '../../core/parseJson.ts';
import { readCollection } from '../../core/readCollection.ts';
import { isJsonObject, type ReadProblem } from '../../core/readItem.ts';
import { findExceededLimit } from '../http/jsonLimits.ts';

export type Delivery =
  | { readonly kind: 'collection'; readonly collection: Collection; readonly problems: readonly ReadProblem[] }
  /** Another kind of event, or a collection that no feed uses. */
  | { readonly kind: 'ignored' }
  /** Dated more than a day ahead of the service's clock, or of ours while that is unknown. */
  | { readonly kind: 'ahead'; readonly id: string; readonly date: string }
  /** `id` is `null` when the collection can't be identified. */
  | { readonly kind: 'unreadable'; readonly id: string | null; readonly reason: string };

/**
 * `findCurrent` returns the current version of a collection: `null` if there is none yet, `undefined` if no feed uses it.
 * `serviceNowMs` is the service's clock in epoch milliseconds.
 */
export function readDelivery(
  body: Buffer,
  findCurrent: (id: string) => Collection | null | undefined,
  serviceNowMs: number,
): Delivery {
  // Lenient decoding would put replacement characters on air.
  if (!isUtf8(body)) return { kind: 'unreadable', id: null, reason: 'it is not UTF-8' };
  const exceeded = findExceededLimit(body);
  if (exceeded !== null) return { kind: 'unreadable', id: null, reason: exceeded };
  const payload = parseJson(body.toString('utf8'));
  if (!isJsonObject(payload)) return { kind: 'unreadable', id: null, reason: 'it is not a JSON object' };
  const event = payload['event'];
  if (typeof event === 'string' && event !== 'COLLECTION_UPDATED') return { kind: 'ignored' };
  const data = payload['data'];
  const id = payload['collectionId'] ?? (isJsonObject(data) ? data['id'] : undefined);
  if (typeof id !== 'string' || id === '') return { kind: 'unreadable', id: null, reason: 'it names no collection' };
  const current = findCurrent(id);
  if (current === undefined) return { kind: 'ignored' };
  const reading = readCollection(data, id, current);
  if (reading.collection === null) {
    const firstProblem = reading.problems[0];
    return {
      kind: 'unreadable',
      id,
      reason:
        firstProblem === undefined
          ? 'its data is not a collection'
          : `data${firstProblem.path.slice(1)} ${firstProblem.what}`,
    };
  }
  if (reading.doubtedCount !== null && current !== null && current.live.length > 0)
    return { kind: 'unreadable', id, reason: 'its live list is empty although its count is not zero' };
  const date = reading.collection.lastModifiedDate;
  if (parseInstant(date) === null) return { kind: 'unreadable', id, reason: 'its date can’t be read' };
  if (!isUsableDate(date, serviceNowMs)) return { kind: 'ahead', id, date };
  return { kind: 'collection', collection: reading.collection, problems: reading.problems };
}
