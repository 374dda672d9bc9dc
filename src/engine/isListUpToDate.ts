/** Decides whether a stored list is as the service in use has it, so that another feed may take it. */
import { isCollectionInUse, type ShowState, snapshotOf } from '../core/show.ts';
import { isSameAddress, parseBaseAddress } from './poll/address.ts';

/** Whether a feed uses the collection and the service in use sent its list. A list that no feed uses may be old. */
export function isListUpToDate(state: ShowState, id: string): boolean {
  const service = snapshotOf(state, id)?.service ?? null;
  return isCollectionInUse(state, id) && (service === null || isSameService(service, state.source.baseUrl));
}

/** Whether the addresses are of the same service; false if one of them can't be requested. */
function isSameService(...addresses: readonly [string, string]): boolean {
  const [one, other] = addresses.map((address) =>
    URL.canParse(address) ? parseBaseAddress(address, [new URL(address).host]) : null,
  );
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return isSameAddress(one, other);
}
