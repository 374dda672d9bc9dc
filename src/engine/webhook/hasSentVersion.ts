/** Finds out whether a delivery is of a version that the service in use has itself sent. */
import type { Collection } from '../../core/collection.ts';
import { compareVersions } from '../../core/order.ts';
import { type ShowState, snapshotOf } from '../../core/show.ts';

/** Whether the service in use has sent this version of the collection or a newer one, so that a delivery of it changes nothing. */
export function hasSentVersion(state: ShowState, collection: Collection): boolean {
  const current = snapshotOf(state, collection.id);
  if (current === null || current.service !== state.source.baseUrl) return false;
  const order = compareVersions(current.collection, collection);
  return order === 'same' || order === 'older';
}
