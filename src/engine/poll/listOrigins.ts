/** Records which stored lists came from the previous service after the service's address has changed. */

export type ListOrigins = {
  /** True after a change of address until the new service confirms this collection. */
  readonly isFromOldService: (id: string) => boolean;
  /** The stored version now comes from the new service. */
  readonly markCurrent: (id: string) => void;
  /** Call when the service changes. */
  readonly markAllOld: () => void;
};

/** Lists stored before startup count as current, so that a cache can't set them back to an older version. */
export function createListOrigins(): ListOrigins {
  let current: Set<string> | null = null;
  return {
    isFromOldService: (id) => current !== null && !current.has(id),
    markCurrent: (id) => void current?.add(id),
    markAllOld: () => {
      current = new Set();
    },
  };
}
