/** The browser’s storage. Where that is denied or full, what is stored is kept for as long as the page is open. */

export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `read` may throw, as a browser does that denies storage. */
export function createSafeStorage(
  read: () => Pick<Storage, 'getItem' | 'setItem'> & Partial<Pick<Storage, 'removeItem'>>,
): SafeStorage {
  /** Changes that could not be stored; `null` for a removal. */
  const unstored = new Map<string, string | null>();
  return {
    getItem: (key) => {
      const kept = unstored.get(key);
      if (kept !== undefined) return kept;
      try {
        return read().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: (key, value) => {
      try {
        read().setItem(key, value);
        unstored.delete(key);
      } catch {
        unstored.set(key, value);
      }
    },
    removeItem: (key) => {
      try {
        read().removeItem?.(key);
        unstored.delete(key);
      } catch {
        unstored.set(key, null);
      }
    },
  };
}

/** Shared by all pages of this origin. */
export const machineStorage = createSafeStorage(() => window.localStorage);

/** Of this tab alone. */
export const tabStorage = createSafeStorage(() => window.sessionStorage);
