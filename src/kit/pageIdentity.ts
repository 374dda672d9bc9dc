/** Two ids by which Greenroom recognises this page when it comes back. */

export type PageIdentity = {
  /** Stays the same when the page reloads. */
  readonly client: string;
  /** Stays the same when the page reconnects. */
  readonly page: string;
};

const storageKey = 'greenroom-client';

export function readPageIdentity(): PageIdentity {
  const page = createId();
  try {
    const client = sessionStorage.getItem(storageKey) ?? page;
    sessionStorage.setItem(storageKey, client);
    return { client, page };
  } catch {
    // Storage can be switched off.
    return { client: page, page };
  }
}

function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
}
