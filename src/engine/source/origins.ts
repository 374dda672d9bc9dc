/** Knows which held lists came from another service than the one that is asked now. */

export type Origins = {
  /** Whether nothing of the present service has been confirmed for that collection since the address changed. */
  readonly isForeign: (id: string) => boolean;
  /** The present service's own version is held now. */
  readonly settle: (id: string) => void;
  /** Another service is asked from now on: what is held is not its. */
  readonly move: () => void;
};

/** What was held at the start counts as the service's own: usually it is, and a cache must not be able to set it back. */
export function createOrigins(): Origins {
  let settled: Set<string> | null = null;
  return {
    isForeign: (id) => settled !== null && !settled.has(id),
    settle: (id) => void settled?.add(id),
    move: () => {
      settled = new Set();
    },
  };
}
