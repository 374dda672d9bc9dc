/** One look at one collection: asks, reads, puts it to the store, and says what that means for the next look. */
import type { Collection } from '../../core/collection.ts';
import { isUsableDate } from '../../core/order.ts';
import { readCollection } from '../../core/readCollection.ts';
import type { ReadProblem } from '../../core/readItem.ts';
import type { Acceptance, Outcome } from '../../core/show.ts';
import type { Ports } from '../ports.ts';
import type { Store } from '../store.ts';
import { type Base, collectionPath } from './address.ts';
import type { Client, Reply, ReplyFacts } from './client.ts';
import { isSameEtag, scopeOf, type Validators } from './conditional.ts';
import { aboutCollection, type Contact, type Ending } from './contact.ts';
import { type Claim, emptyTimes, isRewindProved, repeatClaim } from './doubt.ts';
import { type Failure, failure } from './failure.ts';
import type { Origins } from './origins.ts';

/** When to look again: `atOnce` unconditionally; `soon` at the latest after so long, unconditionally; otherwise as planned. */
export type Next =
  | { readonly kind: 'atOnce' }
  | { readonly kind: 'soon'; readonly withinMs: number }
  | { readonly kind: 'planned' };

export type Seen = { readonly ending: Ending; readonly next: Next; readonly facts: ReplyFacts | null };

/** What is remembered of a collection between two looks. */
export type Memory = {
  readonly rewind: Claim;
  readonly empty: Claim;
  /** When it was last read whole and unconditionally. Monotonic milliseconds; null: never. */
  readonly lastFullMs: number | null;
  /** The address whose answers are remembered; null: none yet. */
  readonly base: Base | null;
};

export const noMemory: Memory = { rewind: null, empty: null, lastFullMs: null, base: null };

export type LookDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly client: Client;
  readonly validators: Validators;
  readonly contact: Contact;
  readonly origins: Origins;
  /** The address to ask, or why there is none; the very same object until it changes. */
  readonly base: () => Base | Failure;
  /** The service answered 200 at that path. */
  readonly answered: (path: string) => void;
  /** Whether a key has to be there: not when deliveries alone are wanted. */
  readonly needsKey: () => boolean;
};

/** How soon a doubt is asked about again. Milliseconds. */
const emptyAgainMs = 5000;
const olderAgainMs = 20_000;
const unwrittenAgainMs = 5000;

/** Looks once. Never rejects for what the service does. `isFull` asks unconditionally. */
export async function look(
  deps: LookDeps,
  id: string,
  isFull: boolean,
  before: Memory,
): Promise<Seen & { memory: Memory }> {
  const { store, ports, contact } = deps;
  const key = await ports.secrets.apiKey();
  if ((key === null || key === '') && !deps.needsKey())
    return { ending: { kind: 'keyless' }, next: { kind: 'planned' }, facts: null, memory: before };
  const base = deps.base();
  if ('code' in base) return failed(base, null, before);
  // Claims of one service are no claims of another.
  const memory: Memory = before.base === base ? before : { ...noMemory, base };
  if (key === null || key === '') return failed(failure('SOURCE_KEY_MISSING', {}), null, memory);
  if (!/^[\x21-\x7e]+$/.test(key))
    return failed(failure('SOURCE_KEY_REFUSED', { status: 'it has odd letters' }, 'slow'), null, memory);
  const path = collectionPath(base, id);
  if (path === null) return failed(failure('SOURCE_COLLECTION_GONE', {}, 'slow'), null, memory);

  const scope = scopeOf(base.origin, base.path, key);
  const held = store.state().collections[id]?.collection ?? null;
  const etag = isFull ? null : deps.validators.etagFor(scope, id, held);
  const askedMs = ports.clock.monotonicMs();
  const reply = await deps.client.get({ base, path, key, ifNoneMatch: etag, mayBeCached: false });
  // What another service than the present one said is nothing any more.
  if (deps.base() !== base)
    return { ending: { kind: 'unsure' }, next: { kind: 'atOnce' }, facts: null, memory: noMemory };
  if (reply.facts !== null && reply.facts.skewMs !== null) contact.skew.add(reply.facts.skewMs);
  if (reply.facts !== null) contact.noteCacheAge(reply.facts.cacheAgeSeconds);

  switch (reply.kind) {
    case 'failed':
      return failed(reply.failure, reply.facts, memory);
    case 'notModified':
      return notModified(deps, id, etag, held, reply, memory);
    case 'answered':
      deps.answered(path);
      return answered(deps, { id, scope, wasFull: etag === null, held, askedMs }, reply, memory);
    default: {
      const unreachable: never = reply;
      return unreachable;
    }
  }
}

