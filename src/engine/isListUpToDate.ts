/** Decides whether a stored list is as the service in use has it, so that another feed may take it. */
import { hasDoubt } from '../core/doubtedLists.ts';
import { aboutCollection } from '../core/problem.ts';
import { isCollectionInUse, type ShowState, snapshotOf } from '../core/show.ts';
import { isSameAddress, parseBaseAddress } from './poll/address.ts';
import { missingCodes } from './sourceProblems.ts';

/**
 * Whether a feed uses the collection, and the service in use sent its list, has confirmed it since that use began, and has not said since then
 * that it has no such collection.
 */
export function isListUpToDate(state: ShowState, id: string): boolean {
  const isDoubted = hasDoubt(state, id, 'isUnread') || hasDoubt(state, id, 'isGone') || isMissing(state, id);
  if (!isCollectionInUse(state, id) || isDoubted) return false;
  const service = snapshotOf(state, id)?.service ?? null;
  return service === null || isSameService(service, state.source.baseUrl);
}

function isMissing({ problems }: ShowState, id: string): boolean {
  return problems.some(({ code, about }) => missingCodes.has(code) && about === aboutCollection(id));
}

/** Whether the addresses are of the same service; false if one of them can't be requested. */
function isSameService(...addresses: readonly [string, string]): boolean {
  const [one, other] = addresses.map((address) =>
    URL.canParse(address) ? parseBaseAddress(address, [new URL(address).host]) : null,
  );
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return isSameAddress(one, other);
}
