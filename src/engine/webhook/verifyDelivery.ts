/** Verifies the signature and content of a delivery, and responds 200 only once it is saved. */

import type { Collection } from '../../core/collection.ts';
import { type Phrase, sayLater } from '../../core/language/say.ts';
import { compareVersions } from '../../core/order.ts';
import { aboutCollection } from '../../core/problem.ts';
import { type Acceptance, collectionsOf, type Outcome, snapshotOf } from '../../core/show.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import { createBytesRelease } from '../http/knownLists.ts';
import { reportReadProblems } from '../poll/pollOnce.ts';
import { prepareArrival } from '../poll/prepareArrival.ts';
import type { Ports } from '../ports.ts';
import type { SourceSettings } from '../settings/settings.ts';
import { findSigningSecret, type Scheme, signsTime } from '../signing/signature.ts';
import type { CaptureDelivery } from '../signing/signatureDetector.ts';
import { readSentAtMs, type SignedDelivery } from '../signing/templateFields.ts';
import type { SourceStatus } from '../sourceStatus.ts';
import type { Store } from '../store.ts';
import { hasSentVersion } from './hasSentVersion.ts';
import { describeOffset, isLate, measureAgeMs } from './lateDelivery.ts';
import { type Delivery, dependentId, readDelivery } from './readDelivery.ts';
import { createDeliveryKey, type ReceivedDeliveries } from './receivedDeliveries.ts';
import { createTieOrder } from './tieOrder.ts';
import { acceptedResponse, knownResponse, refuse, retryLater, type WebhookResponse } from './webhookResponse.ts';
import type { PeerTrust, WebhookStatus } from './webhookStatus.ts';

export type VerifyDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly sourceStatus: SourceStatus;
  readonly received: ReceivedDeliveries;
  /** The current version of a watched collection, `null` if there is none yet; `undefined` if no feed uses it. */
  readonly findCurrent: (id: string) => Collection | null | undefined;
  /** Polls the service to decide between versions with the same date. Resolves `false` if that failed or took too long. */
  readonly resolveTie: (id: string) => Promise<boolean>;
  /** A delivery that could not be used may have brought a change of this collection; `null` if of any. */
  readonly recordUnused: (id: string | null) => void;
  /** As above, while nothing shows that the delivery comes from the service. Without a key, only these collections are doubted; `null` if all. */
  readonly recordUntrusted: (ids: readonly string[] | null) => void;
  /** A delivery for this collection arrived, new or not. */
  readonly recordArrival: (id: string) => void;
  /** A correctly signed delivery was accepted. */
  readonly recordAccepted: () => void;
  readonly scheme: () => Scheme;
  /** True for a while after the service’s address has changed, if it can be polled. */
  readonly isPollDecisive: () => boolean;
  /** The service's address as the settings have it. */
  readonly serviceAddress: () => string;
  /** Captures a delivery while detection runs, `null` otherwise. A captured delivery gets 503. */
  readonly captureHandler: () => CaptureDelivery | null;
  /** Keeps an unreadable body for the operator to inspect. */
  readonly keepUnreadable: (body: Buffer) => void;
};

type Given = {
  readonly signed: SignedDelivery;
  readonly body: Buffer;
  readonly secrets: readonly string[];
  readonly isSigned: boolean;
  readonly peer: string;
};

export type VerifyDelivery = {
  readonly isSigned: (signed: SignedDelivery, secrets: readonly string[]) => boolean;
  /** Verifies one delivery from `peer`. Rejects only on an internal error. */
  readonly verify: (given: Given) => Promise<WebhookResponse>;
  /** A delivery was sent to an address that is not ours, and is refused. */
  readonly recordMisaddressed: (given: Given) => void;
};

