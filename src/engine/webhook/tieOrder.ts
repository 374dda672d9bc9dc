/** Applies a delivered version. Of two with the same date, the service decides, else the times of their events, else nothing is added on air. */
import type { Collection } from '../../core/collection.ts';
import { compareLists } from '../../core/compare.ts';
import { compareInstants, type Instant } from '../../core/instant.ts';
import { compareVersions } from '../../core/order.ts';
import type { Acceptance, Outcome } from '../../core/show.ts';

type Delivered = { readonly collection: Collection; readonly occurredAt: Instant | null };

export type TieOrder = {
  /** `isUnknown`: two versions have the same date, and it is not known which is newer. */
  readonly apply: (
    delivered: Delivered,
    applyVersion: (accept: Acceptance) => Promise<Outcome>,
  ) => Promise<{ readonly outcome: Outcome; readonly isUnknown: boolean }>;
  /** When the event of the current version occurred; `null` if that is not known, for example because a poll brought it. */
  readonly currentTime: (id: string) => Instant | null;
};

export type TieOrderDeps = {
  readonly findCurrent: (id: string) => Collection | null | undefined;
  /** Polls the service to decide. Resolves `false` if that failed or took too long. */
  readonly resolveTie: (id: string) => Promise<boolean>;
};

/** The times of events are kept in memory only: after a restart, the order is unknown. */
export function createTieOrder({ findCurrent, resolveTie }: TieOrderDeps): TieOrder {
  const delivered = new Map<string, Delivered>();

  const currentTime: TieOrder['currentTime'] = (id) => {
    const current = findCurrent(id) ?? null;
    const last = delivered.get(id);
    if (current === null || last === undefined) return null;
    return compareVersions(current, last.collection) === 'same' ? last.occurredAt : null;
  };

  const isSameAsCurrent = ({ collection }: Delivered): boolean => {
    const current = findCurrent(collection.id) ?? null;
    return current !== null && compareVersions(current, collection) === 'same';
  };

  const recordTime = ({ collection, occurredAt }: Delivered): void => {
    const known = currentTime(collection.id);
    if (known === null || (occurredAt !== null && isLaterEvent(occurredAt, known)))
      delivered.set(collection.id, { collection, occurredAt });
  };

  const applyTied: TieOrder['apply'] = async ({ collection, occurredAt }, applyVersion) => {
    const known = currentTime(collection.id);
    if (known !== null && occurredAt !== null) {
      if (isLaterEvent(known, occurredAt)) return { outcome: { kind: 'older' }, isUnknown: false };
      if (isLaterEvent(occurredAt, known)) return { outcome: await applyVersion('newerOrTie'), isUnknown: false };
    }
    const { added, edited } = compareLists(findCurrent(collection.id)?.live ?? [], collection.live);
    const isRemoval = added.length === 0 && edited.length === 0;
    return { outcome: isRemoval ? await applyVersion('newerOrTie') : { kind: 'tie' }, isUnknown: true };
  };

  return {
    currentTime,
    apply: async (version, applyVersion) => {
      const first = await applyVersion('newer');
      const isTied = first.kind === 'tie' && !(await resolveTie(version.collection.id));
      const result = isTied ? await applyTied(version, applyVersion) : { outcome: first, isUnknown: false };
      const { kind } = result.outcome;
      // The poll that decided a tie may have brought this version.
      const isCurrent = kind === 'done' || kind === 'nothing' || (kind === 'tie' && isSameAsCurrent(version));
      if (isCurrent) recordTime(version);
      return result;
    },
  };
}

/** False if both fall in one second with different precision. */
export function isLaterEvent(a: Instant, b: Instant): boolean {
  return (a.seconds !== b.seconds || a.digits === b.digits) && compareInstants(a, b) > 0;
}
