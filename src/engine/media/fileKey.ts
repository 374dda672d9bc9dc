/** Names a stored file: by the address it was fetched from, or by a key of Greenroom’s own. */

/** An address can be any text, so it never equals a key with the same text. */
export type FileKey = {
  readonly url: string;
  /** Whether Greenroom chose the key, as for a file that it made or keeps. */
  readonly isOwn: boolean;
};

export function addressKey(url: string): FileKey {
  return { url, isOwn: false };
}

export function ownKey(url: string): FileKey {
  return { url, isOwn: true };
}

/** Differs for an address and a key with the same text. */
export function idOf({ url, isOwn }: FileKey): string {
  return `${isOwn ? 'own' : 'url'}:${url}`;
}
