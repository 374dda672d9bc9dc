/** What a delivery is worth: signature over the raw bytes, then its content, then the disk; only then a 200. */
import type { Collection } from '../../core/collection.ts';
import type { Acceptance, Outcome } from '../../core/show.ts';
import type { Ports } from '../ports.ts';
import type { SourceSettings } from '../record/settings.ts';
import type { Store } from '../store.ts';
import { type Answer, accepted, later, refuse } from './answers.ts';
import type { Contact } from './contact.ts';
import { readDelivery } from './delivery.ts';
import { noteOddities } from './look.ts';
import type { Signed } from './places.ts';
import { deliveryKey, type SeenDeliveries } from './seen.ts';
import { readSentAtMs } from './sentAt.ts';
import { type Scheme, signedBy, signsTime } from './signature.ts';
import type { WebhookRecord } from './webhookRecord.ts';

export type JudgeDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly contact: Contact;
  readonly seen: SeenDeliveries;
  /** The held version of a watched collection (null: none yet); undefined for one that no feed reads. */
  readonly heldOf: (id: string) => Collection | null | undefined;
  /** Whether the service has said which of two versions with one date is the later; false: nothing is to be had of it in time. */
  readonly settleTie: (id: string) => Promise<boolean>;
  /** Ask the service about the collection now, unconditionally; null: about all. */
  readonly ask: (id: string | null) => void;
  /** A delivery brought this version. */
  readonly arrived: (id: string) => void;
  readonly scheme: () => Scheme;
  /** While a signing scheme is looked for: takes the delivery, which is answered 503. Null otherwise. */
  readonly capture: () => ((signed: Signed) => void) | null;
  /** Keeps what could not be understood, for a person to look at. */
  readonly keepUnreadable: (body: Buffer) => void;
};

/** Judges one delivery from `peer`. Never rejects but for a fault of ours. */
export type Judge = (signed: Signed, body: Buffer, secrets: readonly string[], peer: string) => Promise<Answer>;

export function createJudge(settings: () => SourceSettings['push'], record: WebhookRecord, deps: JudgeDeps): Judge {
  const { ports, contact, store } = deps;
  const { clock } = ports;

  const isTimely = (used: Scheme, timestamp: string | null, serviceMayShowMs: readonly number[]): boolean => {
    if (!signsTime(used)) return true;
    const sentAtMs = readSentAtMs(timestamp);
    const toleranceMs = settings().toleranceSeconds * 1000;
    return sentAtMs !== null && serviceMayShowMs.some((nowMs) => Math.abs(nowMs - sentAtMs) <= toleranceMs);
  };

  /** What a well-signed delivery does. Answers 200 only when it is on disk, or changes nothing. */
  const apply = async (body: Buffer): Promise<Answer> => {
    const key = deliveryKey(body);
    if (deps.seen.has(key)) return accepted;
    const delivery = readDelivery(body, deps.heldOf, contact.skew.serviceNowMs());
    if (delivery.kind === 'beside') return accepted;
    if (delivery.kind === 'unreadable') return unreadable(body, delivery.id, delivery.what);
    if (delivery.kind === 'ahead') return ahead(body, delivery.id, delivery.date);
    const { collection } = delivery;
    const put = (accept: Acceptance): Promise<Outcome> =>
      store.apply({
        type: 'collectionArrived',
        collection,
        from: 'webhook',
        accept,
        at: new Date(clock.now()).toISOString(),
      });
    const first = await put('newer');
    const isOpen = first.kind === 'tie' && !(await deps.settleTie(collection.id));
    const outcome = isOpen ? await put('newerOrTie') : first;
    switch (outcome.kind) {
      case 'done':
      case 'nothing':
        noteOddities(contact, collection.id, delivery.problems);
        contact.delivered(collection.id);
        deps.arrived(collection.id);
        break;
      case 'older':
      case 'tie':
        deps.arrived(collection.id);
        break;
      case 'undated':
        return unreadable(body, collection.id, 'its date says nothing');
      case 'refused':
        return later('NOT_SAVED');
      default: {
        const unreachable: never = outcome;
        return unreachable;
      }
    }
    deps.seen.add(key);
    return accepted;
  };

  /** While only our own clock says so, it may be that which is wrong, and what is refused never comes again. */
  const ahead = (body: Buffer, id: string, date: string): Answer => {
    if (contact.skew.value() !== null) {
      contact.clear('WEBHOOK_CLOCK_DOUBTED', 'webhook');
      return unreadable(body, id, 'its date is more than a day ahead');
    }
    contact.raise('WEBHOOK_CLOCK_DOUBTED', 'webhook', { date });
    deps.ask(id);
    return later('CLOCK_UNSURE');
  };

  const unreadable = (body: Buffer, id: string | null, what: string): Answer => {
    contact.raise('WEBHOOK_UNREADABLE', 'webhook', { what });
    deps.keepUnreadable(body);
    deps.ask(id);
    return refuse(422, 'NOT_UNDERSTOOD');
  };

  return async (signed, body, secrets, peer) => {
    const capture = deps.capture();
    if (capture !== null) {
      capture(signed);
      return later('DETECTING');
    }
    if (secrets.length === 0) {
      contact.raise('WEBHOOK_SECRET_MISSING', 'webhook', {});
      return later('NO_SECRET');
    }
    const scheme = deps.scheme();
    const isSigned = signedBy(scheme, secrets, signed) !== null;
    const serviceMayShowMs = contact.skew.serviceMayShowMs();
    const isInTime = isTimely(scheme, signed.timestamp, serviceMayShowMs);
    // Which clock jumped is not known yet, and what is refused never comes again.
    if (isSigned && !isInTime && serviceMayShowMs.length > 1) return later('CLOCK_UNSURE');
    if (!isSigned || !isInTime) {
      if (isSigned) record.sentOutOfTime(offOf(signed, serviceMayShowMs), settings().toleranceSeconds);
      else record.signedWrongly(peer);
      return refuse(401, 'INVALID_SIGNATURE');
    }
    const answer = await apply(body);
    if (answer === accepted) record.accepted(peer);
    return answer;
  };
}

/** How far the signed time is from the service's clock, in words. */
function offOf(signed: Signed, [nowMs = 0]: readonly number[]): string {
  const sentAtMs = readSentAtMs(signed.timestamp);
  if (sentAtMs === null) return 'at a time that cannot be read';
  const seconds = Math.round(Math.abs(nowMs - sentAtMs) / 1000);
  return `${seconds} s ${sentAtMs < nowMs ? 'before' : 'after'} now`;
}
