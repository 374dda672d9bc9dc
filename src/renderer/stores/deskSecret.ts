/** Keeps the secret by which the engine recognises this desk after a lost connection or a reload, and nobody else. */
import { storageOf } from './deskStorage.ts';

export type DeskSecret = {
  readonly current: () => string;
  /** Call when another page has used it. */
  readonly renew: () => void;
};

const storageKey = 'greenroom.deskSecret';

/** Takes the secret of the page before a reload, or creates one. */
export function takeDeskSecret(page: Window): DeskSecret {
  const storage = storageOf(page);
  let secret = storage.getItem(storageKey) ?? createSecret(page.crypto);
  // A duplicated tab copies what is stored, and it is another desk. So the secret is stored only between two pages.
  const remove = (): void => storage.removeItem(storageKey);
  remove();
  page.addEventListener('pagehide', () => storage.setItem(storageKey, secret));
  page.addEventListener('pageshow', remove);
  return {
    current: () => secret,
    renew: () => {
      secret = createSecret(page.crypto);
    },
  };
}

/** `randomUUID` is missing on pages without TLS. */
function createSecret(crypto: Pick<Crypto, 'getRandomValues'>): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
