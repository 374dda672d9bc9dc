/** Records which stored lists came from another service than the one in use. */
import type { Collection } from '../../core/collection.ts';
import { isCollectionAwaited, type ShowState, snapshotOf } from '../../core/show.ts';
import { parseBaseAddress } from './address.ts';

type ServiceSettings = { readonly baseUrl: string; readonly allowHttpHosts: readonly string[] };

export type ListOrigins = {
  /** True after a change of address until the new service confirms this collection. */
  readonly isFromOldService: (id: string) => boolean;
  /** The stored version now comes from the new service. */
  readonly markCurrent: (id: string) => void;
  /** Call when the service changes. */
  readonly markAllOld: () => void;
  /** Call at the start. Marks the lists of feeds that another service sent, and returns whether there are any. */
  readonly markOld: (state: ShowState, settings: ServiceSettings) => boolean;
};

/** Lists stored before startup count as current, so that a cache can't set them back to an older version, unless they are marked. */
export function createListOrigins(): ListOrigins {
  let old: ReadonlySet<string> = new Set();
  let current: Set<string> | null = null;
  return {
    isFromOldService: (id) => old.has(id) || (current !== null && !current.has(id)),
    markCurrent: (id) => {
      current?.add(id);
      old = new Set([...old].filter((other) => other !== id));
    },
    markAllOld: () => {
      current = new Set();
    },
    markOld: (state, settings) => {
      const ids = state.feeds.flatMap(({ collectionId }) => collectionId ?? []);
      old = new Set(ids.filter((id) => isFromOtherService(state, id, settings)));
      return old.size > 0;
    },
  };
}

/** Whether another service sent the stored list. False if there is none, if its service is unknown, or if no service can be polled now. */
export function isFromOtherService(
  state: ShowState,
  id: string | null,
  { baseUrl, allowHttpHosts }: ServiceSettings,
): boolean {
  const service = (id === null ? null : snapshotOf(state, id)?.service) ?? null;
  if (service === null || !URL.canParse(service)) return false;
  const before = parseBaseAddress(service, [new URL(service).host]);
  const now = parseBaseAddress(baseUrl, allowHttpHosts);
  if (typeof before === 'string' || typeof now === 'string') return false;
  return before.origin !== now.origin || before.path !== now.path;
}

/** The version that the service’s list of collections can confirm by its date; `null` for one of another service, or if a feed waits for the list. */
export function findConfirmable(
  state: ShowState,
  id: string,
  { isFromOldService }: Pick<ListOrigins, 'isFromOldService'>,
): Collection | null {
  return isFromOldService(id) || isCollectionAwaited(state, id) ? null : (snapshotOf(state, id)?.collection ?? null);
}