function failed(what: Failure, facts: ReplyFacts | null, memory: Memory): Seen & { memory: Memory } {
  return { ending: { kind: 'failed', failure: what }, next: { kind: 'planned' }, facts, memory };
}

/** A 304 confirms what we hold only when we asked with the ETag of just that, and it names no other. */
function notModified(
  deps: LookDeps,
  id: string,
  etag: string | null,
  held: Collection | null,
  reply: Extract<Reply, { kind: 'notModified' }>,
  memory: Memory,
): Seen & { memory: Memory } {
  const { facts } = reply;
  if (etag === null)
    return failed(failure('SOURCE_MALFORMED', { what: '304 to a question without a condition' }), facts, memory);
  const isHeldStill = held !== null && deps.store.state().collections[id]?.collection === held;
  const isEarned = isHeldStill && (reply.etag === null || isSameEtag(reply.etag, etag));
  if (isEarned) {
    deps.origins.settle(id);
    return {
      ending: { kind: 'confirmed', isNews: false },
      next: { kind: 'planned' },
      facts,
      memory: { ...memory, rewind: null, empty: null },
    };
  }
  deps.validators.forget(id);
  return { ending: { kind: 'unsure' }, next: { kind: 'atOnce' }, facts, memory };
}

type Question = {
  readonly id: string;
  readonly scope: string;
  readonly wasFull: boolean;
  /** When it was asked: what came back is as old as that. */
  readonly askedMs: number;
  readonly held: Collection | null;
};

