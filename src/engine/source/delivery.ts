/** Reads a delivery whose signature was found good. Pure; whatever cannot be understood comes back as words. */
import { isUtf8 } from 'node:buffer';
import type { Collection } from '../../core/collection.ts';
import { parseInstant } from '../../core/instant.ts';
import { isUsableDate } from '../../core/order.ts';
import { readCollection } from '../../core/readCollection.ts';
import { isJsonObject, type ReadProblem } from '../../core/readItem.ts';
import { beyondBounds } from './bounds.ts';

export type Delivery =
  | { readonly kind: 'collection'; readonly collection: Collection; readonly problems: readonly ReadProblem[] }
  /** Another kind of event, or a collection that no feed reads: nothing to do. */
  | { readonly kind: 'beside' }
  /** Its date lies more than a day after the service's clock, as far as that is known. */
  | { readonly kind: 'ahead'; readonly id: string; readonly date: string }
  /** `id` is the collection to ask about, null when not even that is known. */
  | { readonly kind: 'unreadable'; readonly id: string | null; readonly what: string };

/**
 * Reads the body. `heldOf` answers the held version of a watched collection (null: none yet), undefined for one that no feed
 * reads. `serviceNowMs` is the service's clock.
 */
export function readDelivery(
  body: Buffer,
  heldOf: (id: string) => Collection | null | undefined,
  serviceNowMs: number,
): Delivery {
  // Read leniently, a letter of another encoding would go on air as a mark of its own.
  if (!isUtf8(body)) return { kind: 'unreadable', id: null, what: 'it is not UTF-8' };
  const beyond = beyondBounds(body);
  if (beyond !== null) return { kind: 'unreadable', id: null, what: beyond };
  const payload = parse(body);
  if (!isJsonObject(payload)) return { kind: 'unreadable', id: null, what: 'it is not a JSON object' };
  const event = payload['event'];
  if (typeof event === 'string' && event !== 'COLLECTION_UPDATED') return { kind: 'beside' };
  const data = payload['data'];
  const id = payload['collectionId'] ?? (isJsonObject(data) ? data['id'] : undefined);
  if (typeof id !== 'string' || id === '') return { kind: 'unreadable', id: null, what: 'it names no collection' };
  const held = heldOf(id);
  if (held === undefined) return { kind: 'beside' };
  const reading = readCollection(data, id, held);
  if (reading.collection === null) {
    const first = reading.problems[0];
    return {
      kind: 'unreadable',
      id,
      what: first === undefined ? 'no collection' : `data${first.path.slice(1)} ${first.what}`,
    };
  }
  if (reading.doubtedCount !== null && held !== null && held.live.length > 0)
    return { kind: 'unreadable', id, what: 'its live list is empty although it counts posts' };
  const date = reading.collection.lastModifiedDate;
  if (parseInstant(date) === null) return { kind: 'unreadable', id, what: 'its date says nothing' };
  if (!isUsableDate(date, serviceNowMs)) return { kind: 'ahead', id, date };
  return { kind: 'collection', collection: reading.collection, problems: reading.problems };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