export function createDeliveryVerifier(
  settings: () => SourceSettings['push'],
  webhookStatus: WebhookStatus,
  deps: VerifyDeps,
): VerifyDelivery {
  const { ports, sourceStatus, store } = deps;
  const { clock } = ports;

  const isWithinTolerance = (
    scheme: Scheme,
    timestamp: string | null,
    possibleServiceTimesMs: readonly number[],
  ): boolean => {
    if (!signsTime(scheme)) return true;
    const sentAtMs = readSentAtMs(timestamp);
    const toleranceMs = settings().toleranceSeconds * 1000;
    return sentAtMs !== null && possibleServiceTimesMs.some((nowMs) => Math.abs(nowMs - sentAtMs) <= toleranceMs);
  };

  const tieOrder = createTieOrder(deps);

  /** Deliveries are read in the order in which they arrived, because what one lacks comes from the version before it. */
  const runInOrder = createSerialQueue();
  let applying: Promise<unknown> = Promise.resolve();

  const releaseBytes = createBytesRelease(() => collectionsOf(store.state()));

  /** Reads the delivery again if the version by which it was judged is no longer the current one. */
  const readInOrder = async (body: Buffer): Promise<Delivery> => {
    let judgedBy: Collection | null | undefined;
    const read = (): Promise<Delivery> =>
      readDelivery(body, {
        findCurrent: (id) => {
          judgedBy = deps.findCurrent(id);
          return judgedBy;
        },
        currentVersions: collectionsOf(store.state()),
        prepare: (collection) => prepareArrival(store.state(), collection),
        serviceNowMs: sourceStatus.clockSkew.serviceNowMs(),
      });
    for (;;) {
      const delivery = await read();
      const id = dependentId(delivery);
      if (id === null) return delivery;
      await applying;
      if (deps.findCurrent(id) === judgedBy) return delivery;
    }
  };

  /** Applies a correctly signed delivery. Returns 200 only if it is saved or changes nothing. */
  const apply = async (body: Buffer, sentAt: string | null): Promise<WebhookResponse> => {
    const key = createDeliveryKey(body);
    const service = deps.serviceAddress();
    return runInOrder(async () => {
      const delivery = await readInOrder(body);
      if (delivery.kind === 'collection') releaseBytes(delivery.collection);
      if (deps.received.has(key) && !isLost(key, delivery)) return { response: Promise.resolve(acceptedResponse) };
      // A list of the old service must not go on air as the new one’s. If it is the same service, it sends the delivery again.
      if (deps.serviceAddress() !== service) return { response: Promise.resolve(retryLater('NOT_SAVED')) };
      const response = applyRead(body, key, delivery, service, sentAt);
      applying = response.catch(() => undefined);
      return { response };
    }).then(({ response }) => response);
  };

  /**
   * Whether a delivery that was received before is missing from the show, which was damaged or is an older copy. Then the show has accepted
   * fewer versions than when this one was applied. After a rewind it has not, so a late copy can't undo that.
   */
  const isLost = (key: string, delivery: Delivery): boolean => {
    const appliedAs = deps.received.appliedAs(key);
    if (appliedAs === null || delivery.kind !== 'collection') return false;
    const current = snapshotOf(store.state(), delivery.collection.id);
    if (current === null) return true;
    const order = compareVersions(current.collection, delivery.collection);
    return (order === 'newer' || order === 'tie') && current.count < appliedAs;
  };

  const applyRead = async (
    body: Buffer,
    key: string,
    delivery: Delivery,
    service: string,
    sentAt: string | null,
  ): Promise<WebhookResponse> => {
    if (delivery.kind === 'ignored') return acceptedResponse;
    if (delivery.kind === 'unreadable') return refuseUnreadable(body, delivery.id, delivery.reason);
    if (delivery.kind === 'ahead') return refuseFutureDate(body, delivery.id, delivery.date);
    const { collection } = delivery;
    // No feed may use it any more, because a long delivery is read while other work runs.
    if (deps.findCurrent(collection.id) === undefined) return acceptedResponse;
    // A delivery of the old service may still be on its way, signed with the same secret. A poll reads the new one.
    if (deps.isPollDecisive()) {
      if (hasSentVersion(store.state(), collection)) return knownResponse;
      deps.recordUnused(collection.id);
      return retryLater('SERVICE_CHANGED');
    }
    let at = '';
    const applyVersion = (accept: Acceptance): Promise<Outcome> => {
      at = new Date(clock.now()).toISOString();
      // Posts that left air because the service's list was cut are still missing in this version.
      const isCut = delivery.hasFewer ? snapshotOf(store.state(), collection.id)?.isCut : undefined;
      return store.apply({ type: 'collectionArrived', collection, service, from: 'webhook', accept, isCut, at });
    };
    const { outcome, isUnknown } = await tieOrder.apply(delivery, applyVersion);
    // The same change while the list was saved: it confirms nothing.
    if (deps.serviceAddress() !== service) return retryLater('NOT_SAVED');
    switch (outcome.kind) {
      case 'done':
      case 'nothing':
        reportReadProblems(sourceStatus, collection.id, delivery.problems);
        sourceStatus.recordDelivery(collection.id, {
          isNewer: outcome.kind === 'done',
          occurredAgoMs: measureAgeMs(delivery.occurredAt, sentAt, sourceStatus.clockSkew.serviceNowMs()),
        });
        deps.recordArrival(collection.id);
        break;
      case 'older':
        deps.recordArrival(collection.id);
        // The service sends it late, or its dates went back and we hold the wrong version.
        if (!isLate({ ...delivery, sentAt, currentAt: tieOrder.currentTime(collection.id) }, deps)) {
          const facts = { collection: collection.name, date: collection.lastModifiedDate };
          sourceStatus.raise('WEBHOOK_DELIVERY_OLDER', aboutCollection(collection.id), facts);
          deps.recordUnused(collection.id);
        }
        break;
      case 'tie':
        deps.recordArrival(collection.id);
        break;
      case 'undated':
        return refuseUnreadable(body, collection.id, sayLater('its date can’t be read'));
      case 'refused':
        sourceStatus.recordUnsaved(collection.id, collection.lastModifiedDate);
        return retryLater('NOT_SAVED');
      default:
        return outcome satisfies never;
    }
    if (isUnknown) {
      const facts = { collection: collection.name, date: collection.lastModifiedDate };
      sourceStatus.raise('WEBHOOK_ORDER_UNKNOWN', aboutCollection(collection.id), facts);
      deps.recordUnused(collection.id);
    }
    const isApplied = outcome.kind === 'done' || outcome.kind === 'nothing';
    const count = snapshotOf(store.state(), collection.id)?.count ?? null;
    deps.received.add(key, Date.parse(at), isApplied ? count : null);
    return acceptedResponse;
  };

  /** Until the service's clock is known, ours may be the wrong one, so 503 makes the service resend. */
  const refuseFutureDate = (body: Buffer, id: string, date: string): WebhookResponse => {
    if (sourceStatus.clockSkew.skewMs() !== null) {
      sourceStatus.clear('WEBHOOK_CLOCK_DOUBTED', 'webhook');
      return refuseUnreadable(body, id, sayLater('it is dated more than a day ahead'));
    }
    sourceStatus.raise('WEBHOOK_CLOCK_DOUBTED', 'webhook', { date });
    deps.recordUnused(id);
    return retryLater('CLOCK_UNSURE');
  };

  const refuseUnreadable = (body: Buffer, id: string | null, reason: Phrase): WebhookResponse => {
    sourceStatus.raise('WEBHOOK_UNREADABLE', 'webhook', { what: reason });
    deps.keepUnreadable(body);
    deps.recordUnused(id);
    return refuse(422, 'NOT_UNDERSTOOD');
  };

  /** The service does not send it again, or not soon, so that its change may be missing. A replay brings none. */
  const recordRefused = (trust: PeerTrust, body: Buffer): void => {
    if (deps.received.has(createDeliveryKey(body))) return;
    if (trust === 'full') deps.recordUnused(null);
    else deps.recordUntrusted(trust === 'untested' ? null : namedCollections(body));
  };

  /** The collections of our feeds whose id is in the body, which was not verified. Reading it as JSON would cost a stranger nothing and us much. */
  const namedCollections = (body: Buffer): readonly string[] => {
    const ids = new Set(
      store.state().feeds.flatMap(({ collectionId }) => (collectionId === null ? [] : [collectionId])),
    );
    return [...ids].filter((id) => body.includes(JSON.stringify(id)));
  };

  const verify: VerifyDelivery['verify'] = async ({ signed, body, secrets, isSigned, peer }) => {
    const capture = deps.captureHandler();
    if (capture !== null) {
      capture(signed, peer);
      if (isSigned || webhookStatus.trustIn(peer) !== 'none') deps.recordUnused(null);
      return retryLater('DETECTING');
    }
    if (secrets.length === 0) {
      sourceStatus.raise('WEBHOOK_SECRET_MISSING', 'webhook', {});
      recordRefused(webhookStatus.trustIn(peer), body);
      return retryLater('NO_SECRET');
    }
    const scheme = deps.scheme();
    const possibleServiceTimesMs = sourceStatus.clockSkew.possibleServiceTimesMs();
    const isOnTime = isWithinTolerance(scheme, signed.timestamp, possibleServiceTimesMs);
    // Until we know which clock jumped, 503 makes the service resend; a refusal would be final.
    if (isSigned && !isOnTime && possibleServiceTimesMs.length > 1) {
      recordRefused('full', body);
      return retryLater('CLOCK_UNSURE');
    }
    if (!isSigned || !isOnTime) {
      if (isSigned)
        webhookStatus.recordBadTimestamp(
          () => describeOffset(signed, possibleServiceTimesMs),
          settings().toleranceSeconds,
        );
      else if (signed.signature !== null || webhookStatus.trustIn(peer) !== 'none')
        webhookStatus.recordWrongSignature();
      recordRefused(isSigned ? 'full' : webhookStatus.trustIn(peer), body);
      return refuse(401, 'INVALID_SIGNATURE');
    }
    const response = await apply(body, signed.timestamp);
    if (response === acceptedResponse) {
      webhookStatus.recordAccepted(peer);
      deps.recordAccepted();
    }
    return response;
  };

  return {
    isSigned: (signed, secrets) => findSigningSecret(deps.scheme(), secrets, signed) !== null,
    verify,
    recordMisaddressed: ({ body, isSigned, peer }) =>
      recordRefused(isSigned ? 'full' : webhookStatus.trustIn(peer), body),
  };
}