async function answered(
  deps: LookDeps,
  question: Question,
  reply: Extract<Reply, { kind: 'answered' }>,
  before: Memory,
): Promise<Seen & { memory: Memory }> {
  const { store, ports, contact, validators } = deps;
  const { id, wasFull, held } = question;
  const { facts } = reply;
  const nowMs = ports.clock.monotonicMs();
  const reading = readCollection(reply.body, id, held);
  noteOddities(contact, id, reading.problems);
  const { collection } = reading;
  if (collection === null) return failed(unusable(reading.problems[0]), facts, before);
  const memory: Memory = wasFull ? { ...before, lastFullMs: question.askedMs } : before;

  const wouldEmpty = reading.doubtedCount !== null && held !== null && held.live.length > 0;
  const empty = wouldEmpty ? (wasFull ? repeatClaim(memory.empty, collection, held, nowMs) : memory.empty) : null;
  if (wouldEmpty && (empty?.times ?? 0) < emptyTimes) {
    contact.raise('SOURCE_EMPTY_DOUBTED', aboutCollection(id), { count: reading.doubtedCount ?? 0 });
    const next = { kind: 'soon', withinMs: emptyAgainMs } as const;
    return { ending: { kind: 'unsure' }, next, facts, memory: { ...memory, empty } };
  }

  const put = (accept: Acceptance): Promise<Outcome> =>
    store.apply({
      type: 'collectionArrived',
      collection,
      from: 'poll',
      accept,
      at: new Date(ports.clock.now()).toISOString(),
    });
  const serviceNowMs = contact.skew.serviceNowMs();
  const isDated = isUsableDate(collection.lastModifiedDate, serviceNowMs);
  const wasDated = held === null || isUsableDate(held.lastModifiedDate, serviceNowMs);
  const isOvertaken = store.state().collections[id]?.collection !== (held ?? undefined);
  // What another service said does not bind this one; a delivery that came meanwhile may be its own.
  const isFirst = deps.origins.isForeign(id) && !isOvertaken;
  // Of two versions with one date a whole answer decides, but not one that was asked for before the other came.
  const byDate = wasFull && !isOvertaken ? 'newerOrTie' : 'newer';
  const outcome = await put(!isFirst && isDated && wasDated ? byDate : 'any');
  const accepted = (): Seen & { memory: Memory } => {
    validators.keep(question.scope, id, reply.etag, store.state().collections[id]?.collection ?? collection);
    deps.origins.settle(id);
    if (outcome.kind === 'done') contact.clear('SOURCE_REWOUND', aboutCollection(id));
    if (wouldEmpty) contact.raise('SOURCE_EMPTIED', aboutCollection(id), { count: reading.doubtedCount ?? 0 });
    else if (reading.doubtedCount === null) contact.clear('SOURCE_EMPTIED', aboutCollection(id));
    const settled = { ...memory, rewind: null, empty: null };
    const isNews = store.state().collections[id]?.collection !== held;
    return { ending: { kind: 'confirmed', isNews }, next: { kind: 'planned' }, facts, memory: settled };
  };

  switch (outcome.kind) {
    case 'done':
    case 'nothing':
      return accepted();
    case 'tie':
      return { ending: { kind: 'unsure' }, next: { kind: 'atOnce' }, facts, memory };
    case 'undated':
      await put('any');
      return accepted();
    case 'older':
      break;
    case 'refused':
      validators.forget(id);
      return { ending: { kind: 'unsure' }, next: { kind: 'soon', withinMs: unwrittenAgainMs }, facts, memory };
    default: {
      const unreachable: never = outcome;
      return unreachable;
    }
  }

  // A delivery overtook this answer: it is late, not a step back.
  if (store.state().collections[id]?.collection !== held)
    return { ending: { kind: 'unsure' }, next: { kind: 'atOnce' }, facts, memory };
  const rewind = wasFull ? repeatClaim(memory.rewind, collection, held, nowMs) : memory.rewind;
  if (rewind !== null && isRewindProved(rewind, nowMs)) {
    await put('any');
    contact.raise('SOURCE_REWOUND', aboutCollection(id), {});
    validators.keep(question.scope, id, reply.etag, collection);
    const settled = { ...memory, rewind: null, empty: null };
    return { ending: { kind: 'confirmed', isNews: true }, next: { kind: 'planned' }, facts, memory: settled };
  }
  contact.raise('SOURCE_OLDER_IGNORED', aboutCollection(id), {});
  validators.forget(id);
  return {
    ending: { kind: 'unsure' },
    next: { kind: 'soon', withinMs: olderAgainMs },
    facts,
    memory: { ...memory, rewind },
  };
}

function unusable(problem: ReadProblem | undefined): Failure {
  if (problem?.code === 'SOURCE_WRONG_COLLECTION') return failure('SOURCE_WRONG_COLLECTION', {});
  return failure('SOURCE_MALFORMED', {
    what: problem === undefined ? 'it is not a collection' : `${problem.path} ${problem.what}`,
  });
}

/** At most one word of each kind about a collection; a good answer takes them back. */
export function noteOddities(contact: Contact, id: string, problems: readonly ReadProblem[]): void {
  for (const code of ['SOURCE_ITEM_UNREADABLE', 'SOURCE_FIELD_ODD'] as const) {
    const first = problems.find((problem) => problem.code === code);
    if (first === undefined) contact.clear(code, aboutCollection(id));
    else contact.raise(code, aboutCollection(id), { path: first.path, what: first.what });
  }
}
