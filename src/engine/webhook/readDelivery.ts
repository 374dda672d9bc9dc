/** Reads the body of a correctly signed delivery. */

import { isUtf8 } from 'node:buffer';
import type { Collection } from '../../core/collection.ts';
import { type Instant, parseInstant } from '../../core/instant.ts';
import { type Phrase, sayLater } from '../../core/language/say.ts';
import { isUsableDate } from '../../core/order.ts';
import { readCollectionInSteps } from '../../core/readCollection.ts';
import { isJsonObject } from '../../core/readItem.ts';
import type { ReadProblem } from '../../core/readProblem.ts';
import type { Steps } from '../../core/steps.ts';
import { findKnownLists, keepLists } from '../http/knownLists.ts';
import { type LongJson, readJson, UnreadableJson } from '../http/longJson.ts';

export type Delivery =
  | {
      readonly kind: 'collection';
      readonly collection: Collection;
      readonly problems: readonly ReadProblem[];
      /** Whether live has fewer posts than its count. */
      readonly hasFewer: boolean;
      /** When the event occurred, by the service's clock; `null` if it does not say. */
      readonly occurredAt: Instant | null;
    }
  /** Another kind of event, or a collection that no feed uses. */
  | { readonly kind: 'ignored' }
  /** Dated more than a day ahead of the service's clock, or of ours while that is unknown. */
  | { readonly kind: 'ahead'; readonly id: string; readonly date: string }
  /** `id` is `null` when the collection can't be identified. */
  | { readonly kind: 'unreadable'; readonly id: string | null; readonly reason: Phrase };

export type ReadDeliveryDeps = {
  /** The current version of a collection: `null` if there is none yet, `undefined` if no feed uses it. */
  readonly findCurrent: (id: string) => Collection | null | undefined;
  /** Of every collection. */
  readonly currentVersions: readonly Collection[];
  /** Prepares what follows if this version is applied. */
  readonly prepare: (collection: Collection) => Steps<void>;
  /** The service's clock in epoch milliseconds. */
  readonly serviceNowMs: number;
};

/** Reads a long delivery while other work runs. */
export async function readDelivery(body: Buffer, deps: ReadDeliveryDeps): Promise<Delivery> {
  // Lenient decoding would put replacement characters on air.
  if (!isUtf8(body)) return { kind: 'unreadable', id: null, reason: sayLater('it is not UTF-8') };
  try {
    const known = findKnownLists(guessCurrent(body, deps.currentVersions));
    return await readJson(body, (json) => readPayload(json, deps), 'data', known);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    return { kind: 'unreadable', id: null, reason: error.reason };
  }
}

/** Services write the id of the collection before its lists, within these bytes. */
const headBytes = 2000;

/** The current version that the delivery most likely changes. A wrong guess only costs time. */
function guessCurrent(body: Buffer, versions: readonly Collection[]): Collection | null {
  const head = body.subarray(0, headBytes);
  return versions.find(({ id }) => head.includes(JSON.stringify(id))) ?? null;
}

function* readPayload(json: LongJson, { findCurrent, prepare, serviceNowMs }: ReadDeliveryDeps): Steps<Delivery> {
  const payload = json.value;
  if (!isJsonObject(payload)) return { kind: 'unreadable', id: null, reason: sayLater('it is not a JSON object') };
  const event = payload['event'];
  if (typeof event === 'string' && event !== 'COLLECTION_UPDATED') return { kind: 'ignored' };
  const data = payload['data'];
  const dataId = isJsonObject(data) ? data['id'] : undefined;
  const id = payload['collectionId'] ?? dataId;
  if (typeof id !== 'string' || id === '')
    return { kind: 'unreadable', id: null, reason: sayLater('it names no collection') };
  const current = findCurrent(id);
  if (current === undefined) {
    const isOfOurs = typeof dataId === 'string' && findCurrent(dataId) !== undefined;
    if (!isOfOurs) return { kind: 'ignored' };
    return { kind: 'unreadable', id: dataId, reason: sayLater('it names another collection than its data') };
  }
  const reading = yield* readCollectionInSteps({ value: data, partedLists: json.partedLists }, id, current);
  keepLists(reading, json);
  if (reading.collection === null) {
    const firstProblem = reading.problems[0];
    return {
      kind: 'unreadable',
      id,
      reason:
        firstProblem === undefined
          ? sayLater('its data is not a collection')
          : () => [`data${firstProblem.path.slice(1)}`, firstProblem.what()].join(' '),
    };
  }
  if (reading.isDoubtful)
    return {
      kind: 'unreadable',
      id,
      reason: sayLater('its live list has fewer posts than its count, {count}', {
        count: String(reading.doubtedCount),
      }),
    };
  const date = reading.collection.lastModifiedDate;
  if (parseInstant(date) === null) return { kind: 'unreadable', id, reason: sayLater('its date can’t be read') };
  if (!isUsableDate(date, serviceNowMs)) return { kind: 'ahead', id, date };
  yield* prepare(reading.collection);
  const occurredAt = parseInstant(String(payload['timestamp']));
  const { collection, problems, doubtedCount } = reading;
  return { kind: 'collection', collection, problems, hasFewer: doubtedCount !== null, occurredAt };
}

/** The collection of a delivery that had to be compared with the current version to be read or refused; `null` for any other. */
export function dependentId(delivery: Delivery): string | null {
  if (delivery.kind === 'unreadable') return delivery.id;
  if (delivery.kind !== 'collection') return null;
  const { collection, problems } = delivery;
  return problems.length > 0 || collection.live.length === 0 ? collection.id : null;
}
