/** Reads the browser's access token from the address bar and stores it for the tab. */

import { createSafeStorage } from '../../ui/safeStorage.ts';

const storageKey = 'greenroom.token';

type Page = {
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string };
  readonly history: { readonly replaceState: (data: unknown, unused: string, url: string) => void };
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
};

/** The token from the address bar, which is then cleared; else the tab's stored token; else `null`. */
export function takeToken(page: Page): string | null {
  const found = new URLSearchParams(page.location.hash.replace(/^#/, '')).get('token');
  const storage = createSafeStorage(() => page.sessionStorage);
  if (found === null || found === '') return storage.getItem(storageKey);
  storage.setItem(storageKey, found);
  page.history.replaceState(null, '', page.location.pathname + page.location.search);
  return found;
}
